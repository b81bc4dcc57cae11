/* SPDX-License-Identifier: MIT */
/*
 * Helper of the bill's and the exporters' tests: a catalogue of a dozen parts with round prices, made by the real
 * schema and derivations, and an engine that answers from variables.
 */
#ifndef BESTEK_TESTS_BOM_WORLD_H
#define BESTEK_TESTS_BOM_WORLD_H

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
#include "core/base/num.h"
#include "core/base/str.h"
#include "core/rules/engine.h"

enum { P_CARDS = 1, P_CPU, P_DIMM, P_CARD, P_MODULE, P_BOARD, P_NIC, P_DRIVE, P_PSU, P_BOOT, P_MODULES, P_CABLE,
	P_BIG_PSU };

static const char world_rows[] =
	"INSERT INTO source VALUES ('s1', 'a published list'), ('s2', 'a shop');"
	"INSERT INTO fx VALUES ('EUR', 1000000, '2026-08-25', 's1'), ('USD', 850000, '2025-01-01', 's1'),"
	" ('USD', 856730, '2026-08-25', 's1');"
	"INSERT INTO vat VALUES ('NL', 2100, 'sourced', 's1');"
	"INSERT INTO lead_time VALUES ('platform', 30, 52, '2026', 'sourced', 's1'), ('gpu-platform', 40, 70,"
	" '2026', 'sourced', 's1'),"
	" ('dimm', 12, 30, '2026', 'sourced', 's1'), ('gpu', 12, 31, '2026', 'sourced', 's1'), ('cpu:AMD', 8, 10,"
	" '2026', 'sourced', 's1');"
	"INSERT INTO constant VALUES ('dimm_w_small', 5, 'W', 'm', 'sourced', 's1'), ('dimm_w_medium', 8, 'W', 'm',"
	" 'sourced', 's1'),"
	" ('dimm_w_large', 10, 'W', 'm', 'sourced', 's1'), ('dimm_w_huge', 15, 'W', 'm', 'sourced', 's1'),"
	" ('nic_w', 25, 'W', 'm', 'sourced', 's1'), ('boot_w', 8, 'W', 'm', 'sourced', 's1'),"
	" ('drive_w_gen4', 12, 'W', 'm', 'sourced', 's1'), ('drive_w_gen5', 25, 'W', 'm', 'sourced', 's1'),"
	" ('utilisation', 0.7, '', 'm', 'sourced', 's1'), ('pue', 1.3, '', 'm', 'sourced', 's1'),"
	" ('eur_per_kwh', 0.2, '', 'm', 'sourced', 's1'), ('residual_3y', 0.2, '', 'm', 'sourced', 's1'),"
	" ('residual_5y', 0.05, '', 'm', 'sourced', 's1'), ('quote_days', 14, 'days', 'm', 'sourced', 's1'),"
	" ('quote_days_memory', 7, 'days', 'm', 'sourced', 's1'), ('quote_memory_share', 0.3, '', 'm', 'sourced', 's1'),"
	" ('vat_percent', 21, '%', 'm', 'sourced', 's1');"
	"INSERT INTO part(id, kind, vendor, model, part_number, label, status, confidence, source_id) VALUES"
	" (1, 'platform', 'Supermicro', 'AS-4125GS-TNRT', NULL, 'Supermicro AS-4125GS-TNRT', 'active', 'sourced', 's1'),"
	" (2, 'cpu', 'AMD', 'EPYC 9354', '100-000000798', 'AMD EPYC 9354', 'active', 'sourced', 's1'),"
	" (3, 'dimm', 'Samsung', '64 GB DDR5-4800 RDIMM 2Rx4', 'M321R8GA0BB0-CQKZJ',"
	"  '64 GB DDR5-4800 RDIMM 2Rx4 Samsung M321R8GA0BB0-CQKZJ', 'active', 'sourced', 's1'),"
	" (4, 'gpu', 'NVIDIA', 'H100 NVL 94GB', '900-21010-0020-000', 'NVIDIA H100 NVL 94GB', 'active', 'sourced', 's1'),"
	" (5, 'gpu', 'NVIDIA', 'H200 SXM5 141GB', NULL, 'NVIDIA H200 SXM5 141GB', 'active', 'sourced', 's1'),"
	" (6, 'gpu', 'NVIDIA', 'HGX H200 8-GPU', NULL, 'NVIDIA HGX H200 8-GPU', 'active', 'sourced', 's1'),"
	" (7, 'nic', 'NVIDIA', 'ConnectX-7', 'MCX755106AS-HEAT', 'NVIDIA ConnectX-7 MCX755106AS-HEAT', 'active',"
	" 'sourced', 's1'),"
	" (8, 'drive', 'Micron', '7450 PRO 7.68TB', '007', 'Micron 7450 PRO 7.68TB, 2.5\" U.3', 'active', 'recalled', 's1'),"
	" (9, 'psu', 'Supermicro', '2000 W supply', 'PWS-2K05A-1R', 'Supermicro 2000 W supply PWS-2K05A-1R',"
	" 'active', 'sourced', 's1'),"
	" (10, 'drive', 'Micron', '7450 PRO M.2', NULL, '=Micron 7450 PRO 960GB M.2', 'active', 'sourced', 's1'),"
	" (11, 'platform', 'Supermicro', 'SYS-821GE-TNHR', NULL, 'Supermicro SYS-821GE-TNHR', 'active', 'sourced', 's1'),"
	" (12, 'cable', 'Supermicro', 'CBL-PWEX-1148-20', 'CBL-PWEX-1148-20', 'GPU power cable', 'active', 'sourced', 's1'),"
	" (13, 'psu', 'Supermicro', '2700 W supply', 'PWS-2K7', 'Supermicro 2700 W supply', 'active', 'sourced', 's1');"
	"INSERT INTO platform(id, class, sockets, liquid_only, rack_u) VALUES (1, 'system', 2, 0, 4), (11, 'system', 2, 0, 8);"
	"INSERT INTO cpu(id, family, socket, max_sockets, cores, threads, base_ghz, tdp_w, channels, mem_type,"
	" mem_mts, pcie_gen, lanes_1p)"
	" VALUES (2, 'Genoa', 'SP5', 2, 32, 64, 3.25, 280, 12, 'DDR5', 4800, 5, 128);"
	"INSERT INTO gpu(id, form, memory_gb, tdp_w, cooling) VALUES (4, 'pcie', 94, 400, 'passive'), (5, 'sxm5',"
	" 141, 700, 'passive'),"
	" (6, 'baseboard', 1128, 5600, 'passive');"
	"INSERT INTO baseboard VALUES (6, 5, 8);"
	"INSERT INTO dimm VALUES (3, 'DDR5', 64, 'RDIMM', 4800, 2, 'x4', 16, 1.1);"
	"INSERT INTO nic VALUES (7, 2, 200, 'ethernet', 5, 16, 'HHHL', 'QSFP112', 26);"
	"INSERT INTO drive(id, capacity_tb, form, pcie_gen, power_w) VALUES (8, 7.68, 'U.3', 4, 14), (10, 0.96,"
	" 'M.2', 4, NULL);"
	"INSERT INTO cable(id) VALUES (12);"
	"INSERT INTO psu VALUES (9, 2000, 'titanium', 'C14'), (13, 2700, 'titanium', 'C20');"
	"INSERT INTO psu_option VALUES (1, 1, 9, 4, 2000, '2+2', 1, ' ', 's1'), (2, 1, 13, 4, 2700, '2+2', 0, ' ', 's1'),"
	" (3, 11, NULL, 6, 3000, '4+2', 1, ' ', 's1');"
	"INSERT INTO order_number VALUES ('Supermicro', 'P4X-GN9354', 'cpu', 2, NULL, 'EPYC 9354', NULL, 'sourced', 's1'),"
	" ('Supermicro', 'MEM-DR564MC-ER48', 'dimm', NULL, NULL, '64 GB DDR5-4800 RDIMM 2Rx4; (16Gb)',"
	" 'SYS-521E-WR', 'sourced', 's1'),"
	" ('Supermicro', 'MEM-DR564MC-ER56', 'dimm', NULL, NULL, '64 GB DDR5-5600 RDIMM 2Rx4', NULL, 'sourced', 's1'),"
	" ('Supermicro', 'GPU-ANY', 'gpu', 4, NULL, 'H100 NVL', NULL, 'sourced', 's1'),"
	" ('Supermicro', 'GPU-HERE', 'gpu', 4, NULL, 'H100 NVL', 'SYS-X; AS-4125GS-TNRT', 'sourced', 's1'),"
	" ('Supermicro', 'GPU-HGX-LC', 'gpu', 6, NULL, 'liquid board', 'AS-OTHER-LCC', 'sourced', 's1'),"
	" ('HPE', 'R5K', 'nic', 7, NULL, 'another vendor', NULL, 'sourced', 's1');"
	"INSERT INTO price(part_id, kind, currency, cents, vat, date, region, quantity, used, confidence, source_id) VALUES"
	" (1, 'list', 'USD', 1200000, 'excl', '2026-08', 'US', 1, 1, 'sourced', 's1'),"
	" (2, 'list', 'USD', 342000, 'unknown', '2022-11-10', 'US', 1, 1, 'sourced', 's1'),"
	" (3, 'street', 'USD', 45000, 'unknown', '2026-08-01', 'US', 1, 1, 'sourced', 's2'),"
	" (4, 'retail', 'USD', 2700000, 'unknown', '2026-09-21', 'US', 1, 1, 'sourced', 's2'),"
	" (5, 'retail', 'EUR', 3000000, 'excl', '2026-09-21', 'NL', 1, 1, 'sourced', 's2'),"
	" (7, 'retail', 'EUR', 121000, 'incl', '2026-05-02', 'NL', 1, 1, 'sourced', 's2'),"
	" (9, 'retail', 'EUR', 50000, 'excl', '2021', 'NL', 1, 1, 'sourced', 's2'),"
	" (10, 'list', 'EUR', 12055, 'excl', '2026-06-01', 'NL', 1, 1, 'sourced', 's1'),"
	" (11, 'list', 'EUR', 2000000, 'excl', '2026-06-01', 'NL', 1, 1, 'sourced', 's1'),"
	" (12, 'list', 'EUR', 4500, 'excl', '2026-06-01', 'NL', 1, 1, 'sourced', 's1');";

/* --- the engine that answers from variables --- */

struct engine { struct catalog *cat; struct figures figures; struct kit kit[8]; int n_kits, fixes; };

static struct engine world;
static struct rule world_rules[] = {
	{ .id = "gpu.validated", .step = "gpu", .severity = SEV_WARNING, .unit = "" },
	{ .id = "power.capacity", .step = "system", .severity = SEV_ERROR, .unit = "W" },
};
static char world_path[64];

struct catalog *engine_catalog(struct engine *e)
{
	return e->cat;
}

int engine_figures(struct engine *e, const struct build *b, struct figures *out, struct err *err)
{
	(void)b;
	(void)err;
	*out = e->figures;
	return ERR_OK;
}

int engine_kits(struct engine *e, const struct build *b, kit_fn fn, void *data, struct err *err)
{
	int i, rc = ERR_OK;

	(void)b;
	(void)err;
	for (i = 0; rc == ERR_OK && i < e->n_kits; i++)
		rc = fn(data, &e->kit[i]);
	return rc;
}

const char *severity_name(enum severity s)
{
	static const char *const names[] = { "error", "warning", "advice" };

	return names[s];
}

const char *severity_label(enum severity s)
{
	return severity_name(s);
}

int engine_check(struct engine *e, const struct build *b, struct findings *f, struct err *err)
{
	(void)e;
	(void)b;
	f->item = mem_calloc(2, sizeof(f->item[0]));
	if (!f->item)
		return err_nomem(err);
	f->n = f->cap = 2;
	f->item[0].rule = &world_rules[1];
	f->item[0].severity = SEV_ERROR;
	f->item[0].proven = 1;
	f->item[0].have.type = f->item[0].need.type = 'i';
	f->item[0].have.i = 4000;
	f->item[0].need.i = 4180;
	str_copy(f->item[0].text, sizeof(f->item[0].text), "the supplies give 4000 W, the machine draws 4180 W");
	f->item[1].rule = &world_rules[0];
	f->item[1].severity = SEV_WARNING;
	f->item[1].have.type = 'n';
	f->item[1].need.type = 't';
	str_copy(f->item[1].need.t, sizeof(f->item[1].need.t), "a list");
	str_copy(f->item[1].text, sizeof(f->item[1].text), "not proven: the validated list of AS_4125 | GPU is unknown");
	f->errors = f->warnings = 1;
	return ERR_OK;
}

void findings_release(struct findings *f)
{
	mem_free(f->item);
	memset(f, 0, sizeof(*f));
}

int engine_fix(struct engine *e, const struct build *b, const struct finding *f, struct fix *out, int *found,
	struct err *err)
{
	(void)f;
	(void)err;
	*found = 1;
	e->fixes++;
	build_init(&out->after);
	build_copy(&out->after, b);
	str_copy(out->text, sizeof(out->text), "take the 2700 W supplies");
	str_copy(out->changes[0], sizeof(out->changes[0]), "psu: 2000 W -> 2700 W");
	out->n_changes = 1;
	out->price_known = 0;
	out->power_delta_w = BUILD_UNSET;
	return ERR_OK;
}

/* --- the world --- */

static char *world_read(const char *path)
{
	char full[1024], *text = NULL;
	const char *root = getenv("BESTEK_SRCDIR");
	size_t len;
	struct err err = { 0 };

	snprintf(full, sizeof(full), "%s/%s", root ? root : ".", path);
	if (file_read(full, 1 << 20, &text, &len, &err) != ERR_OK)
		fail_msg("%s", err.msg);
	return text;
}

static void world_sql(struct db *db, const char *sql)
{
	struct err err = { 0 };

	if (db_exec(db, sql, &err) != ERR_OK)
		fail_msg("%s %s", err.msg, db_message(db));
}

/* Makes the catalogue; more: further rows, before the derivations; may be "". */
static void world_catalog(const char *more)
{
	char *schema = world_read("data/schema.sql"), *derive = world_read("data/derive.sql"), head[128];
	struct err err = { 0 };
	struct db *db;

	setenv("BESTEK_TODAY", "2026-11-30", 1);
	snprintf(world_path, sizeof(world_path), "bom_world.%ld.db", (long)getpid());
	unlink(world_path);
	if (db_open(&db, world_path, DB_CREATE, &err) != ERR_OK)
		fail_msg("%s", err.msg);
	snprintf(head, sizeof(head), "PRAGMA application_id = %d; PRAGMA user_version = %d;", CATALOG_APPLICATION_ID,
	         CATALOG_SCHEMA_VERSION);
	world_sql(db, head);
	world_sql(db, schema);
	world_sql(db, world_rows);
	world_sql(db, more);
	world_sql(db, derive);
	db_close(db);
	mem_free(schema);
	mem_free(derive);
	memset(&world, 0, sizeof(world));
	if (catalog_open(&world.cat, world_path, &err) != ERR_OK)
		fail_msg("%s", err.msg);
	world.figures = (struct figures){ .power_w = 3500, .power_ac_w = 3720, .heat_btu_h = 12693, .rack_u = 4,
		.lead_weeks = 72,
		.memory_gb = 1536, .memory_per_socket_gb = 768, .lanes_used = 104, .lanes_total = 160, .dimms = 24,
		.weight_kg = BUILD_UNSET_F, .memory_bandwidth_gbs = 921.6, .cpu_family = "Genoa" };
	world.kit[0] = (struct kit){ .part_id = P_CABLE, .part_number = "CBL-PWEX-1148-20", .description = "GPU power cable",
		.category = "cable", .word = "gpu-cable", .quantity = 4, .required = 1 };
	world.kit[1] = (struct kit){ .description = "power cord C13",
		.category = "cord", .word = "cord", .quantity = 4, .required = 1,
		.recalled = 1 };
	world.kit[2] = (struct kit){ .description = "rail kit",
		.category = "rail", .word = "rail", .quantity = 1, .left_out = 1 };
	world.kit[3] = (struct kit){ .part_number = "AOM-TPM-9670V-O", .description = "TPM 2.0 module",
		.category = "tpm", .word = "tpm",
		.quantity = 1 };
	world.kit[4] = (struct kit){ .part_number = "AS-4125GS-TNRT", .description = "the machine again", .category = "kit",
		.word = "self", .quantity = 1 };
	world.n_kits = 5;
}

static void world_end(void)
{
	catalog_free(world.cat);
	unlink(world_path);
}

static struct part_ref world_ref(int64_t id, enum pick_origin origin, const char *reason)
{
	struct part_ref ref = { .id = id, .origin = origin };

	str_copy(ref.text, sizeof(ref.text), "as written");
	str_copy(ref.reason, sizeof(ref.reason), reason);
	return ref;
}

static void world_item(struct item_list *list, int64_t id, int64_t count)
{
	list->item[list->n].part = world_ref(id, PICK_SOLVER, "cost");
	list->item[list->n++].count = count;
}

/* Two EPYC 9354, 24 x 64 GB, four H100 NVL, an adapter, four drives, two boot drives, the standard supplies. */
static void world_build(struct build *b)
{
	build_init(b);
	str_copy(b->customer, sizeof(b->customer), "Example University");
	b->discount_percent = 5;
	b->pick.platform = world_ref(P_CARDS, PICK_SOLVER, "cost");
	b->pick.cpu = world_ref(P_CPU, PICK_SOLVER, "memory.per-socket");
	b->pick.sockets = 2;
	b->pick.dimm = world_ref(P_DIMM, PICK_SOLVER, "");
	b->pick.dimms_per_socket = 12;
	b->pick.gpu = world_ref(P_CARD, PICK_USER, "");
	b->pick.gpus = 4;
	world_item(&b->pick.nics, P_NIC, 1);
	world_item(&b->pick.drives, P_DRIVE, 4);
	world_item(&b->pick.boot, P_BOOT, 2);
	str_copy(b->pick.options.word[b->pick.options.n++], BUILD_WORD, "tpm");
}

#endif
