/* SPDX-License-Identifier: MIT */
/* The sentence of one finding: values into the rule's slots, or the name of the fact that is missing. */
#include <stdio.h>
#include <string.h>

#include "engine_priv.h"

/*
 * Columns: have, need, the slots, then every term under the rule, then the names of platform, CPU, module, GPU.
 * Written once per rule.
 */
static int detail_prepare(struct engine *e, struct rule_code *r, struct err *err)
{
	struct str sql = STR_INIT;
	int rc = str_add(&sql, "SELECT ");

	rc |= query_put(&sql, &r->have, 0);
	rc |= str_add(&sql, ", ");
	rc |= query_put(&sql, &r->need, 0);
	for (size_t i = 0; i < r->n_slots; i++) {
		rc |= str_add(&sql, ", ");
		rc |= query_put(&sql, &r->slot[i]->expr, 0);
	}
	for (size_t i = 0; i < r->holds.n_terms; i++) {
		rc |= str_add(&sql, ", ");
		rc |= query_put(&sql, &r->holds.term[i]->expr, 0);
	}
	rc |= str_add(&sql, ", p.model, c.model, d.model, g.model");
	rc |= query_from(&sql, CHOICE_ALL, 0);
	rc = rc ? err_nomem(err) : query_prepare(e, &sql, &r->detail, err);
	str_release(&sql);
	return rc;
}

/* Puts s with {slots} filled into dst. -1 without memory. */
static int fill_slots(const struct rule_code *r, const char *s, const struct value *have, const struct value *need,
                      const struct value *slot, char *dst, size_t size)
{
	struct str out = STR_INIT;
	int failed;

	while (*s) {
		const struct value *v = NULL;
		size_t n = strcspn(s, "{"), len;
		char shown[128];

		str_add_n(&out, s, n);
		s += n;
		if (!*s)
			break;
		len = strcspn(s, "}");
		if (s[len] != '}') {
			str_add(&out, s);
			break;
		}
		if (len == 5 && strncmp(s, "{have", 5) == 0)
			v = have;
		else if (len == 5 && strncmp(s, "{need", 5) == 0)
			v = need;
		for (size_t i = 0; !v && i < r->n_slots; i++)
			if (strlen(r->slot[i]->name) == len - 1 && strncmp(r->slot[i]->name, s + 1, len - 1) == 0)
				v = &slot[i];
		if (v) {
			value_show(v, NULL, shown, sizeof(shown));
			str_add(&out, shown);
		} else {
			str_add_n(&out, s, len + 1);
		}
		s += len + 1;
	}
	failed = out.failed;
	str_copy(dst, size, str_c(&out));
	str_release(&out);
	return failed ? -1 : 0;
}

/* 1 when another term of the list is built on t (then t is not the root of an unknown). */
static int is_leaf(const struct term *t)
{
	return t->expr.n_terms <= 1;
}

/* The part whose fact the term is. */
static const char *owner(const struct term *t, const struct value name[4])
{
	unsigned c = t->expr.choices;
	const struct value *v = c & CHOICE_BIT(CHOICE_PLATFORM) ? &name[0] : c & CHOICE_BIT(CHOICE_DIMM) ? &name[2]
		: c & CHOICE_BIT(CHOICE_CPU) ? &name[1] : c & CHOICE_BIT(CHOICE_GPU) ? &name[3] : NULL;

	return v && v->type == 't' ? v->t : NULL;
}

/* The first unknown fact of the rule, deepest first. */
static const struct term *find_unknown(const struct rule_code *r, const struct value *term)
{
	const struct term *any = NULL;

	for (size_t i = 0; i < r->holds.n_terms; i++) {
		if (term[i].type != 'n')
			continue;
		if (is_leaf(r->holds.term[i]))
			return r->holds.term[i];
		any = r->holds.term[i];
	}
	return any;
}

int detail_fill(struct engine *e, struct rule_code *r, const struct held *h, int state, int sure, struct finding *f, struct err *err)
{
	struct value slot[SLOTS_MAX], name[4], *term;
	char text[600];
	int rc = ERR_OK, step, col = 2;

	memset(f, 0, sizeof(*f));
	f->rule = &r->rule;
	f->severity = r->rule.severity;
	f->proven = 1;
	if (!r->detail)
		rc = detail_prepare(e, r, err);
	if (rc != ERR_OK)
		return rc;
	term = mem_calloc(r->holds.n_terms + 1, sizeof(*term));
	if (!term)
		return err_nomem(err);
	query_bind(r->detail, h);
	step = stmt_step(r->detail, err);
	if (step == 1) {
		value_read(r->detail, 0, &f->have);
		value_read(r->detail, 1, &f->need);
		for (size_t i = 0; i < r->n_slots; i++)
			value_read(r->detail, col++, &slot[i]);
		for (size_t i = 0; i < r->holds.n_terms; i++)
			value_read(r->detail, col++, &term[i]);
		for (int i = 0; i < 4; i++)
			value_read(r->detail, col++, &name[i]);
		stmt_reset(r->detail);
		if (fill_slots(r, gettext(r->rule.text), &f->have, &f->need, slot, text, sizeof(text)))
			rc = err_nomem(err);
		if (state < 0) { /* unknown */
			const struct term *t = find_unknown(r, term);
			const char *part = t ? owner(t, name) : NULL;

			f->proven = 0;
			if (f->severity == SEV_ERROR)
				f->severity = SEV_WARNING;
			char fact[256];

			/* what stands in brackets tells the values, for the vocabulary */
			str_copy(fact, sizeof(fact), t ? gettext(t->meaning) : "");
			if (strstr(fact, " ("))
				*strstr(fact, " (") = '\0';
			if (t && part)
				snprintf(f->text, sizeof(f->text), _("Not proven: the %s is unknown for %s"), fact, part);
			else if (t)
				snprintf(f->text, sizeof(f->text), _("Not proven: the %s is unknown"), fact);
			else
				snprintf(f->text, sizeof(f->text), _("Not proven: %s"), text);
		} else if (!sure) {
			f->proven = 0;
			f->severity = SEV_WARNING;
			snprintf(f->text, sizeof(f->text), _("%s (not confirmed: a figure is known from memory only)"), text);
		} else {
			str_copy(f->text, sizeof(f->text), text);
		}
	}
	mem_free(term);
	return step == 1 ? rc : step < 0 ? ERR_DATA : err_set(err, ERR_DATA, _("the rule %s gave no row"), r->rule.id);
}
