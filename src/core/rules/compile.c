/* SPDX-License-Identifier: MIT */
/* Loads vocabulary and rules, and turns rule text into SQL over the catalogue's tables. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/num.h"
#include "engine_priv.h"

/* What an alias stands for. */
static const struct { const char *alias; unsigned choices; } aliases[] = {
	{ "n", 0 },
	{ "p", CHOICE_BIT(CHOICE_PLATFORM) },
	{ "u", CHOICE_BIT(CHOICE_PLATFORM) | CHOICE_BIT(CHOICE_PSU) },
	{ "c", CHOICE_BIT(CHOICE_CPU) },
	{ "d", CHOICE_BIT(CHOICE_DIMM) },
	{ "g", CHOICE_BIT(CHOICE_GPU) },
	{ "ng", CHOICE_BIT(CHOICE_NIC) },
	{ "dg", CHOICE_BIT(CHOICE_DRIVE) },
	{ "bg", CHOICE_BIT(CHOICE_BOOT) },
	{ "mp", CHOICE_BIT(CHOICE_CPU) | CHOICE_BIT(CHOICE_DPS) },
	{ "ms", CHOICE_BIT(CHOICE_CPU) | CHOICE_BIT(CHOICE_DIMM) | CHOICE_BIT(CHOICE_DPS) },
};

static unsigned alias_choices(const char *s, size_t len)
{
	for (size_t i = 0; i < sizeof(aliases) / sizeof(aliases[0]); i++)
		if (strlen(aliases[i].alias) == len && memcmp(aliases[i].alias, s, len) == 0)
			return aliases[i].choices;
	return 0;
}

static int is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

static size_t word_length(const char *s)
{
	size_t n = 0;

	while (is_word(s[n]))
		n++;
	return n;
}

struct term *compile_term(struct engine *e, const char *name, size_t len)
{
	size_t lo = 0, hi = e->n_terms;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;
		int d = strncmp(e->term[mid].name, name, len);

		if (d == 0 && e->term[mid].name[len] != '\0')
			d = 1;
		if (d == 0)
			return &e->term[mid];
		if (d < 0)
			lo = mid + 1;
		else
			hi = mid;
	}
	return NULL;
}

/* The set of terms under an expression, while it is compiled. */
struct gather {
	const struct term *term[256];
	size_t n;
	struct str sql, sure;
	unsigned choices, sure_choices;
};

/* Adds the conditions of a term's sure list ("p.rated_w u.count") that are not there yet. */
static int gather_sure(struct gather *g, const struct term *t, struct err *err)
{
	const char *list = t->sure ? t->sure : "";

	while (*list) {
		size_t n = strcspn(list, " ,"), a = strcspn(list, ".");
		struct str one = STR_INIT;
		int rc = 0;

		if (n == 0) {
			list++;
			continue;
		}
		if (a + 1 >= n)
			return err_set(err, ERR_DATA, _("%s: 'sure' wants a list of alias.column"), t->where);
		if (n - a - 1 == strlen("confidence") && memcmp(list + a + 1, "confidence", n - a - 1) == 0)
			str_addf(&one, "(%.*s IS NOT 'recalled')", (int)n, list);
		else
			str_addf(&one, "(instr(%.*s.recalled, ' %.*s ') + instr(%.*s.recalled, ' * ')) IS NOT TRUE", (int)a, list,
			         (int)(n - a - 1), list + a + 1, (int)a, list);
		if (one.failed || !strstr(str_c(&g->sure), str_c(&one)))
			rc = str_addf(&g->sure, "%s%s", g->sure.len ? " AND " : "", str_c(&one));
		if (one.failed)
			rc = -1;
		g->sure_choices |= alias_choices(list, a);
		str_release(&one);
		if (rc)
			return err_nomem(err);
		list += n;
	}
	return ERR_OK;
}

/* Adds a term and what it takes to be sure of it, once. */
static int gather_term(struct gather *g, const struct term *t, const char *where, struct err *err)
{
	for (size_t i = 0; i < g->n; i++)
		if (g->term[i] == t)
			return ERR_OK;
	if (g->n == sizeof(g->term) / sizeof(g->term[0]))
		return err_set(err, ERR_DATA, _("%s: too many terms"), where);
	g->term[g->n++] = t;
	return gather_sure(g, t, err);
}

static int compile_one(struct engine *e, struct term *t, int depth, struct err *err);

static int put_constant(struct engine *e, struct gather *g, const char *where, const char *s, size_t len, struct err *err)
{
	for (size_t i = 0; i < e->n_constants; i++)
		if (strlen(e->constant[i].name) == len && memcmp(e->constant[i].name, s, len) == 0) {
			char num[40];

			num_write_double(num, sizeof(num), e->constant[i].value, -1);
			return str_add(&g->sql, num) ? err_nomem(err) : ERR_OK;
		}
	return err_set(err, ERR_DATA, _("%s: the planning value @%.*s is not in constant.csv"), where, (int)len, s);
}

static int expand(struct engine *e, const char *where, const char *text, struct gather *g, int depth, struct err *err)
{
	static const struct { const char *name; enum choice choice; } counts[] = {
		{ "sockets", CHOICE_SOCKETS }, { "gpus", CHOICE_GPUS }, { "dps", CHOICE_DPS },
	};
	const char *s = text;
	char before = ' ';
	int brackets = 0;

	if (depth > TERM_DEPTH_MAX)
		return err_set(err, ERR_DATA, _("%s: the terms are nested too deeply"), where);
	while (*s) {
		size_t len;
		struct term *t;
		int rc = ERR_OK;

		if (*s == '\'') { /* text stays as it is */
			const char *end = strchr(s + 1, '\'');

			if (!end)
				return err_set(err, ERR_DATA, _("%s: a quote is not closed"), where);
			if (str_add_n(&g->sql, s, (size_t)(end - s) + 1))
				return err_nomem(err);
			s = end + 1;
			before = '\'';
			continue;
		}
		if (*s == ';' || *s == '?' || *s == '"' || *s == '`' || *s == '[' || (s[0] == '-' && s[1] == '-') ||
		    (s[0] == '/' && s[1] == '*'))
			return err_set(err, ERR_DATA, _("%s: '%c' may not stand in a rule"), where, *s);
		if (*s == '@' || *s == '$') {
			len = word_length(s + 1);
			if (*s == '@') {
				rc = put_constant(e, g, where, s + 1, len, err);
			} else {
				size_t i, n = sizeof(counts) / sizeof(counts[0]);

				for (i = 0; i < n; i++)
					if (strlen(counts[i].name) == len && memcmp(counts[i].name, s + 1, len) == 0)
						break;
				if (i == n)
					return err_set(err, ERR_DATA, _("%s: there is no count $%.*s"), where, (int)len, s + 1);
				g->choices |= CHOICE_BIT(counts[i].choice);
				if (str_add_n(&g->sql, s, len + 1))
					rc = err_nomem(err);
			}
			if (rc)
				return rc;
			s += len + 1;
			before = 'x';
			continue;
		}
		len = word_length(s);
		if (len == 0) {
			brackets += (*s == '(') - (*s == ')');
			if (brackets < 0) /* it would close a bracket of the query around it */
				break;
			if (str_add_c(&g->sql, *s))
				return err_nomem(err);
			before = *s++;
			continue;
		}
		t = before == '.' || s[len] == '.' || isdigit((unsigned char)*s) ? NULL : compile_term(e, s, len);
		if (t) {
			rc = compile_one(e, t, depth + 1, err);
			if (rc)
				return rc;
			if (str_addf(&g->sql, "(%s)", t->expr.sql))
				return err_nomem(err);
			g->choices |= t->expr.choices;
			g->sure_choices |= t->expr.sure_choices;
			for (size_t i = 0; i < t->expr.n_terms && rc == ERR_OK; i++)
				rc = gather_term(g, t->expr.term[i], where, err);
			if (rc)
				return rc;
		} else {
			if (s[len] == '.' && before != '.')
				g->choices |= alias_choices(s, len);
			if (str_add_n(&g->sql, s, len))
				return err_nomem(err);
		}
		s += len;
		before = 'x';
	}
	if (brackets)
		return err_set(err, ERR_DATA, _("%s: the brackets do not match"), where);
	return ERR_OK;
}

static int gather_finish(struct engine *e, struct gather *g, struct expr *out, struct err *err)
{
	const struct term **terms = arena_alloc(e->arena, (g->n + 1) * sizeof(terms[0]));

	out->sql = arena_strdup(e->arena, str_c(&g->sql));
	out->sure = arena_strdup(e->arena, g->sure.len ? str_c(&g->sure) : "1");
	if (!terms || !out->sql || !out->sure || g->sql.failed || g->sure.failed)
		return err_nomem(err);
	for (size_t i = 0; i < g->n; i++)
		terms[i] = g->term[i];
	out->term = terms;
	out->n_terms = g->n;
	out->choices = g->choices;
	out->sure_choices = g->sure_choices;
	return ERR_OK;
}

static int compile_one(struct engine *e, struct term *t, int depth, struct err *err)
{
	struct gather *g;
	int rc;

	if (t->state == 2)
		return ERR_OK;
	if (t->state == 1)
		return err_set(err, ERR_DATA, _("%s: the term '%s' leads back to itself"), t->where, t->name);
	g = mem_zalloc(sizeof(*g));
	if (!g)
		return err_nomem(err);
	t->state = 1;
	rc = expand(e, t->where, t->text, g, depth, err);
	if (rc == ERR_OK)
		rc = gather_term(g, t, t->where, err);
	if (rc == ERR_OK)
		rc = gather_finish(e, g, &t->expr, err);
	t->state = rc == ERR_OK ? 2 : 0;
	str_release(&g->sql);
	str_release(&g->sure);
	mem_free(g);
	return rc;
}

int query_expr(struct engine *e, const char *where, const char *text, struct expr *out, struct err *err)
{
	struct gather *g = mem_zalloc(sizeof(*g));
	int rc;

	if (!g)
		return err_nomem(err);
	rc = expand(e, where, text, g, 0, err);
	if (rc == ERR_OK)
		rc = gather_finish(e, g, out, err);
	str_release(&g->sql);
	str_release(&g->sure);
	mem_free(g);
	return rc;
}

const struct expr *query_term(struct engine *e, const char *name)
{
	struct term *t = compile_term(e, name, strlen(name));

	return t && t->state == 2 ? &t->expr : NULL;
}

static char *keep(struct engine *e, struct stmt *st, int col)
{
	const char *s = stmt_text(st, col);

	return s && *s ? arena_strdup(e->arena, s) : NULL;
}

static int count_rows(struct engine *e, const char *sql, size_t *n, struct err *err)
{
	struct stmt *st = NULL;
	int rc = stmt_prepare(&st, e->db, sql, err);

	if (rc == ERR_OK && stmt_step(st, err) == 1)
		*n = (size_t)stmt_i64(st, 0);
	else if (rc == ERR_OK)
		rc = err ? err->code : ERR_DATA;
	stmt_free(st);
	return rc;
}

static int load_constants(struct engine *e, struct err *err)
{
	struct stmt *st = NULL;
	int rc = count_rows(e, "SELECT count(*) FROM constant", &e->n_constants, err), step = 0;
	size_t i = 0;

	if (rc != ERR_OK)
		return rc;
	e->constant = arena_alloc(e->arena, (e->n_constants + 1) * sizeof(e->constant[0]));
	if (!e->constant)
		return err_nomem(err);
	rc = stmt_prepare(&st, e->db, "SELECT name, value FROM constant ORDER BY name", err);
	while (rc == ERR_OK && i < e->n_constants && (step = stmt_step(st, err)) == 1) {
		e->constant[i].name = arena_strdup(e->arena, stmt_text(st, 0));
		e->constant[i].value = stmt_double(st, 1);
		if (!e->constant[i++].name)
			rc = err_nomem(err);
	}
	stmt_free(st);
	return step < 0 ? ERR_DATA : rc;
}

static int load_terms(struct engine *e, struct err *err)
{
	struct stmt *st = NULL;
	int rc = count_rows(e, "SELECT count(*) FROM term", &e->n_terms, err), step = 0;
	size_t i = 0;

	if (rc != ERR_OK)
		return rc;
	e->term = arena_alloc(e->arena, (e->n_terms + 1) * sizeof(e->term[0]));
	if (!e->term)
		return err_nomem(err);
	rc = stmt_prepare(&st, e->db, "SELECT name, sql, sure, unit, meaning, source, file || ':' || line FROM term ORDER BY name", err);
	while (rc == ERR_OK && i < e->n_terms && (step = stmt_step(st, err)) == 1) {
		struct term *t = &e->term[i++];

		t->name = keep(e, st, 0);
		t->text = keep(e, st, 1);
		t->sure = keep(e, st, 2);
		t->unit = keep(e, st, 3);
		t->meaning = keep(e, st, 4);
		t->source = keep(e, st, 5);
		t->where = keep(e, st, 6);
		if (!t->name || !t->text || !t->meaning || !t->where)
			rc = err_set(err, ERR_DATA, _("a term of the vocabulary lacks its name, text or meaning"));
	}
	stmt_free(st);
	if (step < 0)
		return ERR_DATA;
	for (i = 0; rc == ERR_OK && i < e->n_terms; i++)
		rc = compile_one(e, &e->term[i], 0, err);
	return rc;
}

/* The terms that stand in braces in a rule's text. */
static int find_slots(struct engine *e, struct rule_code *r, const char *where, struct err *err)
{
	const struct term *found[SLOTS_MAX];
	size_t n = 0;

	for (const char *s = strchr(r->rule.text, '{'); s; s = strchr(s + 1, '{')) {
		size_t len = word_length(s + 1), i;
		struct term *t;

		if (s[len + 1] != '}')
			return err_set(err, ERR_DATA, _("%s: a '{' in the text is not closed"), where);
		if ((len == 4 && memcmp(s + 1, "have", 4) == 0) || (len == 4 && memcmp(s + 1, "need", 4) == 0))
			continue;
		t = compile_term(e, s + 1, len);
		if (!t)
			return err_set(err, ERR_DATA, _("%s: {%.*s} is not in the vocabulary"), where, (int)len, s + 1);
		for (i = 0; i < n && found[i] != t; i++)
			;
		if (i < n)
			continue;
		if (n == SLOTS_MAX)
			return err_set(err, ERR_DATA, _("%s: the text shows too many values"), where);
		found[n++] = t;
	}
	r->slot = arena_alloc(e->arena, (n + 1) * sizeof(r->slot[0]));
	if (!r->slot)
		return err_nomem(err);
	for (size_t i = 0; i < n; i++)
		r->slot[i] = found[i];
	r->n_slots = n;
	return ERR_OK;
}

static int compile_rule(struct engine *e, struct rule_code *r, struct err *err)
{
	struct rule *u = &r->rule;
	struct { const char *what; const char *text; struct expr *out; } part[] = {
		{ "when", u->when, &r->when }, { "holds", u->holds, &r->holds },
		{ "have", u->have[0] ? u->have : "NULL", &r->have }, { "need", u->need[0] ? u->need : "NULL", &r->need },
	};
	char where[256];

	for (size_t i = 0; i < sizeof(part) / sizeof(part[0]); i++) {
		int rc;

		snprintf(where, sizeof(where), "%s:%d: %s: %s", u->file, u->line, u->id, part[i].what);
		rc = query_expr(e, where, part[i].text, part[i].out, err);
		if (rc != ERR_OK)
			return rc;
		r->choices |= part[i].out->choices;
	}
	snprintf(where, sizeof(where), "%s:%d: %s", u->file, u->line, u->id);
	return find_slots(e, r, where, err);
}

static int rule_order(const void *va, const void *vb)
{
	static const char *const steps[] = { "workload", "memory", "gpu", "growth", "system", "bill" };
	const struct rule_code *a = *(struct rule_code *const *)va, *b = *(struct rule_code *const *)vb;
	int sa = 0, sb = 0, d;

	for (int i = 0; i < 6; i++) {
		if (strcmp(steps[i], a->rule.step) == 0)
			sa = i;
		if (strcmp(steps[i], b->rule.step) == 0)
			sb = i;
	}
	if (sa != sb)
		return sa - sb;
	d = strcmp(a->rule.id, b->rule.id);
	if (d == 0)
		d = (int)a->rule.severity - (int)b->rule.severity;
	if (d == 0)
		d = strcmp(a->rule.file, b->rule.file);
	return d ? d : a->rule.line - b->rule.line;
}

static int load_rules(struct engine *e, struct err *err)
{
	struct stmt *st = NULL;
	size_t n = 0, i = 0;
	int rc = count_rows(e, "SELECT count(*) FROM rule", &n, err), step = 0;

	if (rc != ERR_OK)
		return rc;
	if (n > RULES_MAX)
		return err_set(err, ERR_DATA, _("the catalogue has %zu rules, at most %d are allowed"), n, (int)RULES_MAX);
	e->rule = arena_alloc(e->arena, (n + 1) * sizeof(e->rule[0]));
	if (!e->rule)
		return err_nomem(err);
	rc = stmt_prepare(&st, e->db, "SELECT id, severity, step, when_sql, holds_sql, have_sql, need_sql, unit, text, why, source, file, line, unknown"
	                  " FROM rule ORDER BY seq", err);
	while (rc == ERR_OK && i < n && (step = stmt_step(st, err)) == 1) {
		struct rule_code *r = arena_alloc(e->arena, sizeof(*r));
		const char *sev = stmt_text(st, 1);
		struct { char *dst; size_t size; } to[] = {
			{ r ? r->rule.id : NULL, sizeof(r->rule.id) }, { NULL, 0 }, { r ? r->rule.step : NULL, sizeof(r->rule.step) },
			{ r ? r->rule.when : NULL, sizeof(r->rule.when) }, { r ? r->rule.holds : NULL, sizeof(r->rule.holds) },
			{ r ? r->rule.have : NULL, sizeof(r->rule.have) }, { r ? r->rule.need : NULL, sizeof(r->rule.need) },
			{ r ? r->rule.unit : NULL, sizeof(r->rule.unit) }, { r ? r->rule.text : NULL, sizeof(r->rule.text) },
			{ r ? r->rule.why : NULL, sizeof(r->rule.why) }, { r ? r->rule.source : NULL, sizeof(r->rule.source) },
			{ r ? r->rule.file : NULL, sizeof(r->rule.file) },
		};

		if (!r) {
			rc = err_nomem(err);
			break;
		}
		e->rule[i++] = r;
		for (int c = 0; c < (int)(sizeof(to) / sizeof(to[0])); c++)
			if (to[c].dst && str_copy(to[c].dst, to[c].size, stmt_text(st, c)) && rc == ERR_OK)
				rc = err_set(err, ERR_DATA, _("%s:%d: %s: '%s' is too long"), stmt_text(st, 11), (int)stmt_i64(st, 12),
				             stmt_text(st, 0), stmt_column_name(st, c));
		r->rule.severity = strcmp(sev, "error") == 0 ? SEV_ERROR : strcmp(sev, "warning") == 0 ? SEV_WARNING : SEV_ADVICE;
		r->rule.line = (int)stmt_i64(st, 12);
		r->rule.forbids_unknown = strcmp(stmt_text(st, 13), "forbid") == 0;
		r->rule.counts_unknown = strcmp(stmt_text(st, 13), "count") == 0;
	}
	stmt_free(st);
	e->n_rules = i;
	if (step < 0)
		return ERR_DATA;
	for (i = 0; rc == ERR_OK && i < e->n_rules; i++)
		rc = compile_rule(e, e->rule[i], err);
	if (rc == ERR_OK)
		qsort(e->rule, e->n_rules, sizeof(e->rule[0]), rule_order);
	return rc;
}

int compile_load(struct engine *e, struct err *err)
{
	int rc = load_constants(e, err);

	if (rc == ERR_OK)
		rc = load_terms(e, err);
	if (rc == ERR_OK)
		rc = load_rules(e, err);
	return rc;
}

struct rule_code *query_rule(struct engine *e, size_t i)
{
	return e->rule[i];
}
