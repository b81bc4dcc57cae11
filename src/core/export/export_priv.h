/* SPDX-License-Identifier: MIT */
/* Inside the export room only. */
#ifndef BESTEK_EXPORT_EXPORT_PRIV_H
#define BESTEK_EXPORT_EXPORT_PRIV_H

#include "export.h"

int export_csv(const struct export_input *in, struct str *out, struct err *err);
int export_csv_nl(const struct export_input *in, struct str *out, struct err *err);
int export_json(const struct export_input *in, struct str *out, struct err *err);
int export_md(const struct export_input *in, struct str *out, struct err *err);
int export_txt(const struct export_input *in, struct str *out, struct err *err);

/*
 * One text field of CSV. A field that a spreadsheet would run as a formula (= + - @ TAB CR LF at its start, also behind
 * blanks and quotes) gets one leading apostrophe; line breaks become " / ", other control characters a blank; quoted
 * where the dialect needs it.
 */
void csv_text(struct str *out, const char *s, char separator);

/* --- doc.c: what the documents for people (md, txt, later others) say, translated --- */
struct doc_row { char label[96], value[224]; };
struct doc {
	struct doc_row head[8], total[8], figure[16];
	int n_head, n_total, n_figure;
	char note[8][400];
	int n_note;
};
void doc_make(const struct export_input *in, struct doc *doc);
/* Description in the reader's language. */
const char *doc_description(const struct bom_line *line);
/* A line's price, unit or total: money, "on request" or "included". */
void doc_price(char *dst, size_t size, const struct bom_line *line, int64_t cents, const char *currency);
/* "list price 2026-08-25" */
void doc_price_kind(char *dst, size_t size, const struct bom_line *line);
/* "8 weeks", "" when unknown */
void doc_weeks(char *dst, size_t size, int64_t weeks);

#endif
