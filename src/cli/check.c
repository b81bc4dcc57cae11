/* SPDX-License-Identifier: MIT */
/* bestek check FILE...: what is wrong, why it matters, what would solve it. */
#include "cli.h"

#include <jansson.h>

#include "../core/base/i18n.h"
#include "../core/base/num.h"
#include "../core/export/json_parts.h"

const struct cli_opt cli_check_opts[] = {
	{ .id = OPT_JSON, .name = "json", .help = N_("write JSON (bestek.check/1)") },
	{ .id = OPT_FIX,
	  .name = "fix",
	  .help = N_("show all that a solution changes: parts, price, watts, height, weeks") },
	{ 0 }
};

/* Of several files the worst status counts: unreadable, unknown part, errors. */
static int worse(int a, int b)
{
	static const int rank[] = { [CLI_FINE] = 0, [CLI_ERRORS] = 1, [CLI_USAGE] = 4, [CLI_UNREADABLE] = 3,
		                    [CLI_UNKNOWN_PART] = 2 };

	return rank[b] > rank[a] ? b : a;
}

static void show_fix(struct cli *c, const struct fix *fix)
{
	char text[64];

	str_addf(&c->out, _("      fix: %s"), fix->text);
	if (fix->price_known) {
		num_show_money(text, sizeof(text), fix->price_delta_cents, fix->after.currency);
		str_addf(&c->out, " (%s%s)", fix->price_delta_cents > 0 ? "+" : "", text);
	}
	str_add(&c->out, "\n");
	if (!c->value[OPT_FIX])
		return;
	for (int i = 0; i < fix->n_changes; i++)
		str_addf(&c->out, "           %s\n", fix->changes[i]);
	str_addf(&c->out, _("           power %+lld W, height %+lld U, delivery %+lld weeks\n"),
	         (long long)fix->power_delta_w, (long long)fix->rack_delta_u, (long long)fix->lead_delta_weeks);
}

static int text_file(struct cli *c, const char *path, const struct build *b, const struct unresolved_list *u,
                     const struct findings *f, struct err *err)
{
	int rc = ERR_OK;

	str_addf(&c->out, "%s: ", path);
	if (u->n)
		str_addf(&c->out, ngettext("%d unknown part", "%d unknown parts", (unsigned long)u->n), u->n);
	if (u->n && f->n)
		str_add(&c->out, ", ");
	if (!u->n || f->n)
		cli_show_counts(&c->out, f);
	str_add(&c->out, "\n");
	cli_show_unresolved(&c->out, path, u);
	for (size_t i = 0; i < f->n && rc == ERR_OK; i++) {
		struct fix fix = { 0 };
		int found = 0;
		cli_show_finding(c, &f->item[i], 1);
		if (f->item[i].severity != SEV_ERROR)
			continue;
		rc = engine_fix(c->engine, b, &f->item[i], &fix, &found, err);
		if (rc == ERR_OK && found) {
			show_fix(c, &fix);
			build_release(&fix.after);
		}
	}
	if (f->n_silent) {
		str_addf(&c->out, ngettext("  %d rule lacked a part and stayed silent:",
		                           "  %d rules lacked a part and stayed silent:", (unsigned long)f->n_silent),
		         f->n_silent);
		for (int i = 0; i < f->n_silent; i++)
			str_addf(&c->out, "%s %s", i ? "," : "", f->silent[i]);
		str_add(&c->out, "\n");
	}
	return rc;
}

static int json_file(struct cli *c, json_t *files, const char *path, const struct build *b,
                     const struct unresolved_list *u, const struct findings *f, struct err *err)
{
	const char *status = u->n ? "unresolved" : f->errors ? "errors" : f->warnings ? "warnings" : "ok";
	json_t *findings = json_findings(c->engine, b, f, 1, err), *silent = json_array(), *file;
	struct bom bom = { 0 };
	int rc = findings ? bom_make(c->engine, b, &bom, err) : err_nomem(err);

	for (int i = 0; i < f->n_silent; i++)
		json_array_append_new(silent, json_text(f->silent[i]));
	if (rc == ERR_OK) {
		file = json_pack("{s:o, s:s, s:O, s:o, s:O, s:o}", "file", json_text(path), "status", status,
		                 "findings", findings, "unresolved", cli_unresolved_json(u), "silent", silent,
		                 "totals", json_totals(&bom));
		if (json_array_append_new(files, file) != 0)
			rc = err_nomem(err);
	}
	json_decref(findings);
	json_decref(silent);
	bom_release(&bom);
	return rc;
}

static json_t *unreadable_json(const char *path, const char *why)
{
	return json_pack("{s:o, s:s, s:o, s:[], s:[], s:[], s:n}", "file", json_text(path), "status", "unreadable",
	                 "error", json_text(why), "findings", "unresolved", "silent", "totals");
}

/* Returns the file's status. Only a failing database stops the other files. */
static int check_file(struct cli *c, const char *path, json_t *files, struct err *err)
{
	struct build b;
	struct unresolved_list u;
	struct findings f = { 0 };
	struct err load_err = { 0 };
	int rc, status = CLI_FINE;

	build_init(&b);
	rc = cli_load(c, &b, path, &u, &load_err);
	if (rc != ERR_OK) {
		status = err_exit_status(rc);
		cli_complain(load_err.msg);
		if (files)
			json_array_append_new(files, unreadable_json(path, load_err.msg));
		build_release(&b);
		return status;
	}
	if (!b.has_build)
		cli_notice(c, _("%s holds no build, only needs; 'bestek solve %s' chooses one"), path, path);
	rc = engine_check(c->engine, &b, &f, err);
	if (rc == ERR_OK)
		rc = files ? json_file(c, files, path, &b, &u, &f, err) : text_file(c, path, &b, &u, &f, err);
	status = rc != ERR_OK ? err_exit_status(rc) : u.n ? CLI_UNKNOWN_PART : f.errors ? CLI_ERRORS : CLI_FINE;
	findings_release(&f);
	build_release(&b);
	return status;
}

int cli_run_check(struct cli *c, struct err *err)
{
	json_t *files = c->value[OPT_JSON] ? json_array() : NULL;
	int status = CLI_FINE;

	if (cli_open_engine(c, err) != ERR_OK)
		goto out;
	for (int i = 0; i < c->operands && err->code == ERR_OK; i++)
		status = worse(status, check_file(c, c->operand[i], files, err));
	if (files && err->code == ERR_OK)
		json_write(json_pack("{s:s, s:O}", "schema", "bestek.check/1", "files", files), &c->out, err);
out:
	json_decref(files);
	return status;
}
