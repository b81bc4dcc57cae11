/* SPDX-License-Identifier: MIT */
/* Helper of test_resolve and test_search: a catalogue of parts chosen for names that are easily mixed up. */
#ifndef BESTEK_TESTS_PARTS_WORLD_H
#define BESTEK_TESTS_PARTS_WORLD_H

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "core/base/file.h"
#include "core/base/mem.h"
#include "core/base/str.h"
#include "core/catalog/catalog.h"

struct world_part {
	const char *kind, *vendor, *model, *number, *label, *status;
	const char *figures; /* the values of its own table behind the id */
};

static const struct world_part world_parts[] = {
#define CPU(vendor, model, number) { "cpu", vendor, model, number, vendor " " model, "active", NULL }
	CPU("AMD", "EPYC 9654", "100-000000789"),
	CPU("AMD", "EPYC 9654P", "100-000000803"),
	CPU("AMD", "EPYC 9655", "100-000000674"),
	CPU("AMD", "EPYC 9655P", "100-000001522"),
	CPU("AMD", "EPYC 9575F", "100-000001554"),
	CPU("AMD", "EPYC 74F3", NULL),
	CPU("AMD", "EPYC 7742", NULL),
	{ "cpu", "AMD", "EPYC 7713", NULL, "AMD EPYC 7713", "ended", NULL },
	CPU("AMD", "EPYC 7713P", NULL),
	CPU("Intel", "Xeon Platinum 8480+", NULL),
	CPU("Intel", "Xeon Platinum 8480C", NULL),
	CPU("Intel", "Xeon Platinum 8470", NULL),
	CPU("Intel", "Xeon Platinum 8592+", NULL),
	CPU("Intel", "Xeon Platinum 8380", NULL),
	CPU("Intel", "Xeon Gold 6458Q", NULL),
	CPU("Intel", "Xeon Gold 6448Y", NULL),
	CPU("Intel", "Xeon 6787P", NULL),
	CPU("Intel", "Xeon Gold 6530", NULL),
	CPU("Intel", "Xeon 6530P", NULL),
#undef CPU
#define GPU(vendor, model, number, figures) { "gpu", vendor, model, number, vendor " " model, "active", figures }
	GPU("NVIDIA", "A100 40GB PCIe", "900-21001-0000-000", "'Ampere', 'pcie', 40, 'HBM2', 250"),
	GPU("NVIDIA", "A100 80GB PCIe", "900-21001-0020-100", "'Ampere', 'pcie', 80, 'HBM2e', 300"),
	GPU("NVIDIA", "A100 40GB SXM4", NULL, "'Ampere', 'sxm4', 40, 'HBM2', 400"),
	GPU("NVIDIA", "A100 80GB SXM4", NULL, "'Ampere', 'sxm4', 80, 'HBM2e', 400"),
	GPU("NVIDIA", "H100 PCIe 80GB", "900-21010-0000-000", "'Hopper', 'pcie', 80, 'HBM2e', 350"),
	GPU("NVIDIA", "H100 NVL 94GB", "900-21010-0020-000", "'Hopper', 'pcie', 94, 'HBM3', 400"),
	GPU("NVIDIA", "H100 SXM5 80GB", NULL, "'Hopper', 'sxm5', 80, 'HBM3', 700"),
	GPU("NVIDIA", "H200 SXM5 141GB", NULL, "'Hopper', 'sxm5', 141, 'HBM3e', 700"),
	GPU("NVIDIA", "H200 NVL 141GB", "900-21010-0040-000", "'Hopper', 'pcie', 141, 'HBM3e', 600"),
	GPU("NVIDIA", "B200 SXM6 180GB", NULL, "'Blackwell', 'sxm6', 180, 'HBM3e', 1000"),
	GPU("NVIDIA", "GH200 96GB Grace Hopper", NULL, "'Hopper + Grace', 'superchip', 96, 'HBM3', 1000"),
	GPU("NVIDIA", "GH200 144GB Grace Hopper", NULL, "'Hopper + Grace', 'superchip', 144, 'HBM3e', 1000"),
	GPU("NVIDIA", "L4", "900-2G193-0000-000", "'Ada Lovelace', 'pcie', 24, 'GDDR6', 72"),
	GPU("NVIDIA", "L40", "900-2G133-0010-000", "'Ada Lovelace', 'pcie', 48, 'GDDR6', 300"),
	GPU("NVIDIA", "L40S", "900-2G133-0080-000", "'Ada Lovelace', 'pcie', 48, 'GDDR6', 350"),
	GPU("NVIDIA", "A10", "900-2G133-0020-100", "'Ampere', 'pcie', 24, 'GDDR6', 150"),
	GPU("NVIDIA", "T4", "900-2G183-0000-000", "'Turing', 'pcie', 16, 'GDDR6', 70"),
	GPU("NVIDIA", "RTX 6000 Ada Generation", NULL, "'Ada Lovelace', 'pcie', 48, 'GDDR6', 300"),
	GPU("NVIDIA", "RTX PRO 6000 Blackwell Server Edition", NULL, "'Blackwell', 'pcie', 96, 'GDDR7', 600"),
	GPU("NVIDIA", "RTX PRO 6000 Blackwell Workstation Edition", NULL, "'Blackwell', 'pcie', 96, 'GDDR7', 600"),
	GPU("AMD", "Instinct MI300X", NULL, "'CDNA 3', 'oam', 192, 'HBM3', 750"),
	GPU("AMD", "Instinct MI355X", NULL, "'CDNA 4', 'oam', 288, 'HBM3e', 1400"),
	GPU("Intel", "Gaudi 2 HL-225H", "HL-225H", "'Gaudi 2', 'oam', 96, 'HBM2e', 600"),
	GPU("Intel", "Gaudi 3 HL-325L OAM", "HL-325L", "'Gaudi 3', 'oam', 128, 'HBM2e', 900"),
	GPU("Intel", "Gaudi 3 HL-338 PCIe", "HL-338", "'Gaudi 3', 'pcie', 128, 'HBM2e', 600"),
	GPU("NVIDIA", "HGX H100 4-GPU", NULL, "'Hopper', 'baseboard', 320, 'HBM3', 2800"),
	GPU("NVIDIA", "HGX H100 8-GPU", "935-24287-0000-000", "'Hopper', 'baseboard', 640, 'HBM3', 5600"),
	GPU("NVIDIA", "HGX B200 8-GPU Umbriel", NULL, "'Blackwell', 'baseboard', 1440, 'HBM3e', 8000"),
	GPU("AMD", "MI300X 8-GPU UBB 2.0", NULL, "'CDNA 3', 'baseboard', 1536, 'HBM3', 6000"),
#undef GPU
#define DIMM(vendor, model, number, figures) \
	{ "dimm", vendor, model, number, model " " vendor " " number, "active", figures }
	DIMM("Samsung", "32 GB DDR5-4800 RDIMM 2Rx8", "M321R4GA3BB6-CQK", "'DDR5', 32, 'RDIMM', 4800, 2, 'x8', 16"),
	DIMM("Samsung", "32 GB DDR5-4800 RDIMM 1Rx4", "M321R4GA0BB0-CQKET", "'DDR5', 32, 'RDIMM', 4800, 1, 'x4', 16"),
	DIMM("Samsung", "64 GB DDR5-4800 RDIMM 2Rx4", "M321R8GA0BB0-CQKZJ", "'DDR5', 64, 'RDIMM', 4800, 2, 'x4', 16"),
	DIMM("Micron", "64 GB DDR5-4800 RDIMM 2Rx4", "MTC40F2046S1RC48BA1", "'DDR5', 64, 'RDIMM', 4800, 2, 'x4', 16"),
	DIMM("SK hynix", "64 GB DDR5-4800 RDIMM 2Rx4", "HMCG94AEBRA109N", "'DDR5', 64, 'RDIMM', 4800, 2, 'x4', 16"),
	{ "dimm", "Micron", "64 GB DDR5-5600 RDIMM 2Rx4", "MTC40F2046S1RC56BD1", "64 GB DDR5-5600 RDIMM 2Rx4 Micron",
	  "ended", "'DDR5', 64, 'RDIMM', 5600, 2, 'x4', 16" },
	DIMM("Micron", "64 GB DDR5-5600 RDIMM 2Rx4", "MTC40F2046S1RC56BD2", "'DDR5', 64, 'RDIMM', 5600, 2, 'x4', 16"),
	DIMM("Samsung", "128 GB DDR5-5600 3DS-RDIMM 4Rx4", "M321RAGA0B20-CWM",
	     "'DDR5', 128, '3DS-RDIMM', 5600, 4, 'x4', 16"),
	DIMM("Micron", "128 GB DDR5-5600 RDIMM 2Rx4", "MTC40F2047S1RC56BB1", "'DDR5', 128, 'RDIMM', 5600, 2, 'x4', 32"),
	DIMM("Micron", "32 GB DDR5-5600 RDIMM 2Rx8", "MTC20F2085S1RC56B", "'DDR5', 32, 'RDIMM', 5600, 2, 'x8', 16"),
	{ "dimm", "Micron", "64 GB DDR5-8800 MRDIMM 2Rx4", NULL, "64 GB DDR5-8800 MRDIMM 2Rx4 Micron", "active",
	  "'DDR5', 64, 'MRDIMM', 8800, 2, 'x4', 16" },
#undef DIMM
#define DRIVE(vendor, model, number, figures) { "drive", vendor, model, number, vendor " " model, "active", figures }
	DRIVE("Micron", "7450 PRO 7.68TB", "MTFDKCC7T6TFR", "7.68, 'U.3'"),
	DRIVE("Micron", "7450 PRO 3.84TB", "MTFDKCC3T8TFR", "3.84, 'U.3'"),
	DRIVE("Micron", "7450 MAX 6.4TB", "MTFDKCC6T4TFS", "6.4, 'U.3'"),
	DRIVE("Micron", "7450 PRO M.2 2280 480GB", "MTFDKBA480TFR", "0.48, 'M.2'"),
	DRIVE("Samsung", "PM9A3 1.92TB", "MZQL21T9HCJR-00A07", "1.92, 'U.2'"),
	DRIVE("Samsung", "PM9A3 3.84TB", "MZQL23T8HCLS-00A07", "3.84, 'U.2'"),
	DRIVE("Samsung", "PM9A3 M.2 22110 1.92TB", "MZ1L21T9HCLS-00A07", "1.92, 'M.2'"),
#undef DRIVE
#define OTHER(kind, vendor, model, number) { kind, vendor, model, number, vendor " " model " " number, "active", NULL }
	OTHER("platform", "Supermicro", "AS-4126GS-NBR-LCC", "AS-4126GS-NBR-LCC"),
	OTHER("platform", "Supermicro", "AS-4125GS-TNRT", "AS-4125GS-TNRT"),
	OTHER("platform", "Supermicro", "AS-4125GS-TNRT1", "AS-4125GS-TNRT1"),
	OTHER("platform", "Supermicro", "AS-8125GS-TNMR2", "AS-8125GS-TNMR2"),
	OTHER("platform", "Supermicro", "SYS-421GE-TNRT", "SYS-421GE-TNRT"),
	OTHER("platform", "Supermicro", "SYS-421GE-TNRT3", "SYS-421GE-TNRT3"),
	OTHER("platform", "ASUS", "ESC8000A-E12", "ESC8000A-E12"),
	OTHER("platform", "HPE", "ProLiant DL380a Gen11", "P-Gen11"),
	OTHER("platform", "HPE", "ProLiant Compute DL380a Gen12", "P-Gen12"),
	OTHER("nic", "NVIDIA", "ConnectX-7 dual 200G", "MCX755106AS-HEAT"),
	OTHER("nic", "NVIDIA", "ConnectX-7 dual 200G crypto", "MCX755106AC-HEAT"),
	OTHER("nic", "NVIDIA", "ConnectX-7 NDR", "MCX75310AAS-NEAT"),
	OTHER("nic", "NVIDIA", "BlueField-3 B3220 DPU", "900-9D3B6-00CV-AA0"),
	OTHER("accessory", "NVIDIA", "H200 NVL 4-way NVLink bridge", "900-53651-000"),
	OTHER("accessory", "Metallwerk", "GEHÄUSE 2HE", "G-2HE"),
	OTHER("accessory", "Metallwerk", "Kühlkörper Größe 1", "K-1"),
#undef OTHER
};

/* Tables with figures of their own, and the columns that figures name. */
static const char *const world_tables[][2] = {
	{ "gpu", "gpu(id, architecture, form, memory_gb, memory_type, tdp_w, cooling) VALUES (%d, %s, 'passive')" },
	{ "dimm", "dimm(id, generation, capacity_gb, type, mts, ranks, width, die_gbit) VALUES (%d, %s)" },
	{ "drive", "drive(id, capacity_tb, form) VALUES (%d, %s)" },
};

static const char world_more[] =
	"INSERT INTO order_number(vendor, order_number, kind, part_id, description, confidence, source_id)"
	" SELECT 'Supermicro', 'PSE-TUR9575F-1554', 'cpu', id, 'Turin 9575F', 'sourced', 's' FROM part"
	" WHERE model = 'EPYC 9575F';"
	"INSERT INTO order_number(vendor, order_number, kind, part_id, description, confidence, source_id)"
	" SELECT 'Supermicro', 'GPU-NVH200NVL', 'gpu', id, 'H200 NVL', 'sourced', 's' FROM part"
	" WHERE model = 'H200 NVL 141GB';"
	"INSERT INTO order_number(vendor, order_number, kind, description, confidence, source_id) VALUES"
	" ('Supermicro', 'MEM-DR564MC-ER56', 'dimm', '64 GB DDR5-5600 2Rx4 RDIMM; 10 W', 'sourced', 's'),"
	" ('Supermicro', 'MEM-DR532MD-EU56', 'dimm', '32 GB DDR5-5600 2Rx8 ECC UDIMM', 'sourced', 's'),"
	" ('Supermicro', 'HDS-MUN-MTFDKCC15T3TFR', 'drive', 'Micron 7450 PRO 15.36 TB NVMe U.3', 'sourced', 's');"
	"INSERT INTO fx VALUES ('USD', 850000, '2026-08-25', 's');"
	"INSERT INTO part_fts(rowid, words, kind)"
	" SELECT id, label || ' ' || vendor || ' ' || model || ' ' || coalesce(part_number, ''), kind FROM part;"
	"PRAGMA application_id = 1112757317; PRAGMA user_version = 1;";

static struct catalog *world;
static char world_path[] = "/tmp/bestek-parts-XXXXXX";

static void world_exec(struct db *db, const char *sql)
{
	struct err err = { 0 };

	if (db_exec(db, sql, &err) != ERR_OK)
		fail_msg("%s: %s", err.msg, db_message(db));
}

static void world_insert(struct db *db, int id, const struct world_part *p)
{
	struct err err = { 0 };
	struct str sql = STR_INIT;
	struct stmt *st;

	assert_int_equal(stmt_prepare(&st, db, "INSERT INTO part(id, kind, vendor, model, part_number, label, status,"
		" confidence, source_id) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, 'sourced', 's')", &err), ERR_OK);
	stmt_bind_i64(st, 1, id);
	stmt_bind_text(st, 2, p->kind);
	stmt_bind_text(st, 3, p->vendor);
	stmt_bind_text(st, 4, p->model);
	stmt_bind_text(st, 5, p->number);
	stmt_bind_text(st, 6, p->label);
	stmt_bind_text(st, 7, p->status);
	if (stmt_run(st, &err) != ERR_OK)
		fail_msg("%s: %s", p->label, db_message(db));
	stmt_free(st);
	for (size_t i = 0; i < sizeof(world_tables) / sizeof(world_tables[0]); i++) {
		const char *values = strchr(world_tables[i][1], '%');

		if (!p->figures || strcmp(world_tables[i][0], p->kind) != 0)
			continue;
		str_clear(&sql);
		str_addf(&sql, "INSERT INTO ");
		str_add_n(&sql, world_tables[i][1], (size_t)(values - world_tables[i][1]));
		str_addf(&sql, "%d, %s%s", id, p->figures, strchr(values + 2, '%') + 2);
		world_exec(db, str_c(&sql));
	}
	str_release(&sql);
}

static int world_open(void **state)
{
	struct err err = { 0 };
	struct db *db;
	struct str path = STR_INIT;
	char *schema;
	size_t len;
	int fd = mkstemp(world_path);

	(void)state;
	assert_true(fd >= 0);
	close(fd);
	unlink(world_path);
	assert_non_null(getenv("BESTEK_SRCDIR"));
	str_addf(&path, "%s/data/schema.sql", getenv("BESTEK_SRCDIR"));
	assert_int_equal(file_read(str_c(&path), 1 << 20, &schema, &len, &err), ERR_OK);
	str_release(&path);
	assert_int_equal(db_open(&db, world_path, DB_CREATE, &err), ERR_OK);
	world_exec(db, schema);
	mem_free(schema);
	world_exec(db, "INSERT INTO source VALUES ('s', 'a test')");
	for (size_t i = 0; i < sizeof(world_parts) / sizeof(world_parts[0]); i++)
		world_insert(db, (int)i + 1, &world_parts[i]);
	world_exec(db, world_more);
	db_close(db);
	assert_int_equal(catalog_open(&world, world_path, &err), ERR_OK);
	return 0;
}

/* Opens the catalogue anew with one more statement run on it. */
__attribute__((unused)) static void world_add(const char *sql)
{
	struct err err = { 0 };
	struct db *db;

	catalog_free(world);
	world = NULL;
	assert_int_equal(db_open(&db, world_path, DB_CREATE, &err), ERR_OK);
	world_exec(db, sql);
	db_close(db);
	assert_int_equal(catalog_open(&world, world_path, &err), ERR_OK);
}

static int world_close(void **state)
{
	(void)state;
	catalog_free(world);
	unlink(world_path);
	return 0;
}

#endif
