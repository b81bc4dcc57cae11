/* SPDX-License-Identifier: MIT */
/* One file per format, one table that lists them. */
#ifndef BESTEK_EXPORT_EXPORT_H
#define BESTEK_EXPORT_EXPORT_H

#include <stddef.h>

#include "../base/str.h"
#include "../bom/bom.h"

struct export_input {
	const struct build *build;
	const struct bom *bom;
	const struct findings *findings;
	struct engine *engine;
};
struct exporter {
	const char *name;  /* "csv" */
	const char *ext;   /* "csv" */
	const char *help;  /* N_() */
	/* Appends the whole document to out. Locale-free for machine formats. */
	int (*write)(const struct export_input *in, struct str *out, struct err *err);
};
const struct exporter *exporters(size_t *n);
const struct exporter *exporter_find(const char *name); /* NULL when unknown */
/* Checks b, makes the bill and writes it. path "-" is standard output. An existing file is refused unless force. */
int export_build(struct engine *e, const struct build *b, const char *format, const char *path, int force,
	struct err *err);

#endif
