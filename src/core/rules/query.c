/* SPDX-License-Identifier: MIT */
/* Writes the FROM clause and the conditions: the one place that knows how the rows of a configuration hang together. */
#include <ctype.h>
#include <string.h>

#include "engine_priv.h"

static int is_open(unsigned open, enum choice c)
{
	return (open & CHOICE_BIT(c)) != 0;
}

/* Where a count stands in a query. */
static int put_count(struct str *sql, enum choice c, unsigned open)
{
	if (!is_open(open, c))
		return str_addf(sql, "?%d", (int)c + 1);
	switch ((int)c) {
	case CHOICE_GPUS:
		return str_add(sql, "gn.v");
	case CHOICE_SOCKETS:
		return str_add(sql, "sn.v");
	default:
		return str_add(sql, is_open(open, CHOICE_DIMM) ? "m.dps" : "dn.v");
	}
}

int query_put_text(struct str *sql, const char *text, unsigned open)
{
	const char *s = text;
	int rc = 0;

	while (*s && rc == 0) {
		size_t n = strcspn(s, "$'");

		rc = str_add_n(sql, s, n);
		s += n;
		if (*s == '\'') {
			n = strcspn(s + 1, "'") + 2;
			rc |= str_add_n(sql, s, n);
			s += n;
		} else if (strncmp(s, "$sockets", 8) == 0) {
			rc |= put_count(sql, CHOICE_SOCKETS, open);
			s += 8;
		} else if (strncmp(s, "$gpus", 5) == 0) {
			rc |= put_count(sql, CHOICE_GPUS, open);
			s += 5;
		} else if (strncmp(s, "$dps", 4) == 0) {
			rc |= put_count(sql, CHOICE_DPS, open);
			s += 4;
		}
	}
	return rc;
}

int query_put(struct str *sql, const struct expr *x, unsigned open)
{
	return query_put_text(sql, x->sql, open);
}

/* A part's table: the candidates when open, else the held row (or NULLs). */
static int put_table(struct str *sql, const char *table, const char *alias, enum choice c, unsigned open)
{
	if (is_open(open, c))
		return str_addf(sql, " CROSS JOIN %s %s", table, alias);
	return str_addf(sql, " LEFT JOIN %s %s ON %s.id = ?%d", table, alias, alias, (int)c + 1);
}

int query_put_memory(struct str *sql, const char *join, unsigned open)
{
	unsigned both = open & CHOICE_MEMORY, counted = both == CHOICE_BIT(CHOICE_DIMM) ? 0 : open;
	int rc = 0;

	if (both == CHOICE_MEMORY) {
		rc |= str_addf(sql, "%smemory_option m CROSS JOIN dimm d ON d.id = m.dimm_id", join);
	} else {
		rc |= put_table(sql, "dimm", "d", CHOICE_DIMM, open);
		if (both == CHOICE_BIT(CHOICE_DPS))
			rc |= str_add(sql, " CROSS JOIN temp.num dn");
	}
	rc |= str_add(sql, " LEFT JOIN memory_population mp ON mp.family = c.family AND mp.channels = c.channels AND mp.dimms_per_socket = ");
	rc |= put_count(sql, CHOICE_DPS, counted);
	rc |= str_add(sql, " LEFT JOIN memory_speed ms ON ms.family = c.family AND ms.dimm_type = d.type AND ms.ranks = d.ranks"
	                   " AND ms.dpc = CASE WHEN ");
	rc |= put_count(sql, CHOICE_DPS, counted);
	return rc | str_add(sql, " > c.channels THEN 2 ELSE 1 END");
}

int query_from(struct str *sql, unsigned joined, unsigned open)
{
	static const struct { enum choice choice; const char *table, *alias; } groups[] = {
		{ CHOICE_NIC, "temp.nic_group", "ng" }, { CHOICE_DRIVE, "temp.drive_group", "dg" }, { CHOICE_BOOT, "temp.boot_group", "bg" },
	};
	int rc = str_add(sql, " FROM temp.need_row n");

	if (joined & CHOICE_BIT(CHOICE_GPU))
		rc |= put_table(sql, "gpu", "g", CHOICE_GPU, open);
	if (is_open(open, CHOICE_GPUS))
		rc |= str_add(sql, " CROSS JOIN temp.num gn");
	if (joined & CHOICE_BIT(CHOICE_PLATFORM))
		rc |= put_table(sql, "platform", "p", CHOICE_PLATFORM, open);
	if (joined & CHOICE_BIT(CHOICE_PSU)) {
		rc |= str_add(sql, " LEFT JOIN temp.supply u ON u.platform_id = p.id");
		if (!is_open(open, CHOICE_PSU))
			rc |= str_addf(sql, " AND CASE WHEN ?%d IS NULL THEN u.standard = 1 ELSE u.id = ?%d END", CHOICE_PSU + 1, CHOICE_PSU + 1);
	}
	if (is_open(open, CHOICE_SOCKETS))
		rc |= str_add(sql, " CROSS JOIN temp.num sn");
	if (joined & CHOICE_BIT(CHOICE_CPU))
		rc |= put_table(sql, "cpu", "c", CHOICE_CPU, open);
	for (size_t i = 0; i < sizeof(groups) / sizeof(groups[0]); i++)
		if (joined & CHOICE_BIT(groups[i].choice))
			rc |= put_table(sql, groups[i].table, groups[i].alias, groups[i].choice, open);
	if (joined & CHOICE_MEMORY)
		rc |= query_put_memory(sql, " CROSS JOIN ", open);
	/* names the last parameter, so that all of them can be bound whichever the query uses */
	rc |= str_addf(sql, " WHERE ?%d IS ?%d", CHOICE_COUNT, CHOICE_COUNT);
	if (is_open(open, CHOICE_GPU))
		rc |= str_add(sql, " AND g.form <> 'baseboard'");
	if (is_open(open, CHOICE_GPUS))
		rc |= str_add(sql, " AND gn.v BETWEEN 1 AND 16");
	if (is_open(open, CHOICE_SOCKETS))
		rc |= str_add(sql, " AND sn.v IN (1, 2)");
	for (size_t i = 0; i < sizeof(groups) / sizeof(groups[0]); i++)
		if (is_open(open, groups[i].choice))
			rc |= str_addf(sql, " AND %s.id <> 0", groups[i].alias);
	if ((open & CHOICE_MEMORY) == CHOICE_MEMORY && (joined & CHOICE_MEMORY))
		rc |= str_add(sql, " AND m.family = c.family AND m.channels = c.channels");
	else if (is_open(open, CHOICE_DPS) && (joined & CHOICE_MEMORY))
		rc |= str_add(sql, " AND dn.v BETWEEN 1 AND 32");
	return rc;
}

static int always(const struct rule_code *r)
{
	return strcmp(r->when.sql, "1") == 0;
}

int query_put_proven(struct str *sql, const struct rule_code *r, unsigned open)
{
	int rc = str_add(sql, "(");

	if (!always(r)) {
		rc |= str_add(sql, "(");
		rc |= query_put(sql, &r->when, open);
		rc |= str_add(sql, ") IS NOT TRUE OR ");
	}
	rc |= query_put(sql, &r->holds, open);
	return rc | str_add(sql, ")");
}

int query_put_broken(struct str *sql, const struct rule_code *r, unsigned open)
{
	int rc = str_add(sql, "(NOT (");

	rc |= query_put(sql, &r->holds, open);
	rc |= str_add(sql, ")");
	if (!always(r)) {
		rc |= str_add(sql, " AND (");
		rc |= query_put(sql, &r->when, open);
		rc |= str_add(sql, ") IS TRUE");
	}
	if (strcmp(r->holds.sure, "1") != 0)
		rc |= str_addf(sql, " AND %s", r->holds.sure);
	return rc | str_add(sql, ")");
}

int query_put_offer(struct str *sql, const struct rule_code *r, int strict, unsigned open)
{
	int rc;

	rc = str_add(sql, " AND ");
	if (strict || r->rule.forbids_unknown)
		return rc | query_put_proven(sql, r, open);
	rc |= query_put_broken(sql, r, open);
	return rc | str_add(sql, " IS NOT TRUE");
}

int query_prepare(struct engine *e, struct str *sql, struct stmt **out, struct err *err)
{
	int rc;

	if (sql->failed)
		return err_nomem(err);
	db_lock_down(e->db, 1);
	rc = stmt_prepare(out, e->db, str_c(sql), err);
	db_lock_down(e->db, 0);
	return rc;
}

void query_bind(struct stmt *st, const struct held *h)
{
	for (int c = 0; c < CHOICE_COUNT; c++) {
		int count = c == CHOICE_GPUS || c == CHOICE_SOCKETS || c == CHOICE_DPS;
		int group = c == CHOICE_NIC || c == CHOICE_DRIVE || c == CHOICE_BOOT;

		if (count || group ? h->id[c] != BUILD_UNSET : h->id[c] != 0)
			stmt_bind_i64(st, c + 1, h->id[c]);
		else
			stmt_bind_null(st, c + 1);
	}
}
