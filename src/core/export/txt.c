/* SPDX-License-Identifier: MIT */
/* Plain text of at most 100 columns, aligned by what a terminal shows, in the reader's language. */
#include <stdio.h>
#include <string.h>

#include "../base/i18n.h"
#include "../base/num.h"
#include "export_priv.h"

enum { WIDTH = 100, COLUMNS_MAX = 6 };

struct column { int width, right; };

/* No., quantity, numbers, description, unit price, price: WIDTH with the gaps between. */
static const struct column bill[COLUMNS_MAX] = { { 3, 1 }, { 4, 1 }, { 23, 0 }, { 33, 0 }, { 16, 1 }, { 16, 1 } };

static void spaces(struct str *out, int n)
{
	while (n-- > 0)
		str_add_c(out, ' ');
}

/* Bytes of the next character of UTF-8 text. */
static size_t char_bytes(const char *s)
{
	size_t n = 1;

	while (((unsigned char)s[n] & 0xc0) == 0x80)
		n++;
	return n;
}

/* Takes what fits in width columns off *s, up to a blank or line feed if any; returns its bytes from *start. */
static size_t take_line(const char **s, int width, const char **start)
{
	const char *line;
	size_t len, fit, cut;

	while (**s == ' ')
		++*s;
	line = *start = *s;
	len = strcspn(line, "\n");
	fit = str_fit(line, width);
	if (fit >= len) {
		*s = line + len + (line[len] == '\n');
		return len;
	}
	for (cut = fit; cut > 0 && line[cut] != ' '; cut--)
		;
	if (!cut)
		cut = fit ? fit : char_bytes(line); /* a word wider than the column, or a character */
	*s = line + cut;
	while (cut && line[cut - 1] == ' ')
		cut--;
	return cut;
}

/* Prints one row of cells side by side, each wrapped in its column. No trailing blanks. */
static void print_row(struct str *out, const struct column *columns, int n, const char *const *cells)
{
	const char *rest[COLUMNS_MAX];
	int i, more = 1;

	for (i = 0; i < n; i++)
		rest[i] = cells[i];
	while (more) {
		int pending = 0;

		more = 0;
		for (i = 0; i < n; i++) {
			const char *start;
			size_t len = take_line(&rest[i], columns[i].width, &start);
			char piece[512];
			int wide;

			if (len >= sizeof(piece))
				len = sizeof(piece) - 1;
			memcpy(piece, start, len);
			piece[len] = '\0';
			wide = str_width(piece);
			if (len) {
				spaces(out, pending + (columns[i].right ? columns[i].width - wide : 0));
				str_add(out, piece);
				pending = columns[i].right ? 0 : columns[i].width - wide;
			} else {
				pending += columns[i].width;
			}
			pending++;
			more |= *rest[i] != '\0';
		}
		str_add_c(out, '\n');
	}
}

static void rule(struct str *out)
{
	int i;

	for (i = 0; i < WIDTH; i++)
		str_add_c(out, '-');
	str_add_c(out, '\n');
}

/* Adds "; text" (or text alone) to a sentence of facts. */
static void fact(struct str *facts, const char *text)
{
	if (*text)
		str_addf(facts, "%s%s", facts->len ? "; " : "", text);
}

static void line_facts(struct str *facts, const struct bom_line *line)
{
	char s[128], number[64];

	if (*line->price_date) { /* else the price column has said it */
		doc_price_kind(s, sizeof(s), line);
		fact(facts, s);
	}
	if (line->power_w >= 0) {
		num_show_i64(number, sizeof(number), line->power_w);
		snprintf(s, sizeof(s), "%s W", number);
		fact(facts, s);
	}
	doc_weeks(s, sizeof(s), line->lead_weeks);
	fact(facts, s);
	fact(facts, line->reason);
}

static void print_line(struct str *out, const struct bom *bom, size_t i)
{
	const struct bom_line *line = &bom->line[i];
	struct str description = STR_INIT, facts = STR_INIT, numbers = STR_INIT;
	char no[64], quantity[64], unit[64], total[64];
	const char *cells[COLUMNS_MAX];

	num_show_i64(no, sizeof(no), (int64_t)i + 1);
	num_show_i64(quantity, sizeof(quantity), line->quantity);
	doc_price(unit, sizeof(unit), line, line->unit_cents, bom->currency);
	doc_price(total, sizeof(total), line, line->line_cents, bom->currency);
	str_add(&numbers, *line->order_number ? line->order_number : "-");
	if (*line->part_number && strcmp(line->part_number, line->order_number))
		str_addf(&numbers, "\n%s", line->part_number);
	str_add(&description, doc_description(line));
	if (*line->note)
		str_addf(&description, "\n%s", line->note);
	line_facts(&facts, line);
	str_addf(&description, "\n%s", str_c(&facts));
	cells[0] = no;
	cells[1] = quantity;
	cells[2] = str_c(&numbers);
	cells[3] = str_c(&description);
	cells[4] = unit;
	cells[5] = total;
	print_row(out, bill, COLUMNS_MAX, cells);
	out->failed |= numbers.failed | description.failed | facts.failed;
	str_release(&numbers);
	str_release(&description);
	str_release(&facts);
}

static void print_lines(struct str *out, const struct bom *bom)
{
	const char *const titles[COLUMNS_MAX] = { _("No."), _("Qty"), _("Order number\nMaker's number"), _("Description"),
		_("Unit price"), _("Price") };
	size_t i;

	print_row(out, bill, COLUMNS_MAX, titles);
	rule(out);
	for (i = 0; i < bom->n; i++)
		print_line(out, bom, i);
	rule(out);
}

/* Labels and values in two columns; right: values end at the right edge, as money under the bill does. */
static void print_rows(struct str *out, const struct doc_row *rows, int n, int right)
{
	struct column columns[2] = { { 0, 0 }, { 0, right } };
	int i;

	for (i = 0; i < n; i++)
		if (str_width(rows[i].label) > columns[0].width)
			columns[0].width = str_width(rows[i].label);
	columns[1].width = WIDTH - 1 - columns[0].width;
	for (i = 0; i < n; i++) {
		const char *cells[2] = { rows[i].label, rows[i].value };

		print_row(out, columns, 2, cells);
	}
}

/* A paragraph with a hanging indent behind its mark. */
static void print_item(struct str *out, const char *mark, const char *text)
{
	struct column columns[2] = { { str_width(mark), 0 }, { WIDTH - 1 - str_width(mark), 0 } };
	const char *cells[2] = { mark, text };

	print_row(out, columns, 2, cells);
}

static void print_findings(struct str *out, const struct findings *f)
{
	size_t i;

	if (!f->n)
		return;
	str_addf(out, "\n%s\n", _("Checks"));
	for (i = 0; i < f->n; i++) {
		struct str text = STR_INIT;

		str_addf(&text, "%s: %s (%s)", severity_label(f->item[i].severity), f->item[i].text, f->item[i].rule->id);
		print_item(out, "-", str_c(&text));
		out->failed |= text.failed;
		str_release(&text);
	}
}

int export_txt(const struct export_input *in, struct str *out, struct err *err)
{
	struct doc doc;
	int i;

	doc_make(in, &doc);
	str_addf(out, "%s\n\n", _("Bill of materials"));
	print_rows(out, doc.head, doc.n_head, 0);
	str_add_c(out, '\n');
	print_lines(out, in->bom);
	print_rows(out, doc.total, doc.n_total, 1);
	if (doc.n_figure) {
		str_addf(out, "\n%s\n", _("Figures"));
		print_rows(out, doc.figure, doc.n_figure, 0);
	}
	print_findings(out, in->findings);
	str_addf(out, "\n%s\n", _("Notes"));
	for (i = 0; i < doc.n_note; i++)
		print_item(out, "-", doc.note[i]);
	return out->failed ? err_nomem(err) : ERR_OK;
}
