/* SPDX-License-Identifier: MIT */
/* bestek solve FILE: the best machines for the needs, or the demands that clash. */
#include "cli.h"

#include <jansson.h>
#include <string.h>

#include "../core/base/i18n.h"
#include "../core/base/mem.h"
#include "../core/base/num.h"
#include "../core/bom/bom.h"
#include "../core/export/json_parts.h"
#include "../core/solve/solve.h"

static const char *const by_choices[] = { "cost", "tco", "power", "lead-time", "fit", NULL };
const struct cli_opt cli_solve_opts[] = {
	{ .id = OPT_BY, .name = "by", .arg = N_("GOAL"), .choices = by_choices, .help = N_("what counts as best") },
	{ .id = OPT_TOP, .name = "top", .arg = N_("N"), .help = N_("show the N best machines, 20 at most") },
	{ .id = OPT_JSON, .name = "json", .help = N_("write JSON (bestek.solve/1)") },
	{ .id = OPT_OUTPUT, .letter = 'o', .name = "output", .arg = N_("FILE"),
	  .help = N_("save the best machine as a configuration; '-' is standard output") },
	{ .id = OPT_FORCE, .name = "force", .help = N_("replace an existing file") },
	{ 0 }
};

static void show_total(struct cli *c, const struct bom *bom)
{
	char number[64];

	num_show_money(number, sizeof(number), bom->net_cents, bom->currency);
	str_addf(&c->out, _("price without VAT %s"), number);
	if (bom->unknown_lines)
		str_addf(&c->out, ngettext(" without %d line on request", " without %d lines on request",
		                           (unsigned long)bom->unknown_lines), bom->unknown_lines);
	if (bom->figures.power_w != BUILD_UNSET) {
		num_show_i64(number, sizeof(number), bom->figures.power_w);
		str_addf(&c->out, ", %s W", number);
	}
	if (bom->figures.rack_u != BUILD_UNSET)
		str_addf(&c->out, ", %lld U", (long long)bom->figures.rack_u);
	if (bom->figures.lead_weeks != BUILD_UNSET)
		str_addf(&c->out, ngettext(", %lld week", ", %lld weeks", (unsigned long)bom->figures.lead_weeks),
		         (long long)bom->figures.lead_weeks);
	str_add(&c->out, "\n");
}

static int show_build(struct cli *c, int rank, const struct build *b, struct err *err)
{
	struct bom bom = { 0 };
	struct findings f = { 0 };
	char price[64];
	int rc = bom_make(c->engine, b, &bom, err);

	if (rc == ERR_OK)
		rc = engine_check(c->engine, b, &f, err);
	if (rc == ERR_OK) {
		str_addf(&c->out, "%d. %s: ", rank, b->pick.platform.text);
		show_total(c, &bom);
		for (size_t i = 0; i < bom.n; i++) {
			const struct bom_line *line = &bom.line[i];
			if (line->line_cents >= 0 && line->kind != PRICE_ON_REQUEST)
				num_show_money(price, sizeof(price), line->line_cents, bom.currency);
			else
				str_copy(price, sizeof(price), price_kind_label(PRICE_ON_REQUEST));
			str_addf(&c->out, "   %4lld x %s  (%s)\n", (long long)line->quantity, line->description, price);
		}
		for (size_t i = 0; i < f.n; i++)
			cli_show_finding(c, &f.item[i], 0);
	}
	findings_release(&f);
	bom_release(&bom);
	return rc;
}

static int show_impossible(struct cli *c, const char *path, const struct solution *s)
{
	char price[64];

	str_addf(&c->out, _("%s: no machine in the catalogue meets these demands together:\n"), path);
	for (int i = 0; i < s->n_conflict; i++)
		str_addf(&c->out, "  - %s\n", s->conflict[i].text);
	if (s->n_relax)
		str_addf(&c->out, "%s\n", _("It becomes possible, cheapest first, when you:"));
	for (int i = 0; i < s->n_relax; i++) {
		num_show_money_round(price, sizeof(price), s->relax[i].rank_cents, "EUR");
		str_addf(&c->out, _("  - %s (then from about %s)\n"), s->relax[i].text, price);
	}
	return CLI_ERRORS;
}

/* One machine as an object that its rank or its relaxation joins; NULL with err set. */
static json_t *machine_json(struct cli *c, const struct build *b, struct err *err)
{
	struct findings f = { 0 };
	struct bom bom = { 0 };
	json_t *findings = NULL, *out = NULL;

	if (engine_check(c->engine, b, &f, err) == ERR_OK && bom_make(c->engine, b, &bom, err) == ERR_OK)
		findings = json_findings(c->engine, b, &f, 0, err);
	if (findings)
		out = json_pack("{s:o, s:o, s:o}", "build", json_build(c->engine, b, bom.figures.cpu_family), "totals",
		                json_totals(&bom), "findings", findings);
	if (!out)
		err_nomem(err);
	bom_release(&bom);
	findings_release(&f);
	return out;
}

static int solution_json(struct cli *c, const char *path, const struct unresolved_list *u, const struct solution *s,
                         struct err *err)
{
	json_t *builds = json_array(), *conflict = json_array(), *relaxations = json_array();
	const char *status = u->n ? "unresolved" : s->n ? "solved" : "impossible";

	for (int i = 0; i < s->n; i++) {
		json_t *item = machine_json(c, &s->build[i], err);
		json_t *ranked = json_pack("{s:i, s:b}", "rank", i + 1, "proven", s->proven[i]);
		json_object_update(ranked, item);
		json_array_append_new(builds, ranked);
		json_decref(item);
	}
	for (int i = 0; i < s->n_conflict; i++)
		json_array_append_new(conflict, json_pack("{s:s, s:s}", "field", s->conflict[i].field, "text",
		                                          s->conflict[i].text));
	for (int i = 0; i < s->n_relax; i++) {
		json_t *item = machine_json(c, &s->relax[i].after, err);
		json_t *relax = json_pack("{s:s, s:s}", "field", s->relax[i].field, "text", s->relax[i].text);
		json_object_update(relax, item);
		json_array_append_new(relaxations, relax);
		json_decref(item);
	}
	if (err->code != ERR_OK) {
		json_decref(builds);
		json_decref(conflict);
		json_decref(relaxations);
		return err->code;
	}
	return json_write(json_pack("{s:s, s:o, s:s, s:o, s:o, s:o, s:o}", "schema", "bestek.solve/1", "file",
	                             json_text(path),
	                                 "status", status, "builds", builds, "conflict", conflict, "relaxations",
	                                 relaxations, "unresolved", cli_unresolved_json(u)), &c->out, err);
}

/* The best machine as a file of its own. */
static int save_best(struct cli *c, const struct build *best, struct err *err)
{
	const char *path = c->value[OPT_OUTPUT];
	char *text = NULL;
	size_t len = 0;
	int rc;

	if (strcmp(path, "-") != 0) {
		rc = build_save(best, path, err);
		if (rc == ERR_OK)
			cli_notice(c, _("saved as %s"), path);
		return rc;
	}
	rc = build_write(best, &text, &len, err);
	if (rc == ERR_OK && str_add_n(&c->out, text, len) != 0)
		rc = err_nomem(err);
	mem_free(text);
	return rc;
}

static int solve_options(struct cli *c, struct solve_opts *opts, struct err *err)
{
	int64_t top = 1;

	opts->by = c->value[OPT_BY];
	if (c->value[OPT_TOP] && (num_parse_i64(c->value[OPT_TOP], &top) != 0 || top < 1 || top > SOLVE_TOP_MAX))
		return err_set(err, ERR_USAGE, _("--top must be a whole number from 1 to %d"), SOLVE_TOP_MAX);
	opts->top = (int)top;
	if (!c->value[OPT_OUTPUT])
		return ERR_OK;
	if (strcmp(c->value[OPT_OUTPUT], "-") == 0 && c->value[OPT_JSON])
		return err_set(err, ERR_USAGE, "%s", _("--json and '-o -' both want standard output; give -o a file"));
	return cli_may_write(c, c->value[OPT_OUTPUT], err);
}

int cli_run_solve(struct cli *c, struct err *err)
{
	const char *path = c->operand[0];
	int to_stdout = c->value[OPT_OUTPUT] && strcmp(c->value[OPT_OUTPUT], "-") == 0;
	struct solve_opts opts = { 0 };
	struct unresolved_list u;
	struct solution *s = mem_zalloc(sizeof(*s));
	struct build b;
	int status = CLI_FINE;

	build_init(&b);
	if (!s) {
		err_nomem(err);
		goto out;
	}
	if (solve_options(c, &opts, err) != ERR_OK || cli_load(c, &b, path, &u, err) != ERR_OK)
		goto out;
	if (u.n) {
		status = CLI_UNKNOWN_PART;
		cli_complain_unresolved(path, &u);
		if (c->value[OPT_JSON])
			solution_json(c, path, &u, s, err);
		goto out;
	}
	if (solve(c->engine, &b, &opts, s, err) != ERR_OK)
		goto out;
	if (s->n == 0)
		status = CLI_ERRORS;
	if (c->value[OPT_JSON])
		solution_json(c, path, &u, s, err);
	else if (s->n == 0)
		show_impossible(c, path, s);
	for (int i = 0; i < s->n && !c->value[OPT_JSON] && !to_stdout && err->code == ERR_OK; i++)
		show_build(c, i + 1, &s->build[i], err);
	if (s->n && c->value[OPT_OUTPUT] && err->code == ERR_OK)
		save_best(c, &s->build[0], err);
out:
	if (s)
		solution_release(s);
	mem_free(s);
	build_release(&b);
	return status;
}
