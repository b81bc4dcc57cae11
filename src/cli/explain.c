/* SPDX-License-Identifier: MIT */
/* bestek explain FILE RULE|PART: the numbers behind a rule, or why a part is possible, chosen, on the bill. */
#include "cli.h"

#include <jansson.h>
#include <string.h>

#include "../core/base/i18n.h"
#include "../core/base/num.h"
#include "../core/bom/bom.h"
#include "../core/catalog/db.h"
#include "../core/export/json_parts.h"

const struct cli_opt cli_explain_opts[] = {
	{ .id = OPT_JSON, .name = "json", .help = N_("write JSON (bestek.explain/1)") },
	{ 0 }
};

enum { NEAR_MAX = 5 };

static json_t *value_json(const struct value *v)
{
	switch (v->type) {
	case 'i':
		return json_integer(v->i);
	case 'f':
		return json_number(v->f);
	case 't':
		return json_text(v->t);
	default:
		return json_null();
	}
}

/* --- a rule --- */

struct term_target { struct cli *c; json_t *list; };

static int term_row(void *data, const char *name, const char *unit, const char *meaning, const struct value *v,
                    const char *source)
{
	struct term_target *t = data;
	char shown[128];

	if (t->list)
		return json_array_append_new(t->list, json_pack("{s:s, s:o, s:o, s:o, s:o}", "name", name, "value",
		                                                value_json(v), "unit", json_text(unit), "meaning",
		                                                json_text(meaning), "source", json_text(source)));
	value_show(v, unit, shown, sizeof(shown));
	str_addf(&t->c->out, "      %-28s %-14s %s\n", name, shown, _(meaning));
	if (source && *source)
		str_addf(&t->c->out, _("      %-28s   from: %s\n"), "", source);
	return 0;
}

static const struct finding *finding_of(const struct findings *f, const struct rule *rule)
{
	for (size_t i = 0; i < f->n; i++)
		if (f->item[i].rule == rule)
			return &f->item[i];
	return NULL;
}

static int is_silent(const struct findings *f, const char *id)
{
	for (int i = 0; i < f->n_silent; i++)
		if (strcmp(f->silent[i], id) == 0)
			return 1;
	return 0;
}

static int explain_rule(struct cli *c, const struct build *b, const struct rule *rule, const struct findings *f,
                        json_t *list, struct err *err)
{
	const struct finding *found = finding_of(f, rule);
	int silent = !found && is_silent(f, rule->id);
	struct term_target target = { .c = c };
	int rc;

	if (list) {
		target.list = json_array();
		json_array_append_new(list, json_pack("{s:s, s:s, s:s, s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:O}",
		                                      "rule", rule->id, "severity", severity_name(rule->severity),
		                                      "step", rule->step, "status",
		                                      found    ? "broken"
		                                      : silent ? "silent"
		                                               : "holds",
		                                      "text", found ? json_text(found->text) : json_null(), "have",
		                                      found ? value_json(&found->have) : json_null(), "need",
		                                      found ? value_json(&found->need) : json_null(), "unit",
		                                      json_text(rule->unit), "why", json_text(rule->why), "holds",
		                                      json_text(rule->holds), "source", json_text(rule->source),
		                                      "terms", target.list));
		rc = engine_terms(c->engine, b, rule, term_row, &target, err);
		json_decref(target.list);
		return rc;
	}
	if (found) {
		cli_show_finding(c, found, 1);
		if (!found->proven)
			str_addf(&c->out, "      %s\n", _("not proven: a fact is unknown or only known from memory"));
	} else {
		str_add(&c->out, "  ");
		cli_show_severity(c, rule->severity);
		str_addf(&c->out, "  %s\n      %s\n      %s\n", rule->id,
		         silent ? _("silent: the configuration lacks a part that this rule looks at")
		                : _("holds, or does not apply"),
		         _(rule->text));
		str_addf(&c->out, _("      why: %s\n"), _(rule->why));
	}
	if (rule->when[0] && strcmp(rule->when, "1") != 0)
		str_addf(&c->out, _("      when:   %s\n"), rule->when);
	str_addf(&c->out, _("      holds:  %s\n"), rule->holds);
	str_addf(&c->out, _("      source: %s\n"), rule->source);
	return engine_terms(c->engine, b, rule, term_row, &target, err);
}

/*
 * Explains every rule of that id (cases and severities may share it); a person sees only the broken ones when there are
 * any. Returns how many there are.
 */
static int explain_rules(struct cli *c, const struct build *b, const char *id, json_t *doc, struct err *err)
{
	struct findings f = { 0 };
	json_t *list = doc ? json_array() : NULL;
	int n = 0, broken = 0;

	if (engine_check(c->engine, b, &f, err) != ERR_OK)
		goto out;
	for (size_t i = 0; i < f.n; i++)
		broken += strcmp(f.item[i].rule->id, id) == 0;
	for (size_t i = 0; i < engine_rules(c->engine) && err->code == ERR_OK; i++) {
		const struct rule *rule = engine_rule(c->engine, i);
		if (strcmp(rule->id, id) != 0)
			continue;
		n++;
		if (doc || !broken || finding_of(&f, rule))
			explain_rule(c, b, rule, &f, list, err);
	}
	if (n && doc)
		json_object_set(doc, "rules", list);
out:
	json_decref(list);
	findings_release(&f);
	return n;
}

/* --- a part --- */

/* The choices that a kind of part can be picked for, first to last; -1 ends. */
static const int *choices_of(enum part_kind kind)
{
	static const int none[] = { -1 }, platform[] = { CHOICE_PLATFORM, -1 }, cpu[] = { CHOICE_CPU, -1 },
	                 gpu[] = { CHOICE_GPU, -1 }, dimm[] = { CHOICE_DIMM, -1 }, nic[] = { CHOICE_NIC, -1 },
	                 drive[] = { CHOICE_DRIVE, CHOICE_BOOT, -1 }, psu[] = { CHOICE_PSU, -1 };

	switch (kind) {
	case PART_PLATFORM: return platform;
	case PART_CPU: return cpu;
	case PART_GPU: return gpu;
	case PART_DIMM: return dimm;
	case PART_NIC: return nic;
	case PART_DRIVE: return drive;
	case PART_PSU: return psu;
	case PART_CABLE:
	case PART_SWITCH:
	case PART_ACCESSORY:
	case PART_KIND_COUNT:
		break;
	}
	return none;
}

/* An option of CHOICE_PSU is a platform's supply option: does it hold this supply? -1 on failure. */
static int option_holds_psu(struct cli *c, int64_t option, int64_t psu, struct err *err)
{
	struct stmt *st = NULL;
	int found = -1;

	if (stmt_prepare(&st, catalog_db(c->catalog), "SELECT 1 FROM psu_option WHERE id = ?1 AND psu_id = ?2",
	                 err) == ERR_OK) {
		stmt_bind_i64(st, 1, option);
		stmt_bind_i64(st, 2, psu);
		found = stmt_step(st, err);
	}
	stmt_free(st);
	return found;
}

/* The first option of the choice that is this part (free ones come first); NULL when it is not among them. */
static const struct option *option_of(struct cli *c, enum choice choice, const struct options *options,
                                      const struct part *part, struct err *err)
{
	for (size_t i = 0; i < options->n && err->code == ERR_OK; i++) {
		const struct option *o = &options->item[i];
		if (choice == CHOICE_PSU ? option_holds_psu(c, o->id, part->id, err) == 1 : o->id == part->id)
			return o;
	}
	return NULL;
}

static int explain_choice(struct cli *c, const struct build *b, enum choice choice, const struct part *part,
                          json_t *list, struct err *err)
{
	struct options options = { 0 };
	const struct option *o;
	char reason[768] = "";
	const char *status;
	int rc = engine_options(c->engine, b, choice, &options, err);

	o = rc == ERR_OK ? option_of(c, choice, &options, part, err) : NULL;
	if (o && o->broken)
		rc = engine_option_reason(c->engine, b, choice, o, reason, sizeof(reason), err);
	if (rc != ERR_OK || err->code != ERR_OK)
		goto out;
	status = !o ? "unavailable" : o->broken ? "impossible" : "possible";
	if (list)
		json_array_append_new(list, json_pack("{s:s, s:s, s:b, s:o, s:o}", "choice", choice_name(choice),
		                                      "status", status, "chosen", o && o->chosen, "rule",
		                                      o && o->broken ? json_text(o->broken->id) : json_null(),
		                                      "reason", json_text(reason)));
	else if (!o)
		str_addf(&c->out, _("  as %s: not possible: it does not go with the other choices at all\n"),
		         choice_name(choice));
	else if (o->broken)
		str_addf(&c->out, _("  as %s: not possible: %s (%s)\n"), choice_name(choice), reason, o->broken->id);
	else if (o->chosen)
		str_addf(&c->out, _("  as %s: chosen, and possible\n"), choice_name(choice));
	else
		str_addf(&c->out, _("  as %s: possible with the other choices as they are\n"), choice_name(choice));
out:
	options_release(&options);
	return rc;
}

static int explain_bill(struct cli *c, const struct build *b, const struct part *part, json_t *doc, struct err *err)
{
	struct bom bom = { 0 };
	json_t *list = doc ? json_array() : NULL;
	int rc = bom_make(c->engine, b, &bom, err), n = 0;

	for (size_t i = 0; i < bom.n; i++) {
		const struct bom_line *line = &bom.line[i];
		if (line->part_id != part->id)
			continue;
		n++;
		if (list)
			json_array_append_new(
				list, json_pack("{s:I, s:o, s:o}", "quantity", (json_int_t)line->quantity, "reason",
			                        json_text(line->reason), "note", json_text(line->note)));
		else
			str_addf(&c->out, _("  on the bill: %lld x, because: %s\n"), (long long)line->quantity,
			         line->reason);
	}
	if (rc == ERR_OK && n == 0 && !list)
		str_addf(&c->out, "  %s\n", _("not on the bill of this configuration"));
	if (list)
		json_object_set_new(doc, "bill", list);
	bom_release(&bom);
	return rc;
}

static int fact_row(void *data, const char *name, const char *value)
{
	struct term_target *t = data;

	if (t->list)
		return json_array_append_new(t->list, json_pack("{s:o, s:o}", "name", json_text(name), "value",
		                                                json_text(value)));
	return str_addf(&t->c->out, "  %-24s %s\n", name, value);
}

static int explain_part(struct cli *c, const struct build *b, const struct part *part, json_t *doc, struct err *err)
{
	const int *choice = choices_of(part->kind);
	json_t *choices = doc ? json_array() : NULL;
	struct term_target facts = { .c = c, .list = doc ? json_array() : NULL };
	int rc = ERR_OK;

	if (doc)
		json_object_set_new(doc, "part",
		                    json_pack("{s:s, s:o, s:o, s:o}", "kind", part_kind_name(part->kind), "model",
		                              json_text(part->model), "part_number", json_text(part->part_number),
		                              "label", json_text(part->label)));
	else
		str_addf(&c->out, "%s: %s\n", part_kind_name(part->kind), part->label);
	if (*choice < 0 && !doc)
		str_addf(&c->out, "  %s\n", _("this kind of part is not chosen: rules and kits put it on the bill"));
	for (; *choice >= 0 && rc == ERR_OK; choice++)
		rc = explain_choice(c, b, (enum choice)*choice, part, choices, err);
	if (doc)
		json_object_set_new(doc, "choices", choices);
	if (rc == ERR_OK)
		rc = explain_bill(c, b, part, doc, err);
	if (rc == ERR_OK && !doc)
		str_addf(&c->out, "%s\n", _("What is known of it:"));
	if (rc == ERR_OK)
		rc = catalog_facts(c->catalog, part->id, fact_row, &facts, err);
	if (doc)
		json_object_set_new(doc, "facts", facts.list);
	return rc;
}

/* Neither a rule nor a part: say what came near. */
static int explain_unknown(struct cli *c, const char *word, const struct part *near_parts, int n, struct err *err)
{
	struct cli_nearest near = { .word = word };

	for (size_t i = 0; i < engine_rules(c->engine); i++)
		cli_near(&near, engine_rule(c->engine, i)->id);
	err_clear(err);
	if (near.best)
		return err_set(err, ERR_UNKNOWN, _("no rule or part is called '%s'; did you mean the rule '%s'?"),
		               word, near.best);
	cli_complain_near(near_parts, n);
	return err_set(
		err, ERR_UNKNOWN,
		_("no rule or part is called '%s'; 'bestek rules' and 'bestek catalog search' list what there is"),
		word);
}

int cli_run_explain(struct cli *c, struct err *err)
{
	const char *path = c->operand[0], *word = c->operand[1];
	json_t *doc = NULL;
	struct unresolved_list u;
	struct part part, near[NEAR_MAX];
	struct build b;
	int n = 0, rc;

	build_init(&b);
	if (cli_load(c, &b, path, &u, err) != ERR_OK)
		goto out;
	cli_complain_unresolved(path, &u);
	if (c->value[OPT_JSON])
		doc = json_pack("{s:s, s:o}", "schema", "bestek.explain/1", "file", json_text(path));
	if (explain_rules(c, &b, word, doc, err) == 0 && err->code == ERR_OK) {
		rc = catalog_resolve(c->catalog, -1, word, &part, near, NEAR_MAX, &n, err);
		if (rc == ERR_OK)
			rc = explain_part(c, &b, &part, doc, err);
		else if (rc == ERR_UNKNOWN)
			rc = explain_unknown(c, word, near, n, err);
	}
	if (doc && err->code == ERR_OK)
		json_write(json_incref(doc), &c->out, err);
out:
	json_decref(doc);
	build_release(&b);
	return u.n ? CLI_UNKNOWN_PART : CLI_FINE;
}
