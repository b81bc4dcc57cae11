/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "../base/file.h"
#include "../base/i18n.h"
#include "export_priv.h"

/* The first of several formats with one extension is what that extension means. */
static const struct exporter table[] = {
	{ .name = "csv", .ext = "csv", .help = N_("table with commas and decimal points,"
		" the same in every language (RFC 4180)"),
	  .write = export_csv },
	{ .name = "csv-nl", .ext = "csv", .help = N_("table with semicolons and decimal commas,"
		" for Dutch and German spreadsheets"),
	  .write = export_csv_nl },
	{ .name = "json", .ext = "json", .help = N_("everything, for programs (doc/schema/bom.schema.json)"),
	  .write = export_json },
	{ .name = "md", .ext = "md", .help = N_("Markdown with tables"), .write = export_md },
	{ .name = "txt", .ext = "txt", .help = N_("plain text, 100 columns wide"), .write = export_txt },
};

const struct exporter *exporters(size_t *n)
{
	*n = sizeof(table) / sizeof(table[0]);
	return table;
}

const struct exporter *exporter_find(const char *name)
{
	size_t i;

	for (i = 0; i < sizeof(table) / sizeof(table[0]); i++)
		if (!strcmp(table[i].name, name))
			return &table[i];
	return NULL;
}

static int unknown_format(const char *format, struct err *err)
{
	struct str names = STR_INIT;
	size_t i;
	int rc;

	for (i = 0; i < sizeof(table) / sizeof(table[0]); i++)
		str_addf(&names, "%s%s", i ? ", " : "", table[i].name);
	rc = err_set(err, ERR_NOT_FOUND, _("there is no format '%s': use one of %s"), format, str_c(&names));
	str_release(&names);
	return rc;
}

static int deliver(const struct str *text, const char *path, struct err *err)
{
	if (strcmp(path, "-"))
		return file_replace(path, str_c(text), text->len, err);
	if (fwrite(str_c(text), 1, text->len, stdout) != text->len || fflush(stdout))
		return err_errno(err, _("write"), _("standard output"), errno);
	return ERR_OK;
}

int export_build(struct engine *e, const struct build *b, const char *format, const char *path, int force,
	struct err *err)
{
	const struct exporter *exporter = exporter_find(format);
	struct findings findings;
	struct str text = STR_INIT;
	struct bom bom;
	int rc;

	if (!exporter)
		return unknown_format(format, err);
	if (strcmp(path, "-") && !force && file_exists(path))
		return err_set(err, ERR_IO, _("'%s' exists already: use another name, or --force to replace it"), path);
	memset(&findings, 0, sizeof(findings));
	memset(&bom, 0, sizeof(bom));
	rc = engine_check(e, b, &findings, err);
	if (rc == ERR_OK)
		rc = bom_make(e, b, &bom, err);
	if (rc == ERR_OK) {
		struct export_input in = { b, &bom, &findings, e };

		rc = exporter->write(&in, &text, err);
	}
	if (rc == ERR_OK)
		rc = deliver(&text, path, err);
	str_release(&text);
	bom_release(&bom);
	findings_release(&findings);
	return rc;
}
