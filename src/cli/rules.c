/* SPDX-License-Identifier: MIT */
/* bestek rules: the rules as a person reads them, and the vocabulary they are written in. */
#include "cli.h"

#include <jansson.h>
#include <string.h>

#include "../core/base/i18n.h"
#include "../core/export/json_parts.h"

const struct cli_opt cli_rules_opts[] = {
	{ .id = OPT_VOCABULARY,
	  .name = "vocabulary",
	  .help = N_("list the words that rules use, with unit and meaning") },
	{ .id = OPT_MARKDOWN, .name = "markdown", .help = N_("write Markdown") },
	{ .id = OPT_JSON, .name = "json", .help = N_("write JSON (bestek.rules/1)") },
	{ 0 }
};

static int rule_text(struct cli *c, const struct rule *r, const char **step)
{
	int md = c->value[OPT_MARKDOWN] != NULL;

	if (!*step || strcmp(*step, r->step) != 0)
		str_addf(&c->out, md ? "%s## %s\n\n" : "%s%s\n\n", *step ? "\n" : "", r->step);
	*step = r->step;
	if (md) {
		str_addf(&c->out, "- **%s** (%s): %s\n", r->id, severity_label(r->severity), _(r->text));
		str_addf(&c->out, "  - %s\n  - `%s`\n", _(r->why), r->holds);
		if (r->when[0] && strcmp(r->when, "1") != 0)
			str_addf(&c->out, _("  - when `%s`\n"), r->when);
		return str_addf(&c->out, _("  - source: %s\n"), r->source);
	}
	str_add(&c->out, "  ");
	cli_show_severity(c, r->severity);
	str_addf(&c->out, "  %s\n      %s\n      %s\n", r->id, _(r->text), _(r->why));
	str_addf(&c->out, _("      holds:  %s\n"), r->holds);
	if (r->when[0] && strcmp(r->when, "1") != 0)
		str_addf(&c->out, _("      when:   %s\n"), r->when);
	return str_addf(&c->out, _("      source: %s\n"), r->source);
}

static json_t *rule_json(const struct rule *r)
{
	return json_pack("{s:s, s:s, s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:i}", "rule", r->id,
	                 "severity", severity_name(r->severity), "step", r->step, "text", json_text(r->text), "why",
	                 json_text(r->why), "when", json_text(r->when), "holds", json_text(r->holds), "have",
	                 json_text(r->have), "need", json_text(r->need), "unit", json_text(r->unit), "source",
	                 json_text(r->source), "file", json_text(r->file), "line", r->line);
}

struct vocabulary { struct cli *c; json_t *list; };

static int term_row(void *data, const char *name, const char *unit, const char *meaning, const struct value *v,
                    const char *source)
{
	struct vocabulary *voc = data;
	struct str *out = &voc->c->out;
	(void)v;

	if (voc->list)
		return json_array_append_new(voc->list,
		                             json_pack("{s:s, s:o, s:o, s:o}", "name", name, "unit", json_text(unit),
		                                       "meaning", json_text(meaning), "source", json_text(source)));
	if (voc->c->value[OPT_MARKDOWN])
		return str_addf(out, "| `%s` | %s | %s |\n", name, unit, _(meaning));
	return str_addf(out, "%-32s %-8s %s\n", name, unit, _(meaning));
}

static int show_vocabulary(struct cli *c, json_t *list, struct err *err)
{
	struct vocabulary voc = { .c = c, .list = list };
	struct build b;
	int rc;

	if (!list && c->value[OPT_MARKDOWN])
		str_add(&c->out, _("| word | unit | meaning |\n|---|---|---|\n"));
	build_init(&b);
	rc = engine_terms(c->engine, &b, NULL, term_row, &voc, err);
	build_release(&b);
	return rc;
}

int cli_run_rules(struct cli *c, struct err *err)
{
	json_t *list = NULL;
	const char *step = NULL, *key = "rules";
	int rc = cli_open_engine(c, err);

	if (rc != ERR_OK)
		return CLI_UNREADABLE;
	if (c->value[OPT_JSON])
		list = json_array();
	if (c->value[OPT_VOCABULARY]) {
		key = "vocabulary";
		rc = show_vocabulary(c, list, err);
	}
	for (size_t i = 0; i < engine_rules(c->engine) && !c->value[OPT_VOCABULARY]; i++) {
		if (list)
			json_array_append_new(list, rule_json(engine_rule(c->engine, i)));
		else
			rule_text(c, engine_rule(c->engine, i), &step);
	}
	if (list && rc == ERR_OK)
		rc = json_write(json_pack("{s:s, s:O}", "schema", "bestek.rules/1", key, list), &c->out, err);
	json_decref(list);
	return rc == ERR_OK ? CLI_FINE : CLI_UNREADABLE;
}
