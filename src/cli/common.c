/* SPDX-License-Identifier: MIT */
/* What several commands share: opening, loading, and how findings look as text. */
#include "cli.h"

#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "../core/base/file.h"
#include "../core/base/i18n.h"
#include "../core/export/json_parts.h"

int cli_open_catalog(struct cli *c, struct err *err)
{
	return c->catalog ? ERR_OK : catalog_open(&c->catalog, c->value[OPT_CATALOG], err);
}

int cli_open_engine(struct cli *c, struct err *err)
{
	int rc = cli_open_catalog(c, err);

	if (rc == ERR_OK && !c->engine)
		rc = engine_open(&c->engine, c->catalog, err);
	return rc;
}

void cli_complain(const char *text)
{
	/* One write, so that lines of several processes do not mix; a closed stderr is nobody's to tell. */
	fprintf(stderr, "bestek: %s\n", text);
}

void cli_notice(struct cli *c, const char *fmt, ...)
{
	char text[1200], clean[1200];
	va_list ap;

	if (c->quiet)
		return;
	va_start(ap, fmt);
	if (vsnprintf(text, sizeof(text), fmt, ap) < 0)
		text[0] = '\0';
	va_end(ap);
	str_copy_clean(clean, sizeof(clean), text);
	cli_complain(clean);
}

/* Standard input up to the size of a configuration file. */
static int read_stdin(struct str *text, struct err *err)
{
	char block[8192];
	size_t n;

	while ((n = fread(block, 1, sizeof(block), stdin)) > 0) {
		if (text->len + n > BUILD_FILE_MAX)
			return err_set(err, ERR_RANGE, _("standard input holds more than %d KiB"),
			               BUILD_FILE_MAX / 1024);
		if (str_add_n(text, block, n) != 0)
			return err_nomem(err);
	}
	if (ferror(stdin))
		return err_set(err, ERR_IO, "%s", _("standard input cannot be read"));
	return ERR_OK;
}

struct note_target { struct cli *c; const char *path; };

static void note_line(void *data, int line, const char *text)
{
	const struct note_target *t = data;

	if (line > 0)
		cli_notice(t->c, "%s:%d: %s", t->path, line, text);
	else
		cli_notice(t->c, "%s: %s", t->path, text);
}

int cli_load(struct cli *c, struct build *b, const char *path, struct unresolved_list *unresolved, struct err *err)
{
	struct note_target target = { .c = c, .path = path };
	struct str text = STR_INIT;
	int rc;

	unresolved->n = 0;
	if (strcmp(path, "-") == 0) {
		target.path = _("standard input");
		rc = read_stdin(&text, err);
		if (rc == ERR_OK)
			rc = build_parse(b, target.path, str_c(&text), text.len, note_line, &target, err);
	} else {
		rc = build_load(b, path, note_line, &target, err);
	}
	str_release(&text);
	if (rc == ERR_OK)
		rc = cli_open_engine(c, err);
	if (rc == ERR_OK)
		rc = build_resolve(b, c->catalog, unresolved, err);
	return rc;
}

void cli_show_unresolved(struct str *out, const char *path, const struct unresolved_list *u)
{
	for (int i = 0; i < u->n; i++) {
		const struct unresolved *item = &u->item[i];
		if (item->line > 0)
			str_addf(out, _("%s:%d: no part is called '%s' (%s)\n"), path, item->line, item->value,
			         item->field);
		else
			str_addf(out, _("%s: no part is called '%s' (%s)\n"), path, item->value, item->field);
		for (int k = 0; k < item->n_near; k++)
			str_addf(out, _("    close: %s\n"), item->near[k].label);
	}
}

void cli_complain_unresolved(const char *path, const struct unresolved_list *u)
{
	struct str text = STR_INIT;

	cli_show_unresolved(&text, path, u);
	fputs(str_c(&text), stderr);
	str_release(&text);
}

void cli_complain_near(const struct part *near, int n)
{
	for (int i = 0; i < n; i++)
		fprintf(stderr, _("    close: %s\n"), near[i].label);
}

void cli_show_severity(struct cli *c, enum severity severity)
{
	static const struct { const char *mark, *color;
	} look[SEV_COUNT] = {
		[SEV_ERROR] = { "x", "\033[1;31m" },
		[SEV_WARNING] = { "!", "\033[1;33m" },
		[SEV_ADVICE] = { "i", "\033[36m" },
	};

	str_addf(&c->out, "%s%s %s%s", c->color ? look[severity].color : "", look[severity].mark,
	         severity_label(severity), c->color ? "\033[0m" : "");
}

void cli_show_finding(struct cli *c, const struct finding *f, int with_why)
{
	str_add(&c->out, "  ");
	cli_show_severity(c, f->severity);
	str_addf(&c->out, "  %s\n      %s\n", f->rule->id, f->text);
	if (with_why && f->rule->why[0])
		str_addf(&c->out, _("      why: %s\n"), _(f->rule->why));
}

void cli_show_counts(struct str *out, const struct findings *f)
{
	const char *between = "";

	if (f->errors) {
		str_addf(out, ngettext("%d error", "%d errors", (unsigned long)f->errors), f->errors);
		between = ", ";
	}
	if (f->warnings) {
		str_add(out, between);
		str_addf(out, ngettext("%d warning", "%d warnings", (unsigned long)f->warnings), f->warnings);
		between = ", ";
	}
	if (f->advice) {
		str_add(out, between);
		str_addf(out, ngettext("%d piece of advice", "%d pieces of advice", (unsigned long)f->advice),
		         f->advice);
		between = ", ";
	}
	if (!*between)
		str_add(out, _("nothing wrong"));
}

struct json_t *cli_unresolved_json(const struct unresolved_list *u)
{
	json_t *list = json_array();

	for (int i = 0; i < u->n; i++) {
		const struct unresolved *item = &u->item[i];
		json_t *closest = json_array();
		for (int k = 0; k < item->n_near; k++)
			json_array_append_new(closest, json_text(item->near[k].model));
		json_array_append_new(list, json_pack("{s:s, s:o, s:i, s:o}", "field", item->field, "value",
		                                      json_text(item->value), "line", item->line, "closest", closest));
	}
	return list;
}

int cli_may_write(struct cli *c, const char *path, struct err *err)
{
	if (strcmp(path, "-") != 0 && !c->value[OPT_FORCE] && file_exists(path))
		return err_set(err, ERR_IO, _("'%s' exists already: use another name, or --force to replace it"), path);
	return ERR_OK;
}
