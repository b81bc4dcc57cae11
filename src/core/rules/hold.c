/* SPDX-License-Identifier: MIT */
/* Writes a build into the temporary rows that queries read: the need, and adapters and drives summed up. */
#include <stdio.h>
#include <string.h>

#include "engine_priv.h"

/*
 * The summed columns of a group; i.count and the part's own row make them. GB/s of PCIe by generation and lane:
 * power_licence_tco 9 (payload: 0.985, 1.969, 3.938 GB/s per lane of generation 3, 4, 5; 7.56 of 6).
 */
#define ENDED " coalesce(sum(CASE WHEN t.status IN ('ended','oem') THEN i.count ELSE 0 END), 0)"
#define NIC_SUMS \
	"coalesce(sum(i.count), 0), coalesce(sum(CASE WHEN t.form IN ('OCP3','AIOM') THEN 0 ELSE i.count END), 0)," \
	" coalesce(sum(CASE WHEN t.form IN ('OCP3','AIOM') THEN i.count ELSE 0 END), 0), coalesce(sum(i.count * t.ports), 0)," \
	" coalesce(sum(i.count * t.ports * t.speed_gbps), 0), coalesce(sum(i.count * coalesce(t.lanes, 16)), 0)," \
	" coalesce(sum(CASE WHEN t.ports * t.speed_gbps / 8.0 > coalesce(t.lanes, 16) * CASE t.pcie_gen WHEN 3 THEN 0.985 WHEN 4 THEN 1.969" \
	" WHEN 5 THEN 3.938 ELSE 7.56 END THEN i.count ELSE 0 END), 0)," \
	" coalesce(sum(CASE WHEN t.model LIKE 'BlueField%' THEN i.count ELSE 0 END), 0)," \
	" coalesce(sum(i.count * coalesce(t.tdp_w, (SELECT value FROM constant WHERE name = 'nic_w'))), 0)," \
	" coalesce(sum(i.count * t.cents), 0), count(CASE WHEN i.count > 0 AND t.cents IS NULL THEN 1 END)," \
	" coalesce(sum(i.count * t.rank_cents), 0), CASE WHEN count(*) = count(t.lead_weeks) THEN coalesce(max(t.lead_weeks), 0) END," ENDED
#define NIC_COLUMNS "count, cards, ocp, ports, gbps, lanes, starved, dpus, watts, cents, unknown, rank_cents, lead_weeks, ended"
#define DRIVE_SUMS \
	"coalesce(sum(i.count), 0), coalesce(sum(CASE t.form WHEN 'M.2' THEN 0 ELSE i.count END), 0)," \
	" coalesce(sum(CASE t.form WHEN 'M.2' THEN i.count ELSE 0 END), 0), coalesce(sum(i.count * t.capacity_tb), 0)," \
	" coalesce(sum(CASE t.form WHEN 'M.2' THEN 0 ELSE i.count * coalesce(t.lanes, 4) END), 0)," \
	" coalesce(sum(i.count * coalesce(t.power_w, CASE t.form WHEN 'M.2' THEN (SELECT value FROM constant WHERE name = 'boot_w')" \
	" ELSE (SELECT value FROM constant WHERE name = CASE WHEN t.pcie_gen >= 5 THEN 'drive_w_gen5' ELSE 'drive_w_gen4' END) END)), 0)," \
	" coalesce(sum(i.count * t.cents), 0), count(CASE WHEN i.count > 0 AND t.cents IS NULL THEN 1 END)," \
	" coalesce(sum(i.count * t.rank_cents), 0), CASE WHEN count(*) = count(t.lead_weeks) THEN coalesce(max(t.lead_weeks), 0) END," ENDED
#define DRIVE_COLUMNS "count, bays, m2, tb, lanes, watts, cents, unknown, rank_cents, lead_weeks, ended"
#define DRIVE_GROUP(name) \
	"CREATE TEMP TABLE " name " (id INTEGER PRIMARY KEY, model TEXT, count INTEGER, bays INTEGER, m2 INTEGER, tb REAL," \
	" lanes INTEGER, watts REAL, cents INTEGER, unknown INTEGER, rank_cents INTEGER, lead_weeks INTEGER, ended INTEGER);"

/* Queries here are written with their order in mind and run thousands of times: an index made for one run costs more than it saves. */
static const char temp_schema[] =
	"PRAGMA automatic_index = OFF; PRAGMA temp.journal_mode = OFF;"
	"CREATE TEMP TABLE need_row (id INTEGER PRIMARY KEY, given INTEGER, workload TEXT, memory_per_socket_gb INTEGER, gpu_id INTEGER,"
	" gpus INTEGER, growth_gpus INTEGER, growth_memory_per_socket_gb INTEGER, growth_nodes INTEGER, network_gbps INTEGER,"
	" storage_tb REAL, redundancy TEXT, rack_units INTEGER, feed_w INTEGER, site_voltage INTEGER, cores INTEGER,"
	" deliver_weeks INTEGER, ambient_c REAL, per_core_licence INTEGER, budget_cents INTEGER, discount_percent REAL,"
	" stack_cuda INTEGER, stack_rocm INTEGER, stack_intel INTEGER, cert_iso27001 INTEGER, cert_tpm2 INTEGER, cert_other TEXT,"
	" cert_other_count INTEGER, want_tpm INTEGER, want_nvlink INTEGER, mixed_dimms INTEGER, left_out INTEGER);"
	"CREATE TEMP TABLE item (kind INTEGER, part_id INTEGER, count INTEGER);"
	"CREATE TEMP TABLE num (v INTEGER PRIMARY KEY);"
	"INSERT INTO temp.num WITH RECURSIVE r(v) AS (SELECT 0 UNION ALL SELECT v + 1 FROM r WHERE v < 64) SELECT v FROM r;"
	"CREATE TEMP TABLE supply AS SELECT id, platform_id, psu_id, count, rated_w, redundancy, standard, recalled FROM psu_option;"
	"CREATE INDEX temp.supply_by_platform ON supply(platform_id);"
	"CREATE TEMP TABLE nic_group (id INTEGER PRIMARY KEY, model TEXT, count INTEGER, cards INTEGER, ocp INTEGER, ports INTEGER,"
	" gbps INTEGER, lanes INTEGER, starved INTEGER, dpus INTEGER, watts REAL, cents INTEGER, unknown INTEGER, rank_cents INTEGER,"
	" lead_weeks INTEGER, ended INTEGER);"
	DRIVE_GROUP("drive_group") DRIVE_GROUP("boot_group");

int hold_prepare(struct engine *e, struct err *err)
{
	static const char *const group_sql[3] = {
		"INSERT OR REPLACE INTO temp.nic_group (id, model, " NIC_COLUMNS ") SELECT 0, min(t.model), " NIC_SUMS
		" FROM temp.item i JOIN nic t ON t.id = i.part_id WHERE i.kind = 0",
		"INSERT OR REPLACE INTO temp.drive_group (id, model, " DRIVE_COLUMNS ") SELECT 0, min(t.model), " DRIVE_SUMS
		" FROM temp.item i JOIN drive t ON t.id = i.part_id WHERE i.kind = 1",
		"INSERT OR REPLACE INTO temp.boot_group (id, model, " DRIVE_COLUMNS ") SELECT 0, min(t.model), " DRIVE_SUMS
		" FROM temp.item i JOIN drive t ON t.id = i.part_id WHERE i.kind = 2",
	};
	struct stmt *st = NULL;
	int rc = stmt_prepare(&st, e->db, "SELECT count(*) FROM sqlite_temp_schema WHERE name = 'need_row'", err);

	if (rc == ERR_OK && stmt_step(st, err) == 1 && stmt_i64(st, 0) > 0)
		rc = err_set(err, ERR_USAGE, "this catalogue has an engine already");
	stmt_free(st);
	if (rc == ERR_OK) {
		e->owns_tables = 1;
		rc = db_exec(e->db, temp_schema, err);
	}
	if (rc == ERR_OK)
		rc = stmt_prepare(&e->set_need, e->db, "INSERT OR REPLACE INTO temp.need_row VALUES (1, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10,"
		                  " ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22, ?23, ?24, ?25, ?26, ?27, ?28, ?29,"
		                  " (SELECT coalesce(sum(i.count), 0) FROM temp.item i JOIN dimm t ON t.id = i.part_id JOIN dimm f ON f.id = ?30"
		                  "  WHERE i.kind = 3 AND (t.capacity_gb, t.type, coalesce(t.ranks, 0), coalesce(t.width, '')) IS NOT"
		                  "  (f.capacity_gb, f.type, coalesce(f.ranks, 0), coalesce(f.width, ''))),"
		                  " (SELECT count(DISTINCT word) FROM platform_kit WHERE required = 1 AND instr(?31, ' -' || word || ' ') > 0))", err);
	if (rc == ERR_OK)
		rc = stmt_prepare(&e->set_item, e->db, "INSERT INTO temp.item VALUES (?1, ?2, ?3)", err);
	if (rc == ERR_OK)
		rc = stmt_prepare(&e->clear_items, e->db, "DELETE FROM temp.item", err);
	for (int i = 0; i < 3 && rc == ERR_OK; i++)
		rc = stmt_prepare(&e->set_group[i], e->db, group_sql[i], err);
	return rc;
}

static int add_items(struct engine *e, int kind, const struct item_list *list, struct err *err)
{
	for (int i = 0; i < list->n; i++) {
		int rc;

		if (list->item[i].part.id == 0 || list->item[i].count == BUILD_UNSET)
			continue;
		stmt_bind_i64(e->set_item, 1, kind);
		stmt_bind_i64(e->set_item, 2, list->item[i].part.id);
		stmt_bind_i64(e->set_item, 3, list->item[i].count);
		rc = stmt_run(e->set_item, err);
		if (rc != ERR_OK)
			return rc;
	}
	return ERR_OK;
}

static int has_word(const struct word_list *l, const char *word)
{
	for (int i = 0; i < l->n; i++)
		if (strcmp(l->word[i], word) == 0)
			return 1;
	return 0;
}

static void bind_number(struct stmt *st, int n, int64_t v)
{
	if (v == BUILD_UNSET)
		stmt_bind_null(st, n);
	else
		stmt_bind_i64(st, n, v);
}

static void bind_real(struct stmt *st, int n, double v)
{
	if (v <= BUILD_UNSET_F)
		stmt_bind_null(st, n);
	else
		stmt_bind_double(st, n, v);
}

static int set_need(struct engine *e, const struct build *b, struct err *err)
{
	const struct need *n = &b->need;
	struct stmt *st = e->set_need;
	char other[BUILD_WORDS * (BUILD_WORD + 1) + 2] = " ";
	char options[BUILD_WORDS * (BUILD_WORD + 1) + 2] = " ";
	int others = 0, tpm = has_word(&n->certified, "tpm2") || has_word(&b->pick.options, "tpm");

	for (int i = 0; i < n->certified.n; i++) {
		const char *w = n->certified.word[i];
		size_t len = strlen(other);

		if (strcmp(w, "tpm2") == 0 || strcmp(w, "iso27001") == 0)
			continue;
		snprintf(other + len, sizeof(other) - len, "%s ", w);
		others++;
	}
	for (int i = 0; i < b->pick.options.n; i++) {
		size_t len = strlen(options);

		snprintf(options + len, sizeof(options) - len, "%s ", b->pick.options.word[i]);
	}
	if (has_word(&b->pick.options, "-tpm"))
		tpm = 0;
	stmt_bind_i64(st, 1, b->has_need != 0);
	stmt_bind_text(st, 2, n->workload[0] ? n->workload : NULL);
	bind_number(st, 3, n->memory_per_socket_gb);
	bind_number(st, 4, n->gpu.id ? n->gpu.id : BUILD_UNSET);
	bind_number(st, 5, n->gpus);
	bind_number(st, 6, n->growth_gpus);
	bind_number(st, 7, n->growth_memory_per_socket_gb);
	bind_number(st, 8, n->growth_nodes);
	bind_number(st, 9, n->network_gbps);
	bind_real(st, 10, n->storage_tb);
	stmt_bind_text(st, 11, n->redundancy[0] ? n->redundancy : NULL);
	bind_number(st, 12, n->rack_units);
	bind_number(st, 13, n->feed_w);
	bind_number(st, 14, n->site_voltage);
	bind_number(st, 15, n->cores);
	bind_number(st, 16, n->deliver_weeks);
	bind_real(st, 17, n->ambient_c);
	bind_number(st, 18, n->per_core_licence);
	if (n->budget_eur <= BUILD_UNSET_F)
		stmt_bind_null(st, 19);
	else
		stmt_bind_i64(st, 19, (int64_t)(n->budget_eur * 100.0 + 0.5));
	stmt_bind_double(st, 20, b->discount_percent > 0 ? b->discount_percent : 0);
	stmt_bind_i64(st, 21, has_word(&n->stack, "cuda"));
	stmt_bind_i64(st, 22, has_word(&n->stack, "rocm"));
	stmt_bind_i64(st, 23, has_word(&n->stack, "intel"));
	stmt_bind_i64(st, 24, has_word(&n->certified, "iso27001"));
	stmt_bind_i64(st, 25, has_word(&n->certified, "tpm2"));
	stmt_bind_text(st, 26, others ? other : NULL);
	stmt_bind_i64(st, 27, others);
	stmt_bind_i64(st, 28, tpm);
	stmt_bind_i64(st, 29, has_word(&b->pick.options, "nvlink"));
	bind_number(st, 30, b->pick.dimm.id ? b->pick.dimm.id : BUILD_UNSET);
	stmt_bind_text(st, 31, options);
	return stmt_run(st, err);
}

/* The supply option that the build names; NULL (0) is the platform's standard one, -1 one that the platform is not sold with. */
static int find_supply(struct engine *e, const struct build *b, int64_t *id, struct err *err)
{
	struct stmt *st = NULL;
	int rc, step;

	*id = 0;
	if (b->pick.platform.id == 0 || (b->pick.psu.id == 0 && b->pick.psu_count == BUILD_UNSET && b->pick.psu_w == BUILD_UNSET))
		return ERR_OK;
	rc = stmt_prepare(&st, e->db, "SELECT u.id FROM temp.supply u LEFT JOIN psu w ON w.id = ?2 WHERE u.platform_id = ?1"
	                  " AND (?2 IS NULL OR u.psu_id = ?2 OR (u.psu_id IS NULL AND u.rated_w = w.rated_w))"
	                  " AND (?3 IS NULL OR u.count = ?3) AND (?4 IS NULL OR u.rated_w = ?4) ORDER BY u.standard DESC, u.id LIMIT 1", err);
	if (rc != ERR_OK)
		return rc;
	stmt_bind_i64(st, 1, b->pick.platform.id);
	bind_number(st, 2, b->pick.psu.id ? b->pick.psu.id : BUILD_UNSET);
	bind_number(st, 3, b->pick.psu_count);
	bind_number(st, 4, b->pick.psu_w);
	step = stmt_step(st, err);
	if (step == 1)
		*id = stmt_i64(st, 0);
	else if (step == 0)
		*id = -1;
	stmt_free(st);
	return step < 0 ? ERR_DATA : ERR_OK;
}

/* Further modules of the first one's class, by another maker: they count like it. Others are the business of memory.mix. */
static int count_same(struct engine *e, const struct build *b, int64_t *n, struct err *err)
{
	struct stmt *st = NULL;
	int rc = stmt_prepare(&st, e->db, "SELECT coalesce(sum(i.count), 0) FROM temp.item i JOIN dimm t ON t.id = i.part_id JOIN dimm f ON f.id = ?1"
	                      " WHERE i.kind = 3 AND (t.capacity_gb, t.type, coalesce(t.ranks, 0), coalesce(t.width, '')) IS"
	                      " (f.capacity_gb, f.type, coalesce(f.ranks, 0), coalesce(f.width, ''))", err);

	if (rc != ERR_OK)
		return rc;
	stmt_bind_i64(st, 1, b->pick.dimm.id);
	if (stmt_step(st, err) == 1)
		*n = stmt_i64(st, 0);
	stmt_free(st);
	return ERR_OK;
}

int query_quote(struct engine *e, struct err *err)
{
	return db_exec(e->db, "UPDATE temp.need_row SET given = 1", err);
}

int query_hold(struct engine *e, const struct build *b, struct held *out, struct err *err)
{
	const struct picks *p = &b->pick;
	const struct item_list *lists[] = { &p->nics, &p->drives, &p->boot, &p->more_dimms };
	int64_t same = 0;
	int rc = stmt_run(e->clear_items, err);

	memset(out, 0, sizeof(*out));
	for (int i = 0; i < 4 && rc == ERR_OK; i++)
		rc = add_items(e, i, lists[i], err);
	for (int i = 0; i < 3 && rc == ERR_OK; i++)
		rc = stmt_run(e->set_group[i], err);
	if (rc == ERR_OK)
		rc = set_need(e, b, err);
	if (rc == ERR_OK)
		rc = find_supply(e, b, &out->id[CHOICE_PSU], err);
	if (rc == ERR_OK && p->more_dimms.n)
		rc = count_same(e, b, &same, err);
	if (rc != ERR_OK)
		return rc;
	out->id[CHOICE_PLATFORM] = p->platform.id;
	out->id[CHOICE_CPU] = p->cpu.id;
	out->id[CHOICE_DIMM] = p->dimm.id;
	out->id[CHOICE_GPU] = p->gpu.id;
	out->id[CHOICE_SOCKETS] = p->sockets;
	out->id[CHOICE_DPS] = p->dimms_per_socket == BUILD_UNSET ? BUILD_UNSET : p->dimms_per_socket + same;
	/* a GPU without a count is one; neither model nor count is none */
	out->id[CHOICE_GPUS] = p->gpus != BUILD_UNSET ? p->gpus : p->gpu.id ? 1 : p->gpu.text[0] ? BUILD_UNSET : 0;
	for (int c = 0; c < CHOICE_COUNT; c++) {
		int count = c == CHOICE_GPUS || c == CHOICE_SOCKETS || c == CHOICE_DPS;
		int part = c == CHOICE_PLATFORM || c == CHOICE_CPU || c == CHOICE_DIMM;

		if ((count && out->id[c] == BUILD_UNSET) || (part && out->id[c] == 0))
			out->missing |= CHOICE_BIT(c);
	}
	if (out->id[CHOICE_GPU] == 0 && out->id[CHOICE_GPUS] != 0)
		out->missing |= CHOICE_BIT(CHOICE_GPU);
	if (out->missing & CHOICE_BIT(CHOICE_PLATFORM))
		out->missing |= CHOICE_BIT(CHOICE_PSU);
	return ERR_OK;
}

/* A part without a number is a class of product and cannot be ordered. */
#define NUMBERED(table) "EXISTS (SELECT 1 FROM part WHERE part.id = " table ".id AND part.part_number IS NOT NULL)"

int query_fill_candidates(struct engine *e, const struct build *b, enum choice c, struct err *err)
{
	/* count: what reaches the demand, else as many as now, else the fewest that make sense */
	static const char nic_sql[] =
		"INSERT INTO temp.nic_group (id, model, " NIC_COLUMNS ") SELECT i.part_id, min(t.model), " NIC_SUMS
		" FROM (SELECT id AS part_id, CASE WHEN ?1 > 0 THEN (?1 + ports * speed_gbps - 1) / (ports * speed_gbps) ELSE ?2 END AS count"
		" FROM nic WHERE status NOT IN ('ended','oem','announced') AND " NUMBERED("nic") ") i JOIN nic t ON t.id = i.part_id WHERE i.count BETWEEN 1 AND CASE WHEN ?1 > 1600 THEN 16 WHEN ?1 > 0 THEN 2 ELSE 16 END"
		" GROUP BY i.part_id";
	static const char drive_sql[] =
		"INSERT INTO temp.drive_group (id, model, " DRIVE_COLUMNS ") SELECT i.part_id, min(t.model), " DRIVE_SUMS
		" FROM (SELECT id AS part_id, CASE WHEN ?1 > 0 THEN CAST(?1 / capacity_tb AS INTEGER) + (CAST(?1 / capacity_tb AS INTEGER) * capacity_tb < ?1 - 0.0001)"
		" ELSE ?2 END AS count FROM drive WHERE form <> 'M.2' AND status NOT IN ('ended','oem','announced') AND " NUMBERED("drive") ") i"
		" JOIN drive t ON t.id = i.part_id WHERE i.count BETWEEN 1 AND 64 GROUP BY i.part_id";
	static const char boot_sql[] =
		"INSERT INTO temp.boot_group (id, model, " DRIVE_COLUMNS ") SELECT i.part_id, min(t.model), " DRIVE_SUMS
		" FROM (SELECT id AS part_id, ?2 AS count FROM drive WHERE capacity_tb <= 2 AND ?1 IS NOT NULL AND"
		" status NOT IN ('ended','oem','announced') AND " NUMBERED("drive") ") i JOIN drive t ON t.id = i.part_id GROUP BY i.part_id";
	static const char *const clear[3] = { "DELETE FROM temp.nic_group WHERE id <> 0", "DELETE FROM temp.drive_group WHERE id <> 0",
		"DELETE FROM temp.boot_group WHERE id <> 0" };
	static const char *const none[3] = {
		"INSERT INTO temp.nic_group VALUES (-1, NULL, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)",
		"INSERT INTO temp.drive_group VALUES (-1, NULL, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)",
		"INSERT INTO temp.boot_group VALUES (-1, NULL, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)" };
	const struct item_list *list = c == CHOICE_NIC ? &b->pick.nics : c == CHOICE_DRIVE ? &b->pick.drives : &b->pick.boot;
	int64_t now = 0, fewest = c == CHOICE_BOOT ? 2 : 1;
	struct stmt *st = NULL;
	int g = c - CHOICE_NIC, rc;

	_Static_assert(CHOICE_DRIVE == CHOICE_NIC + 1 && CHOICE_BOOT == CHOICE_NIC + 2, "groups stand together");
	for (int i = 0; i < list->n; i++)
		if (list->item[i].count != BUILD_UNSET && now < 16)
			now += list->item[i].count;
	rc = db_exec(e->db, clear[g], err);
	if (rc == ERR_OK)
		rc = db_exec(e->db, none[g], err);
	if (rc == ERR_OK)
		rc = stmt_prepare(&st, e->db, c == CHOICE_NIC ? nic_sql : c == CHOICE_DRIVE ? drive_sql : boot_sql, err);
	if (rc != ERR_OK)
		return rc;
	if (c == CHOICE_NIC)
		stmt_bind_i64(st, 1, b->need.network_gbps == BUILD_UNSET ? 0 : b->need.network_gbps);
	else if (c == CHOICE_DRIVE)
		stmt_bind_double(st, 1, b->need.storage_tb <= BUILD_UNSET_F ? 0 : b->need.storage_tb);
	else
		stmt_bind_i64(st, 1, 0);
	stmt_bind_i64(st, 2, now > 0 ? now : fewest);
	rc = stmt_run(st, err);
	stmt_free(st);
	return rc;
}
