/* SPDX-License-Identifier: MIT */
/* bestek export FILE -f FORMAT -o OUT: the bill of materials. */
#include "cli.h"

#include <string.h>

#include "../core/base/file.h"
#include "../core/base/i18n.h"
#include "../core/base/mem.h"
#include "../core/export/export.h"
#include "../core/solve/solve.h"

const struct cli_opt cli_export_opts[] = {
	{ .id = OPT_FORMAT, .letter = 'f', .name = "format", .arg = N_("FORMAT"),
	  .help = N_("csv, json, ...; 'list' names all; without it the name after -o decides") },
	{ .id = OPT_OUTPUT, .letter = 'o', .name = "output", .arg = N_("FILE"),
	  .help = N_("where to; '-' is standard output, also the default") },
	{ .id = OPT_FORCE, .name = "force", .help = N_("replace an existing file") },
	{ 0 }
};

static int list_formats(struct cli *c)
{
	size_t n;
	const struct exporter *all = exporters(&n);

	for (size_t i = 0; i < n; i++)
		str_addf(&c->out, "%-6s %s\n", all[i].name, _(all[i].help));
	return CLI_FINE;
}

/* The format asked for, or the one of the output's ending. */
static const struct exporter *choose_format(struct cli *c, const char *path, struct err *err)
{
	const char *name = c->value[OPT_FORMAT], *dot = strrchr(path, '.');
	struct cli_nearest near = { .word = name ? name : "" };
	size_t n;
	const struct exporter *all = exporters(&n);

	for (size_t i = 0; i < n; i++) {
		if (name ? strcmp(all[i].name, name) == 0 : dot && strcmp(all[i].ext, dot + 1) == 0)
			return &all[i];
		cli_near(&near, all[i].name);
	}
	if (!name)
		err_set(err, ERR_USAGE, "%s", _("which format? give -f FORMAT; 'bestek export -f list' names them"));
	else if (near.best)
		err_set(err, ERR_USAGE, _("unknown format '%s'; did you mean '%s'?"), name, near.best);
	else
		err_set(err, ERR_USAGE, _("unknown format '%s'; 'bestek export -f list' names them"), name);
	return NULL;
}

/* A file with only needs has no parts yet: the best machine takes its place. 1 when there is none. */
static int solve_first(struct cli *c, const char *path, struct build *b, struct err *err)
{
	struct solve_opts opts = { .top = 1 };
	struct solution *s = mem_zalloc(sizeof(*s));
	int none = 0;

	if (!s)
		return err_nomem(err);
	cli_notice(c, _("%s holds only needs; this is the bill of the cheapest machine that meets them"), path);
	if (solve(c->engine, b, &opts, s, err) == ERR_OK) {
		none = s->n == 0;
		if (!none)
			build_copy(b, &s->build[0]);
	}
	solution_release(s);
	mem_free(s);
	if (none)
		cli_notice(c, _("no machine meets the needs of %s; 'bestek solve %s' says which of them clash"), path,
		           path);
	return none;
}

/* f is filled, so that the status can tell of errors. */
static int write_bill(struct cli *c, const struct build *b, struct findings *f, const struct exporter *format,
                      const char *out, struct err *err)
{
	struct bom bom = { 0 };
	struct str text = STR_INIT;
	struct export_input in = { .build = b, .bom = &bom, .findings = f, .engine = c->engine };
	int rc = engine_check(c->engine, b, f, err);

	if (rc == ERR_OK)
		rc = bom_make(c->engine, b, &bom, err);
	if (rc == ERR_OK)
		rc = format->write(&in, &text, err);
	if (rc == ERR_OK && strcmp(out, "-") != 0)
		rc = file_replace(out, str_c(&text), text.len, err);
	else if (rc == ERR_OK && str_add_n(&c->out, str_c(&text), text.len) != 0)
		rc = err_nomem(err);
	str_release(&text);
	bom_release(&bom);
	return rc;
}

int cli_run_export(struct cli *c, struct err *err)
{
	const char *path = c->operand[0], *out = c->value[OPT_OUTPUT] ? c->value[OPT_OUTPUT] : "-";
	const struct exporter *format;
	struct unresolved_list u;
	struct findings f = { 0 };
	struct build b;
	int status = CLI_FINE;

	if (c->value[OPT_FORMAT] && strcmp(c->value[OPT_FORMAT], "list") == 0)
		return list_formats(c);
	if (!path)
		return err_set(err, ERR_USAGE, "%s", _("'bestek export' needs FILE; see 'bestek export --help'"));
	format = choose_format(c, out, err);
	if (!format || cli_may_write(c, out, err) != ERR_OK)
		return CLI_USAGE;
	build_init(&b);
	if (cli_load(c, &b, path, &u, err) != ERR_OK)
		goto out;
	if (u.n) {
		cli_complain_unresolved(path, &u);
		cli_complain(_("no bill was written: it would lack the unknown parts"));
		status = CLI_UNKNOWN_PART;
		goto out;
	}
	if (!b.has_build && solve_first(c, path, &b, err) != 0) {
		status = CLI_ERRORS;
		goto out;
	}
	if (write_bill(c, &b, &f, format, out, err) != ERR_OK)
		goto out;
	if (strcmp(out, "-") != 0)
		cli_notice(c, _("wrote %s"), out);
	if (f.errors) {
		status = CLI_ERRORS;
		cli_notice(
			c,
			_("do not order from this bill: the configuration has errors; 'bestek check %s' names them"),
			path);
	}
out:
	findings_release(&f);
	build_release(&b);
	return status;
}
