/* SPDX-License-Identifier: MIT */
/* Grey-out: every candidate of one choice under the rules that the choice can influence, the other choices held. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "engine_priv.h"

/* How a candidate of each choice is shown: SQL over the row. details are figures with plain units. */
static const struct { const char *id, *count, *label, *detail, *cents, *extra; } shows[CHOICE_COUNT] = {
	[CHOICE_GPU] = { "g.id", "0", "g.model",
		"printf('%d GB  %s  %d W', g.memory_gb, CASE g.form WHEN 'pcie' THEN printf('Gen%d x%d', g.pcie_gen, g.lanes) ELSE upper(g.form) END, g.tdp_w)",
		"g.cents", "g.status IN ('ended','oem','announced')" },
	[CHOICE_GPUS] = { "gn.v", "0", "CAST(gn.v AS TEXT)", "CASE WHEN g.id IS NOT NULL THEN printf('%d GB  %d W', gn.v * g.memory_gb, gn.v * g.tdp_w) ELSE '' END",
		"NULL", "0" },
	[CHOICE_PLATFORM] = { "p.id", "0", "p.vendor || ' ' || p.model",
		"printf('%sU  %d x %s  %s DIMM slots  %s', coalesce(p.rack_u, '?'), p.sockets, coalesce(p.cpu_socket, '?'), coalesce(p.dimm_slots, '?'),"
		" CASE WHEN p.gpu_fixed THEN printf('%d %s', p.gpu_fixed, upper(p.gpu_form)) WHEN p.gpu_max_dw OR p.gpu_max_sw THEN"
		" printf('%d GPU cards', max(coalesce(p.gpu_max_dw, 0), coalesce(p.gpu_max_sw, 0))) ELSE '' END)",
		"p.cents", "p.class <> 'system'" },
	[CHOICE_PSU] = { "u.id", "0", "printf('%s x %s W', coalesce(u.count, '?'), coalesce(u.rated_w, '?'))",
		"coalesce(u.redundancy, '') || CASE u.standard WHEN 1 THEN '  standard' ELSE '' END", "NULL", "0" },
	[CHOICE_SOCKETS] = { "sn.v", "0", "CAST(sn.v AS TEXT)", "''", "NULL", "0" },
	[CHOICE_CPU] = { "c.id", "0", "c.model",
		"printf('%d cores  %g GHz  %g MB  %d W', c.cores, c.base_ghz, coalesce(c.l3_mb, 0), c.tdp_w)", "c.cents",
		"c.status IN ('ended','oem','announced')" },
	[CHOICE_NIC] = { "ng.id", "ng.count", "coalesce((SELECT label FROM part WHERE part.id = ng.id), '-')",
		"printf('%d x  %d ports  %d Gb/s', ng.count, ng.ports, ng.gbps)", "CASE WHEN ng.unknown = 0 AND ng.count > 0 THEN ng.cents / ng.count END", "0" },
	[CHOICE_DRIVE] = { "dg.id", "dg.count", "coalesce((SELECT label FROM part WHERE part.id = dg.id), '-')",
		"printf('%d x  %g TB', dg.count, dg.tb)", "CASE WHEN dg.unknown = 0 AND dg.count > 0 THEN dg.cents / dg.count END", "0" },
	[CHOICE_BOOT] = { "bg.id", "bg.count", "coalesce((SELECT label FROM part WHERE part.id = bg.id), '-')",
		"printf('%d x  %g TB', bg.count, bg.tb)", "CASE WHEN bg.unknown = 0 AND bg.count > 0 THEN bg.cents / bg.count END", "0" },
	[CHOICE_DIMM] = { "d.id", "0", "d.model || ' ' || d.vendor || ' ' || coalesce(d.part_number, '')",
		"printf('%d GB  %d MT/s', d.capacity_gb, d.mts)", "d.cents", "d.part_number IS NULL" },
	[CHOICE_DPS] = { "dn.v", "0", "CAST(dn.v AS TEXT)", "CASE WHEN d.id IS NOT NULL THEN printf('%d GB', dn.v * d.capacity_gb) ELSE '' END", "NULL", "0" },
};

void options_release(struct options *o)
{
	mem_free(o->item);
	memset(o, 0, sizeof(*o));
}

/* 1 when the rule takes part in greying this choice out. */
static int concerns(const struct rule_code *r, enum choice c, unsigned missing)
{
	return r->rule.severity == SEV_ERROR && (r->choices & CHOICE_BIT(c)) && !(r->choices & missing & ~CHOICE_BIT(c));
}

/* A choice that the present choice brings with it has nothing to say: sockets of no platform, supplies of no platform. */
static unsigned without(unsigned missing, enum choice c)
{
	unsigned m = missing & ~CHOICE_BIT(c);

	if (c == CHOICE_PLATFORM)
		m &= ~CHOICE_BIT(CHOICE_PSU);
	return m;
}

/*
 * One row a candidate: id, count, label, detail, cents, set aside, then either the index of the first broken rule (mask = 0)
 * or the indexes of all as bits in words of 62 (mask = 1), for when nothing is free and the common ones must be left out.
 */
static int prepare_options(struct engine *e, enum choice c, unsigned missing, int mask, struct stmt **out, struct err *err)
{
	unsigned open = CHOICE_BIT(c);
	struct str sql = STR_INIT;
	int rc, bit = 0, any = 0;

	rc = str_addf(&sql, "SELECT %s, %s, %s, %s, %s, %s", shows[c].id, shows[c].count, shows[c].label, shows[c].detail, shows[c].cents, shows[c].extra);
	rc |= str_add(&sql, mask ? ", 0" : ", CASE");
	for (size_t i = 0; i < e->n_rules; i++) {
		struct rule_code *r = e->rule[i];

		if (!concerns(r, c, missing))
			continue;
		if (mask) {
			rc |= str_addf(&sql, "%s ((", bit % 62 == 0 ? "," : " |");
			rc |= query_put_broken(&sql, r, open);
			rc |= str_addf(&sql, " IS TRUE) << %d)", bit++ % 62);
		} else {
			rc |= str_add(&sql, " WHEN ");
			rc |= query_put_broken(&sql, r, open);
			rc |= str_addf(&sql, " THEN %zu", i);
			any = 1;
		}
	}
	if (!mask)
		rc |= str_add(&sql, any ? " ELSE -1 END" : " WHEN 0 THEN 0 ELSE -1 END");
	rc |= query_from(&sql, CHOICE_ALL, open);
	if (c == CHOICE_GPUS)
		rc |= str_add(&sql, " OR gn.v = 0");
	if (c == CHOICE_DPS)
		rc |= str_add(&sql, " AND (c.id IS NULL OR EXISTS (SELECT 1 FROM memory_population x WHERE x.family = c.family AND x.channels = c.channels"
		                    " AND x.dimms_per_socket = dn.v AND coalesce(x.allowed, 'yes') = 'yes'))");
	rc = rc ? err_nomem(err) : query_prepare(e, &sql, out, err);
	str_release(&sql);
	return rc;
}

static int64_t present_id(const struct build *b, const struct held *h, enum choice c)
{
	const struct item_list *l = c == CHOICE_NIC ? &b->pick.nics : c == CHOICE_DRIVE ? &b->pick.drives : c == CHOICE_BOOT ? &b->pick.boot : NULL;

	if (l)
		return l->n ? l->item[0].part.id : -1;
	return h->id[c];
}

static int option_order(const void *va, const void *vb)
{
	const struct option *a = va, *b = vb;

	if ((a->broken != NULL) != (b->broken != NULL))
		return a->broken ? 1 : -1;
	if (a->cents != b->cents && a->cents >= 0 && b->cents >= 0)
		return a->cents < b->cents ? -1 : 1;
	if ((a->cents < 0) != (b->cents < 0))
		return a->cents < 0 ? 1 : -1;
	if (strcmp(a->label, b->label) != 0)
		return strcmp(a->label, b->label);
	return a->id < b->id ? -1 : a->id > b->id;
}

static int count_order(const void *va, const void *vb)
{
	const struct option *a = va, *b = vb;

	return a->id < b->id ? -1 : a->id > b->id;
}

/* Nothing is free: a rule that every candidate breaks is no reason against any of them. */
static int leave_common_out(struct engine *e, enum choice c, const struct held *h, struct options *o, struct err *err)
{
	uint64_t all[RULES_MAX / 62 + 1], (*word)[RULES_MAX / 62 + 1];
	size_t index[RULES_MAX], n = 0, words, row = 0;
	unsigned missing = without(h->missing, c);
	int rc = ERR_OK, step;

	for (size_t i = 0; i < e->n_rules; i++)
		if (concerns(e->rule[i], c, missing))
			index[n++] = i;
	words = (n + 61) / 62;
	if (!e->masks[c])
		rc = prepare_options(e, c, missing, 1, &e->masks[c], err);
	if (rc != ERR_OK)
		return rc;
	word = mem_calloc(o->n + 1, sizeof(*word));
	if (!word)
		return err_nomem(err);
	memset(all, 0xff, sizeof(all));
	query_bind(e->masks[c], h);
	while ((step = stmt_step(e->masks[c], err)) == 1 && row < o->n) {
		for (size_t w = 0; w < words; w++) {
			word[row][w] = (uint64_t)stmt_i64(e->masks[c], 7 + (int)w);
			all[w] &= word[row][w];
		}
		row++;
	}
	stmt_reset(e->masks[c]);
	for (size_t i = 0; step >= 0 && i < o->n; i++) {
		o->item[i].broken = NULL;
		for (size_t k = n; k-- > 0;)
			if ((word[i][k / 62] & ~all[k / 62]) >> (k % 62) & 1)
				o->item[i].broken = &e->rule[index[k]]->rule;
	}
	mem_free(word);
	return step < 0 ? ERR_DATA : ERR_OK;
}

int engine_options(struct engine *e, const struct build *b, enum choice c, struct options *out, struct err *err)
{
	struct held h;
	unsigned missing;
	int64_t now;
	int rc = query_hold(e, b, &h, err), step = 0, free_ones = 0;

	options_release(out);
	if (rc == ERR_OK)
		rc = query_quote(e, err);
	if (rc == ERR_OK && (c == CHOICE_NIC || c == CHOICE_DRIVE || c == CHOICE_BOOT))
		rc = query_fill_candidates(e, b, c, err);
	if (rc != ERR_OK)
		return rc;
	if (c == CHOICE_GPU && h.id[CHOICE_GPUS] == 0) {
		h.id[CHOICE_GPUS] = 1; /* a model is looked at with one card until the count is known */
		h.missing &= ~(CHOICE_BIT(CHOICE_GPU) | CHOICE_BIT(CHOICE_GPUS));
	}
	if (c == CHOICE_PLATFORM)
		h.id[CHOICE_PSU] = 0;
	missing = without(h.missing, c);
	if (e->options[c] && e->options_missing[c] != missing) {
		stmt_free(e->options[c]);
		stmt_free(e->masks[c]);
		e->options[c] = e->masks[c] = NULL;
	}
	if (!e->options[c])
		rc = prepare_options(e, c, missing, 0, &e->options[c], err);
	if (rc != ERR_OK)
		return rc;
	e->options_missing[c] = missing;
	now = present_id(b, &h, c);
	query_bind(e->options[c], &h);
	while ((step = stmt_step(e->options[c], err)) == 1) {
		struct stmt *st = e->options[c];
		struct option *o;
		int64_t broken;

		if (stmt_is_null(st, 0))
			continue;
		if (out->n == out->cap) {
			size_t cap = out->cap ? out->cap * 2 : 64;
			struct option *p = mem_realloc(out->item, cap, sizeof(*p));

			if (!p) {
				rc = err_nomem(err);
				break;
			}
			out->item = p;
			out->cap = cap;
		}
		o = &out->item[out->n++];
		memset(o, 0, sizeof(*o));
		o->id = stmt_i64(st, 0);
		o->count = stmt_i64(st, 1);
		str_copy_clean(o->label, sizeof(o->label), stmt_text(st, 2));
		str_copy_clean(o->detail, sizeof(o->detail), stmt_text(st, 3));
		o->cents = stmt_is_null(st, 4) ? -1 : stmt_i64(st, 4);
		broken = stmt_i64(st, 6);
		if (broken >= 0 && (size_t)broken < e->n_rules)
			o->broken = &e->rule[broken]->rule;
		else
			free_ones++;
		o->chosen = o->id == now;
	}
	stmt_reset(e->options[c]);
	if (rc == ERR_OK && step < 0)
		rc = ERR_DATA;
	if (rc == ERR_OK && free_ones == 0 && out->n > 0)
		rc = leave_common_out(e, c, &h, out, err);
	if (rc != ERR_OK) {
		options_release(out);
		return rc;
	}
	if (out->n)
		qsort(out->item, out->n, sizeof(out->item[0]),
		      c == CHOICE_GPUS || c == CHOICE_SOCKETS || c == CHOICE_DPS ? count_order : option_order);
	return ERR_OK;
}

static void set_ref(struct part_ref *r, const struct part *p, enum pick_origin origin)
{
	memset(r, 0, sizeof(*r));
	r->id = p->id;
	r->origin = origin;
	/* a part number names one part; a model may be sold by several makers */
	str_copy(r->text, sizeof(r->text), p->kind == PART_CPU || p->kind == PART_GPU || p->kind == PART_PLATFORM || !p->part_number[0]
	         ? p->model : p->part_number);
}

static int apply_supply(struct engine *e, struct build *b, int64_t id, enum pick_origin origin, struct err *err)
{
	struct stmt *st = NULL;
	int rc = stmt_prepare(&st, e->db, "SELECT u.psu_id, u.count, u.standard, p.part_number, p.model, u.rated_w FROM temp.supply u"
	                      " LEFT JOIN part p ON p.id = u.psu_id WHERE u.id = ?1", err);

	if (rc != ERR_OK)
		return rc;
	stmt_bind_i64(st, 1, id);
	if (stmt_step(st, err) == 1) {
		memset(&b->pick.psu, 0, sizeof(b->pick.psu));
		b->pick.psu.origin = origin;
		b->pick.psu_w = BUILD_UNSET;
		b->pick.psu_count = stmt_is_null(st, 1) ? BUILD_UNSET : stmt_i64(st, 1);
		if (!stmt_is_null(st, 0)) {
			b->pick.psu.id = stmt_i64(st, 0);
			str_copy(b->pick.psu.text, sizeof(b->pick.psu.text), stmt_text(st, stmt_text(st, 3) ? 3 : 4));
		} else if (stmt_i64(st, 2)) {
			b->pick.psu_count = BUILD_UNSET; /* the standard supplies need no words */
		} else {
			b->pick.psu_w = stmt_is_null(st, 5) ? BUILD_UNSET : stmt_i64(st, 5);
		}
	} else {
		rc = err_set(err, ERR_UNKNOWN, _("the platform is not sold with that supply"));
	}
	stmt_free(st);
	return rc;
}

int engine_apply(struct engine *e, struct build *b, enum choice c, const struct option *o, enum pick_origin origin, struct err *err)
{
	struct part_ref *ref = c == CHOICE_GPU ? &b->pick.gpu : c == CHOICE_PLATFORM ? &b->pick.platform : c == CHOICE_CPU ? &b->pick.cpu
		: c == CHOICE_DIMM ? &b->pick.dimm : NULL;
	struct item_list *list = c == CHOICE_NIC ? &b->pick.nics : c == CHOICE_DRIVE ? &b->pick.drives : c == CHOICE_BOOT ? &b->pick.boot : NULL;
	struct part part;
	int rc;

	switch ((int)c) {
	case CHOICE_SOCKETS:
		b->pick.sockets = o->id;
		b->pick.sockets_origin = origin;
		break;
	case CHOICE_DPS:
		b->pick.dimms_per_socket = o->id;
		b->pick.dimms_per_socket_origin = origin;
		break;
	case CHOICE_GPUS:
		b->pick.gpus = o->id;
		b->pick.gpus_origin = origin;
		break;
	case CHOICE_PSU:
		rc = apply_supply(e, b, o->id, origin, err);
		if (rc != ERR_OK)
			return rc;
		break;
	default:
		if (list)
			memset(list, 0, sizeof(*list));
		if (list && o->id < 0)
			break;
		rc = catalog_part(e->cat, o->id, &part, err);
		if (rc != ERR_OK)
			return rc;
		if (ref) {
			set_ref(ref, &part, origin);
		} else {
			set_ref(&list->item[0].part, &part, origin);
			list->item[0].count = o->count;
			list->n = 1;
		}
	}
	if (c == CHOICE_GPU && (b->pick.gpus == BUILD_UNSET || b->pick.gpus == 0))
		b->pick.gpus = 1;
	if (c == CHOICE_PLATFORM) { /* supplies belong to the platform */
		memset(&b->pick.psu, 0, sizeof(b->pick.psu));
		b->pick.psu_count = b->pick.psu_w = BUILD_UNSET;
	}
	b->has_build = 1;
	return ERR_OK;
}

int engine_option_reason(struct engine *e, const struct build *b, enum choice c, const struct option *o, char *dst, size_t size, struct err *err)
{
	struct build copy;
	struct held h;
	struct finding f;
	int rc;

	dst[0] = '\0';
	if (!o->broken)
		return ERR_OK;
	build_init(&copy);
	build_copy(&copy, b);
	rc = engine_apply(e, &copy, c, o, PICK_USER, err);
	if (rc == ERR_OK)
		rc = query_hold(e, &copy, &h, err);
	if (rc == ERR_OK)
		rc = query_quote(e, err);
	for (size_t i = 0; rc == ERR_OK && i < e->n_rules; i++)
		if (&e->rule[i]->rule == o->broken) {
			rc = detail_fill(e, e->rule[i], &h, 0, 1, &f, err);
			if (rc == ERR_OK)
				str_copy(dst, size, f.text);
		}
	build_release(&copy);
	return rc;
}
