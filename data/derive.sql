-- SPDX-License-Identifier: MIT
-- Worked out once, after the rows are loaded: prices in one currency, what ranks a part without a price, lead times,
-- and every population of every module that a CPU family takes.

-- The price that counts for each part: of the rows in use whose currency has a rate (and, with VAT inside, whose
-- region's VAT is known), the newest; at equal date list before retail, street and spot. EUR cents without VAT.
CREATE TABLE offer (
  part_id INTEGER PRIMARY KEY REFERENCES part(id),
  cents INTEGER NOT NULL,
  price_id INTEGER NOT NULL REFERENCES price(id)
) STRICT;
INSERT INTO offer
SELECT part_id, cents, price_id FROM (
  SELECT r.part_id, r.id AS price_id,
    CAST(round(CASE r.vat WHEN 'incl' THEN r.cents * 10000.0 / (10000 + v.basis_points) ELSE r.cents END
      * f.micros / 1000000.0) AS INTEGER) AS cents,
    row_number() OVER (PARTITION BY r.part_id ORDER BY
      substr(r.date || CASE length(r.date) WHEN 4 THEN '-01-01' WHEN 7 THEN '-01' ELSE '' END, 1, 10) DESC,
      CASE r.kind WHEN 'list' THEN 0 WHEN 'retail' THEN 1 WHEN 'street' THEN 2 ELSE 3 END, r.cents, r.id) AS place
  FROM price r
  JOIN fx f ON f.currency = r.currency AND f.date = (SELECT max(date) FROM fx f2 WHERE f2.currency = r.currency)
  LEFT JOIN vat v ON v.region = r.region
  WHERE r.used = 1 AND coalesce(r.quantity, 1) <= 1 AND (r.vat <> 'incl' OR v.region IS NOT NULL)
) WHERE place = 1;

-- Columns that rules and the solver read with the part's own figures.
-- cents: EUR list price, NULL on request. rank_cents: the same, or, for ordering only and never shown as a price, the
-- dearest known price per unit of the part's class times its size, so that an unknown price never wins by being unknown.
ALTER TABLE platform ADD COLUMN vendor TEXT; ALTER TABLE platform ADD COLUMN model TEXT;
ALTER TABLE platform ADD COLUMN status TEXT; ALTER TABLE platform ADD COLUMN recalled TEXT;
ALTER TABLE platform ADD COLUMN cents INTEGER; ALTER TABLE platform ADD COLUMN rank_cents INTEGER;
ALTER TABLE platform ADD COLUMN lead_weeks INTEGER; ALTER TABLE platform ADD COLUMN lead_gpu_weeks INTEGER;
ALTER TABLE platform ADD COLUMN slot_any INTEGER; ALTER TABLE platform ADD COLUMN slot_nic INTEGER; ALTER TABLE platform ADD COLUMN slot_gpu INTEGER;
ALTER TABLE platform ADD COLUMN slot_live_gpu INTEGER; ALTER TABLE platform ADD COLUMN slot_card INTEGER; ALTER TABLE platform ADD COLUMN slot_x16 INTEGER;
ALTER TABLE platform ADD COLUMN slot_live_card INTEGER; ALTER TABLE platform ADD COLUMN slot_live_bay INTEGER; ALTER TABLE platform ADD COLUMN lanes_2p INTEGER; ALTER TABLE platform ADD COLUMN has_gpu_list INTEGER;
UPDATE platform SET
  (vendor, model, status, recalled) = (SELECT vendor, model, status, recalled FROM part WHERE part.id = platform.id),
  cents = (SELECT cents FROM offer WHERE part_id = platform.id),
  lead_weeks = (SELECT weeks_high FROM lead_time WHERE class = 'platform'),
  lead_gpu_weeks = (SELECT weeks_high FROM lead_time WHERE class = 'gpu-platform'),
  slot_any = (SELECT sum(slots) FROM platform_slot s WHERE s.platform_id = platform.id AND purpose = 'any' AND coalesce(lanes, 16) >= 8),
  slot_nic = (SELECT sum(slots) FROM platform_slot s WHERE s.platform_id = platform.id AND purpose = 'nic' AND coalesce(lanes, 16) >= 8),
  slot_gpu = (SELECT sum(slots) FROM platform_slot s WHERE s.platform_id = platform.id AND purpose = 'gpu'),
  lanes_2p = (SELECT l.lanes_2p FROM platform_lanes l WHERE l.platform_id = platform.id),
  slot_card = (SELECT sum(slots) FROM platform_slot s WHERE s.platform_id = platform.id AND purpose IN ('any','gpu') AND coalesce(lanes, 16) = 16),
  -- where the lanes of every slot are known
  slot_x16 = (SELECT sum(CASE lanes WHEN 16 THEN slots ELSE 0 END) FROM platform_slot s WHERE s.platform_id = platform.id
    AND purpose IN ('any','gpu','nic') HAVING count(*) = count(lanes)),
  -- slots and bays of the first CPU, where the owner of every one is known
  slot_live_card = (SELECT sum(CASE attached WHEN '0' THEN slots ELSE 0 END) FROM platform_slot s
    WHERE s.platform_id = platform.id AND purpose IN ('any','gpu','nic') AND coalesce(lanes, 16) >= 8
    HAVING min(attached IS NOT NULL AND attached IN ('0','1')) = 1),
  slot_live_bay = (SELECT sum(CASE attached WHEN '0' THEN slots ELSE 0 END) FROM platform_slot s
    WHERE s.platform_id = platform.id AND purpose = 'nvme-bay'
    HAVING min(attached IS NOT NULL AND attached IN ('0','1')) = 1),
  -- GPU slots of the first CPU, where the owner of every GPU slot is known
  slot_live_gpu = (SELECT sum(CASE attached WHEN '0' THEN slots ELSE 0 END) FROM platform_slot s
    WHERE s.platform_id = platform.id AND purpose IN ('any','gpu') AND coalesce(lanes, 16) = 16
    HAVING min(attached IS NOT NULL AND attached IN ('0','1')) = 1),
  has_gpu_list = EXISTS (SELECT 1 FROM platform_gpu v WHERE v.platform_id = platform.id);
UPDATE platform SET rank_cents = coalesce(cents, (SELECT max(cents) FROM platform), 0);

ALTER TABLE cpu ADD COLUMN vendor TEXT; ALTER TABLE cpu ADD COLUMN model TEXT;
ALTER TABLE cpu ADD COLUMN status TEXT; ALTER TABLE cpu ADD COLUMN recalled TEXT;
ALTER TABLE cpu ADD COLUMN cents INTEGER; ALTER TABLE cpu ADD COLUMN rank_cents INTEGER; ALTER TABLE cpu ADD COLUMN lead_weeks INTEGER;
UPDATE cpu SET
  (vendor, model, status, recalled) = (SELECT vendor, model, status, recalled FROM part WHERE part.id = cpu.id),
  cents = (SELECT cents FROM offer WHERE part_id = cpu.id),
  lead_weeks = (SELECT weeks_high FROM lead_time l, part WHERE part.id = cpu.id AND l.class = 'cpu:' || part.vendor);
UPDATE cpu SET rank_cents = coalesce(cents,
  CAST(cores * (SELECT max(o.cents * 1.0 / o.cores) FROM cpu o WHERE o.family = cpu.family AND o.cents IS NOT NULL) AS INTEGER),
  CAST(cores * (SELECT max(o.cents * 1.0 / o.cores) FROM cpu o WHERE o.cents IS NOT NULL) AS INTEGER), 0);
CREATE INDEX cpu_by_socket ON cpu(socket, rank_cents);

ALTER TABLE gpu ADD COLUMN vendor TEXT; ALTER TABLE gpu ADD COLUMN model TEXT;
ALTER TABLE gpu ADD COLUMN status TEXT; ALTER TABLE gpu ADD COLUMN recalled TEXT;
ALTER TABLE gpu ADD COLUMN cents INTEGER; ALTER TABLE gpu ADD COLUMN rank_cents INTEGER; ALTER TABLE gpu ADD COLUMN lead_weeks INTEGER;
UPDATE gpu SET
  (vendor, model, status, recalled) = (SELECT vendor, model, status, recalled FROM part WHERE part.id = gpu.id),
  cents = (SELECT cents FROM offer WHERE part_id = gpu.id),
  lead_weeks = (SELECT weeks_high FROM lead_time WHERE class = 'gpu');
UPDATE gpu SET rank_cents = coalesce(cents,
  CAST(memory_gb * (SELECT max(o.cents * 1.0 / o.memory_gb) FROM gpu o WHERE o.cents IS NOT NULL AND o.form <> 'baseboard') AS INTEGER), 0);
-- a baseboard's own price, for the modules on it
ALTER TABLE baseboard ADD COLUMN cents INTEGER; ALTER TABLE baseboard ADD COLUMN rank_cents INTEGER;
UPDATE baseboard SET cents = coalesce((SELECT cents FROM offer WHERE part_id = baseboard_id),
  modules * (SELECT cents FROM offer WHERE part_id = gpu_id));
UPDATE baseboard SET rank_cents = coalesce(cents, modules * (SELECT rank_cents FROM gpu WHERE gpu.id = gpu_id));

ALTER TABLE dimm ADD COLUMN vendor TEXT; ALTER TABLE dimm ADD COLUMN model TEXT;
ALTER TABLE dimm ADD COLUMN part_number TEXT;
ALTER TABLE dimm ADD COLUMN status TEXT; ALTER TABLE dimm ADD COLUMN recalled TEXT;
ALTER TABLE dimm ADD COLUMN cents INTEGER; ALTER TABLE dimm ADD COLUMN rank_cents INTEGER; ALTER TABLE dimm ADD COLUMN lead_weeks INTEGER;
ALTER TABLE dimm ADD COLUMN power_w REAL;
UPDATE dimm SET
  (vendor, model, part_number, status, recalled) = (SELECT vendor, model, part_number, status, recalled FROM part WHERE part.id = dimm.id),
  cents = (SELECT cents FROM offer WHERE part_id = dimm.id),
  lead_weeks = (SELECT weeks_high FROM lead_time WHERE class = CASE WHEN capacity_gb >= 96 THEN 'dimm-large' ELSE 'dimm' END),
  power_w = (SELECT value FROM constant WHERE name = CASE WHEN capacity_gb <= 32 THEN 'dimm_w_small'
    WHEN capacity_gb <= 96 THEN 'dimm_w_medium' WHEN capacity_gb <= 128 THEN 'dimm_w_large' ELSE 'dimm_w_huge' END);
UPDATE dimm SET lead_weeks = coalesce(lead_weeks, (SELECT weeks_high FROM lead_time WHERE class = 'dimm')),
  rank_cents = coalesce(cents, CAST(capacity_gb *
  (SELECT max(o.cents * 1.0 / o.capacity_gb) FROM dimm o WHERE o.cents IS NOT NULL) AS INTEGER), 0);

ALTER TABLE nic ADD COLUMN vendor TEXT; ALTER TABLE nic ADD COLUMN model TEXT;
ALTER TABLE nic ADD COLUMN status TEXT; ALTER TABLE nic ADD COLUMN recalled TEXT;
ALTER TABLE nic ADD COLUMN cents INTEGER; ALTER TABLE nic ADD COLUMN rank_cents INTEGER; ALTER TABLE nic ADD COLUMN lead_weeks INTEGER;
UPDATE nic SET
  (vendor, model, status, recalled) = (SELECT vendor, model, status, recalled FROM part WHERE part.id = nic.id),
  cents = (SELECT cents FROM offer WHERE part_id = nic.id),
  lead_weeks = (SELECT weeks_high FROM lead_time WHERE class = 'nic');
UPDATE nic SET rank_cents = coalesce(cents, CAST(ports * speed_gbps *
  (SELECT max(o.cents * 1.0 / (o.ports * o.speed_gbps)) FROM nic o WHERE o.cents IS NOT NULL) AS INTEGER), 0);

ALTER TABLE drive ADD COLUMN vendor TEXT; ALTER TABLE drive ADD COLUMN model TEXT;
ALTER TABLE drive ADD COLUMN status TEXT; ALTER TABLE drive ADD COLUMN recalled TEXT;
ALTER TABLE drive ADD COLUMN cents INTEGER; ALTER TABLE drive ADD COLUMN rank_cents INTEGER; ALTER TABLE drive ADD COLUMN lead_weeks INTEGER;
UPDATE drive SET
  (vendor, model, status, recalled) = (SELECT vendor, model, status, recalled FROM part WHERE part.id = drive.id),
  cents = (SELECT cents FROM offer WHERE part_id = drive.id),
  lead_weeks = (SELECT weeks_high FROM lead_time WHERE class = 'drive');
UPDATE drive SET rank_cents = coalesce(cents, CAST(capacity_tb *
  (SELECT max(o.cents / o.capacity_tb) FROM drive o WHERE o.cents IS NOT NULL) AS INTEGER), 0);

-- Every population of every module that a family takes: 1 row = one way to fill one socket.
CREATE TABLE memory_option (
  id INTEGER PRIMARY KEY,
  family TEXT NOT NULL, channels INTEGER NOT NULL,
  dimm_id INTEGER NOT NULL REFERENCES dimm(id), dps INTEGER NOT NULL,
  gb INTEGER NOT NULL,
  rank_cents INTEGER NOT NULL
) STRICT;
INSERT INTO memory_option (family, channels, dimm_id, dps, gb, rank_cents)
SELECT m.family, m.channels, d.id, m.dimms_per_socket, m.dimms_per_socket * d.capacity_gb, m.dimms_per_socket * d.rank_cents
FROM memory_population m, dimm d
WHERE m.dimms_per_socket > 0 AND coalesce(m.allowed, '') <> 'no'
  AND EXISTS (SELECT 1 FROM cpu c WHERE c.family = m.family AND instr(c.mem_type, d.generation) > 0)
ORDER BY m.family, m.channels, 6, d.id, 4;
CREATE INDEX memory_option_by_price ON memory_option(family, channels, rank_cents, gb, dps, dimm_id);
