-- SPDX-License-Identifier: MIT
-- The parts database. Units are in the names; an empty field is unknown (NULL), never zero.
-- Loaded by `bestek catalog build`; derive.sql then works out what depends on few parts.

CREATE TABLE source (
  id TEXT PRIMARY KEY CHECK (id <> ''),
  text TEXT NOT NULL CHECK (text <> '')
) STRICT, WITHOUT ROWID;

-- Every part, whatever its kind. recalled: names of columns known from memory only, blank-separated with a blank at both
-- ends, or ' * ' for the whole row; an error never rests on such a value alone.
CREATE TABLE part (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('platform','cpu','gpu','dimm','nic','drive','psu','cable','switch','accessory')),
  vendor TEXT NOT NULL,
  model TEXT NOT NULL CHECK (model <> ''),
  part_number TEXT,
  label TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('active','mature','legacy','ended','announced','oem')),
  confidence TEXT NOT NULL CHECK (confidence IN ('sourced','recalled')),
  recalled TEXT NOT NULL DEFAULT ' ',
  source_id TEXT NOT NULL REFERENCES source(id),
  note TEXT,
  UNIQUE (kind, vendor, model, part_number, label)
) STRICT;
CREATE INDEX part_by_number ON part(part_number);
CREATE INDEX part_by_model ON part(kind, model);

CREATE TABLE cpu (
  id INTEGER PRIMARY KEY REFERENCES part(id),
  family TEXT NOT NULL, socket TEXT NOT NULL,
  max_sockets INTEGER NOT NULL CHECK (max_sockets IN (1,2,4,8)),
  cores INTEGER NOT NULL CHECK (cores BETWEEN 1 AND 1024),
  threads INTEGER NOT NULL CHECK (threads BETWEEN cores AND 2048),
  base_ghz REAL NOT NULL CHECK (base_ghz BETWEEN 0.5 AND 10),
  boost_ghz REAL CHECK (boost_ghz BETWEEN 0.5 AND 10),
  l3_mb REAL CHECK (l3_mb BETWEEN 1 AND 8192),
  tdp_w INTEGER NOT NULL CHECK (tdp_w BETWEEN 10 AND 2000),
  ctdp_max_w INTEGER CHECK (ctdp_max_w BETWEEN 10 AND 2000),
  channels INTEGER NOT NULL CHECK (channels BETWEEN 1 AND 32),
  mem_type TEXT NOT NULL,
  mem_mts INTEGER NOT NULL CHECK (mem_mts BETWEEN 1600 AND 25600),
  max_mem_gb INTEGER CHECK (max_mem_gb BETWEEN 16 AND 65536),
  pcie_gen INTEGER NOT NULL CHECK (pcie_gen BETWEEN 3 AND 7),
  lanes_1p INTEGER NOT NULL CHECK (lanes_1p BETWEEN 16 AND 512),
  lanes_2p INTEGER CHECK (lanes_2p BETWEEN 16 AND 1024),
  features TEXT,
  launch TEXT
) STRICT;

CREATE TABLE gpu (
  id INTEGER PRIMARY KEY REFERENCES part(id),
  architecture TEXT,
  form TEXT NOT NULL CHECK (form IN ('pcie','sxm4','sxm5','sxm6','oam','superchip','baseboard')),
  memory_gb INTEGER NOT NULL CHECK (memory_gb BETWEEN 1 AND 16384),
  memory_type TEXT, memory_bw_gbs INTEGER CHECK (memory_bw_gbs BETWEEN 50 AND 200000),
  tdp_w INTEGER NOT NULL CHECK (tdp_w BETWEEN 10 AND 20000),
  pcie_gen INTEGER CHECK (pcie_gen BETWEEN 3 AND 7),
  lanes INTEGER CHECK (lanes IN (1,4,8,16,64,128)),
  slot_width INTEGER CHECK (slot_width BETWEEN 1 AND 4),
  length TEXT, power_connector TEXT,
  nvlink_gbs REAL, bridge_group INTEGER,
  fp64_tflops REAL, bf16_dense_tflops REAL, fp8_dense_tflops REAL, fp4_dense_tflops REAL,
  mig_max INTEGER,
  cooling TEXT NOT NULL CHECK (cooling IN ('passive','active','liquid')),
  launch TEXT
) STRICT;

-- A baseboard carries a fixed number of modules; the bill orders the board.
CREATE TABLE baseboard (
  baseboard_id INTEGER NOT NULL REFERENCES gpu(id),
  gpu_id INTEGER NOT NULL REFERENCES gpu(id),
  modules INTEGER NOT NULL CHECK (modules IN (4,8)),
  PRIMARY KEY (gpu_id, modules)
) STRICT;

CREATE TABLE platform (
  id INTEGER PRIMARY KEY REFERENCES part(id),
  class TEXT NOT NULL CHECK (class IN ('system','board')),
  board TEXT, generation TEXT,
  rack_u INTEGER CHECK (rack_u BETWEEN 1 AND 20),
  weight_kg REAL CHECK (weight_kg BETWEEN 1 AND 500),
  depth_mm INTEGER CHECK (depth_mm BETWEEN 200 AND 1500),
  sockets INTEGER NOT NULL CHECK (sockets BETWEEN 1 AND 8),
  cpu_socket TEXT,
  max_cpu_tdp_w INTEGER CHECK (max_cpu_tdp_w BETWEEN 50 AND 2000),
  liquid_only INTEGER NOT NULL CHECK (liquid_only IN (0,1)),
  dimm_slots INTEGER CHECK (dimm_slots BETWEEN 0 AND 128),
  max_mem_gb INTEGER CHECK (max_mem_gb BETWEEN 16 AND 131072),
  max_mem_mts INTEGER CHECK (max_mem_mts BETWEEN 1600 AND 25600),
  gpu_form TEXT CHECK (gpu_form IN ('none','pcie','sxm4','sxm5','sxm6','oam')),
  gpu_max_dw INTEGER CHECK (gpu_max_dw BETWEEN 0 AND 32),
  gpu_max_sw INTEGER CHECK (gpu_max_sw BETWEEN 0 AND 32),
  gpu_fixed INTEGER CHECK (gpu_fixed IN (4,8)),
  topology TEXT CHECK (topology IN ('direct','single-root','dual-root','switched')),
  pcie_switches INTEGER,
  nvme_bays INTEGER CHECK (nvme_bays BETWEEN 0 AND 64),
  sata_bays INTEGER CHECK (sata_bays BETWEEN 0 AND 64),
  m2_slots INTEGER CHECK (m2_slots BETWEEN 0 AND 8),
  ocp_slots INTEGER CHECK (ocp_slots BETWEEN 0 AND 8),
  nic_slots INTEGER CHECK (nic_slots BETWEEN 0 AND 32),
  onboard_lan TEXT,
  has_lan INTEGER CHECK (has_lan IN (0,1)),
  psu_redundancy TEXT,
  voltage_min INTEGER CHECK (voltage_min BETWEEN 90 AND 480),
  voltage_max INTEGER CHECK (voltage_max BETWEEN voltage_min AND 480)
) STRICT;
CREATE TABLE platform_family (
  platform_id INTEGER NOT NULL REFERENCES platform(id),
  family TEXT NOT NULL CHECK (family <> ''),
  PRIMARY KEY (platform_id, family)
) STRICT, WITHOUT ROWID;
CREATE TABLE platform_gpu ( -- the vendor's validated list; a platform without rows has an unknown list
  platform_id INTEGER NOT NULL REFERENCES platform(id),
  gpu_id INTEGER NOT NULL REFERENCES gpu(id),
  confidence TEXT NOT NULL CHECK (confidence IN ('sourced','recalled')),
  PRIMARY KEY (platform_id, gpu_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE platform_lanes ( -- PCIe lanes that a board brings out with both sockets populated, where it is known
  platform_id INTEGER PRIMARY KEY REFERENCES platform(id),
  lanes_2p INTEGER NOT NULL CHECK (lanes_2p BETWEEN 32 AND 512),
  source_id TEXT NOT NULL REFERENCES source(id)
) STRICT;
CREATE TABLE platform_slot (
  platform_id INTEGER NOT NULL REFERENCES platform(id),
  slot TEXT NOT NULL, -- name as printed; a row may stand for several: slots
  slots INTEGER NOT NULL CHECK (slots BETWEEN 1 AND 64),
  attached TEXT CHECK (attached IN ('0','1','switch')), -- CPU index or a PCIe switch; NULL unknown
  pcie_gen INTEGER CHECK (pcie_gen BETWEEN 3 AND 7),
  lanes INTEGER CHECK (lanes BETWEEN 1 AND 16),
  mechanical TEXT, size TEXT,
  width INTEGER CHECK (width BETWEEN 1 AND 3),
  purpose TEXT NOT NULL CHECK (purpose IN ('any','gpu','nic','nvme-bay','aiom','m2')),
  note TEXT,
  source_id TEXT NOT NULL REFERENCES source(id),
  PRIMARY KEY (platform_id, slot)
) STRICT, WITHOUT ROWID;
-- What else must be ordered. platform_id NULL: every platform. when_sql and qty_sql are expressions over the vocabulary.
CREATE TABLE platform_kit (
  id INTEGER PRIMARY KEY,
  platform_id INTEGER REFERENCES platform(id),
  when_sql TEXT NOT NULL, qty_sql TEXT NOT NULL,
  word TEXT NOT NULL CHECK (word <> ''), -- "-word" in build.options leaves it out
  category TEXT NOT NULL CHECK (category IN ('kit','cable','cord','rail','tpm','service','bridge','network')),
  part_id INTEGER REFERENCES part(id),
  part_number TEXT, -- as sourced, when it is not a part of ours
  description TEXT NOT NULL,
  required INTEGER NOT NULL CHECK (required IN (0,1)), -- 1: the build does not run without it
  confidence TEXT NOT NULL CHECK (confidence IN ('sourced','recalled')),
  source_id TEXT NOT NULL REFERENCES source(id),
  file TEXT NOT NULL, line INTEGER NOT NULL
) STRICT;

CREATE TABLE psu (
  id INTEGER PRIMARY KEY REFERENCES part(id),
  rated_w INTEGER NOT NULL CHECK (rated_w BETWEEN 100 AND 20000),
  efficiency TEXT CHECK (efficiency IN ('titanium','platinum','gold')),
  inlet TEXT
) STRICT;
CREATE TABLE psu_rating ( -- watts by input voltage; a supply without rows gives rated_w at every voltage of its platform
  psu_id INTEGER NOT NULL REFERENCES psu(id),
  volt_min REAL NOT NULL CHECK (volt_min BETWEEN 90 AND 480),
  volt_max REAL NOT NULL CHECK (volt_max BETWEEN volt_min AND 480),
  watts INTEGER NOT NULL CHECK (watts BETWEEN 100 AND 20000),
  PRIMARY KEY (psu_id, volt_min)
) STRICT, WITHOUT ROWID;
CREATE TABLE psu_option ( -- supplies a platform is sold with; psu_id NULL: supply not known by number
  id INTEGER PRIMARY KEY,
  platform_id INTEGER NOT NULL REFERENCES platform(id),
  psu_id INTEGER REFERENCES psu(id),
  count INTEGER CHECK (count BETWEEN 1 AND 12),
  rated_w INTEGER CHECK (rated_w BETWEEN 100 AND 20000), -- NULL: watts unknown, nothing about power is proven
  redundancy TEXT,
  standard INTEGER NOT NULL CHECK (standard IN (0,1)), -- 1: what the machine ships with
  recalled TEXT NOT NULL DEFAULT ' ',
  source_id TEXT NOT NULL REFERENCES source(id)
) STRICT;
CREATE INDEX psu_option_by_platform ON psu_option(platform_id);

CREATE TABLE dimm (
  id INTEGER PRIMARY KEY REFERENCES part(id),
  generation TEXT NOT NULL CHECK (generation IN ('DDR4','DDR5')),
  capacity_gb INTEGER NOT NULL CHECK (capacity_gb BETWEEN 4 AND 1024),
  type TEXT NOT NULL CHECK (type IN ('RDIMM','3DS-RDIMM','LRDIMM','MRDIMM','UDIMM')),
  mts INTEGER NOT NULL CHECK (mts BETWEEN 1600 AND 25600),
  ranks INTEGER CHECK (ranks IN (1,2,4,8)),
  width TEXT CHECK (width IN ('x4','x8')),
  die_gbit INTEGER, voltage REAL
) STRICT;
CREATE TABLE memory_speed (
  family TEXT NOT NULL, dimm_type TEXT NOT NULL, ranks INTEGER NOT NULL, dpc INTEGER NOT NULL CHECK (dpc IN (1,2)),
  max_mts INTEGER, note TEXT,
  confidence TEXT NOT NULL CHECK (confidence IN ('sourced','recalled')),
  source_id TEXT NOT NULL REFERENCES source(id),
  PRIMARY KEY (family, dimm_type, ranks, dpc)
) STRICT, WITHOUT ROWID;
CREATE TABLE memory_population (
  family TEXT NOT NULL, channels INTEGER NOT NULL, dimms_per_socket INTEGER NOT NULL CHECK (dimms_per_socket BETWEEN 0 AND 64),
  allowed TEXT CHECK (allowed IN ('yes','no')), balanced TEXT CHECK (balanced IN ('yes','no')),
  relative_bandwidth REAL, note TEXT,
  confidence TEXT NOT NULL CHECK (confidence IN ('sourced','recalled')),
  source_id TEXT NOT NULL REFERENCES source(id),
  PRIMARY KEY (family, channels, dimms_per_socket)
) STRICT, WITHOUT ROWID;

CREATE TABLE nic (
  id INTEGER PRIMARY KEY REFERENCES part(id),
  ports INTEGER NOT NULL CHECK (ports BETWEEN 1 AND 16),
  speed_gbps INTEGER NOT NULL CHECK (speed_gbps BETWEEN 1 AND 3200),
  protocol TEXT, pcie_gen INTEGER CHECK (pcie_gen BETWEEN 3 AND 7), lanes INTEGER CHECK (lanes IN (1,4,8,16)),
  form TEXT CHECK (form IN ('HHHL','FHHL','FHFL','OCP3','AIOM')), connector TEXT,
  tdp_w REAL CHECK (tdp_w BETWEEN 1 AND 500)
) STRICT;
CREATE TABLE drive (
  id INTEGER PRIMARY KEY REFERENCES part(id),
  capacity_tb REAL NOT NULL CHECK (capacity_tb BETWEEN 0.05 AND 1000),
  form TEXT NOT NULL CHECK (form IN ('U.2','U.3','E3.S','E1.S','M.2')),
  pcie_gen INTEGER CHECK (pcie_gen BETWEEN 3 AND 7), lanes INTEGER CHECK (lanes IN (2,4)),
  seq_read_gbs REAL, seq_write_gbs REAL, rand_read_kiops REAL, dwpd REAL, power_w REAL CHECK (power_w BETWEEN 1 AND 100)
) STRICT;
CREATE TABLE cable (
  id INTEGER PRIMARY KEY REFERENCES part(id),
  type TEXT, speed_gbps INTEGER, end_a TEXT, end_b TEXT, length_m REAL, protocol TEXT, power_w REAL
) STRICT;
CREATE TABLE switch (
  id INTEGER PRIMARY KEY REFERENCES part(id),
  asic TEXT, ports INTEGER, port_speed_gbps INTEGER, connector TEXT, throughput_tbps REAL, protocol TEXT,
  rack_u INTEGER, typical_power_w INTEGER, max_power_w INTEGER, airflow TEXT
) STRICT;
CREATE TABLE accessory (
  id INTEGER PRIMARY KEY REFERENCES part(id),
  category TEXT NOT NULL, metric TEXT, unit TEXT, rating TEXT, term_years INTEGER
) STRICT;

CREATE TABLE order_number (
  vendor TEXT NOT NULL, order_number TEXT NOT NULL CHECK (order_number <> ''),
  kind TEXT NOT NULL,
  part_id INTEGER REFERENCES part(id), -- NULL: an order number of something that the catalogue does not carry
  maker_part_number TEXT, description TEXT,
  for_platform TEXT,
  confidence TEXT NOT NULL CHECK (confidence IN ('sourced','recalled')),
  source_id TEXT NOT NULL REFERENCES source(id),
  PRIMARY KEY (vendor, order_number)
) STRICT, WITHOUT ROWID;
CREATE INDEX order_number_by_part ON order_number(part_id);

CREATE TABLE llm_model (
  model TEXT PRIMARY KEY CHECK (model <> ''),
  params_b_total REAL NOT NULL CHECK (params_b_total > 0), params_b_active REAL NOT NULL,
  layers INTEGER, hidden INTEGER, heads INTEGER, kv_heads INTEGER, head_dim INTEGER,
  kv_scheme TEXT NOT NULL CHECK (kv_scheme IN ('mha','gqa','mqa','mla','none')),
  max_context INTEGER, native_precision TEXT, licence TEXT,
  kv_latent TEXT, local_window INTEGER, global_layers INTEGER, kv_bytes_per_token_16bit INTEGER, kv_cap_note TEXT,
  confidence TEXT NOT NULL CHECK (confidence IN ('sourced','recalled')),
  source_id TEXT NOT NULL REFERENCES source(id)
) STRICT, WITHOUT ROWID;
CREATE TABLE gpu_rule ( -- host rules of GPUs as published; gpu NULL: every GPU
  gpu TEXT NOT NULL, rule TEXT NOT NULL, value TEXT, unit TEXT, detail TEXT,
  confidence TEXT NOT NULL CHECK (confidence IN ('sourced','recalled')),
  source_id TEXT NOT NULL REFERENCES source(id)
) STRICT;

-- Prices as found: several dates, kinds and currencies a part. used = 0: kept for the record, with the reason in note.
CREATE TABLE price (
  id INTEGER PRIMARY KEY,
  part_id INTEGER NOT NULL REFERENCES part(id),
  kind TEXT NOT NULL CHECK (kind IN ('list','retail','street','spot','planning')),
  currency TEXT NOT NULL CHECK (length(currency) = 3),
  cents INTEGER NOT NULL CHECK (cents >= 0),
  vat TEXT NOT NULL CHECK (vat IN ('excl','incl','unknown')),
  date TEXT NOT NULL, valid_to TEXT,
  region TEXT, quantity INTEGER,
  used INTEGER NOT NULL CHECK (used IN (0,1)),
  note TEXT,
  confidence TEXT NOT NULL CHECK (confidence IN ('sourced','recalled')),
  source_id TEXT NOT NULL REFERENCES source(id)
) STRICT;
CREATE INDEX price_by_part ON price(part_id);
-- Prices of classes of products and of whole servers: to compare with, never to order from.
CREATE TABLE market_price (
  subject TEXT NOT NULL, kind TEXT NOT NULL, currency TEXT NOT NULL, cents INTEGER NOT NULL, vat TEXT NOT NULL, date TEXT NOT NULL,
  region TEXT, quantity INTEGER,
  confidence TEXT NOT NULL, source_id TEXT NOT NULL REFERENCES source(id)
) STRICT;
CREATE TABLE fx ( -- 1 unit of currency = micros / 1000000 EUR
  currency TEXT NOT NULL CHECK (length(currency) = 3), micros INTEGER NOT NULL CHECK (micros > 0), date TEXT NOT NULL,
  source_id TEXT NOT NULL REFERENCES source(id),
  PRIMARY KEY (currency, date)
) STRICT, WITHOUT ROWID;
CREATE TABLE vat ( -- percent * 100, for list prices that include it
  region TEXT PRIMARY KEY, basis_points INTEGER NOT NULL, confidence TEXT NOT NULL, source_id TEXT NOT NULL REFERENCES source(id)
) STRICT, WITHOUT ROWID;
CREATE TABLE lead_time ( -- weeks by class of part, press and vendor compilations: overwritten by the distributor's date
  class TEXT PRIMARY KEY, -- 'platform' 'gpu-platform' 'cpu:AMD' 'cpu:Intel' 'dimm' 'dimm-large' 'gpu' 'drive' 'nic'
  weeks_low INTEGER NOT NULL, weeks_high INTEGER NOT NULL CHECK (weeks_high >= weeks_low),
  date TEXT NOT NULL, confidence TEXT NOT NULL, source_id TEXT NOT NULL REFERENCES source(id)
) STRICT, WITHOUT ROWID;
CREATE TABLE constant ( -- planning values that rules use as @name
  name TEXT PRIMARY KEY, value REAL NOT NULL, unit TEXT NOT NULL, meaning TEXT NOT NULL,
  confidence TEXT NOT NULL, source_id TEXT NOT NULL REFERENCES source(id)
) STRICT, WITHOUT ROWID;
CREATE TABLE certification (
  word TEXT NOT NULL, platform_id INTEGER NOT NULL REFERENCES platform(id), gpu_id INTEGER REFERENCES gpu(id),
  certificate TEXT NOT NULL, source_id TEXT NOT NULL REFERENCES source(id)
) STRICT;

-- Compiled from rules/*.cfg.
CREATE TABLE term (
  name TEXT PRIMARY KEY, sql TEXT NOT NULL, sure TEXT, unit TEXT NOT NULL, meaning TEXT NOT NULL, source TEXT,
  file TEXT NOT NULL, line INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE rule (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL, severity TEXT NOT NULL CHECK (severity IN ('error','warning','advice')),
  step TEXT NOT NULL CHECK (step IN ('workload','memory','gpu','growth','system','bill')),
  when_sql TEXT NOT NULL, holds_sql TEXT NOT NULL, have_sql TEXT NOT NULL, need_sql TEXT NOT NULL,
  unit TEXT NOT NULL, text TEXT NOT NULL, why TEXT NOT NULL, source TEXT NOT NULL,
  -- where a fact is missing: 'doubt' lets a machine pass as not proven, 'forbid' keeps the solver from offering it
  unknown TEXT NOT NULL CHECK (unknown IN ('doubt','count','forbid')),
  file TEXT NOT NULL, line INTEGER NOT NULL
) STRICT;
CREATE TABLE workload (
  id TEXT PRIMARY KEY, title TEXT NOT NULL, help TEXT NOT NULL, seq INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE VIRTUAL TABLE part_fts USING fts5(words, kind UNINDEXED, tokenize = "unicode61 remove_diacritics 2", prefix = '2 3 4');
