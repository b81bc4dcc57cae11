/* SPDX-License-Identifier: MIT */
/*
 * Two dialects: RFC 4180 (comma, decimal point, no byte order mark), and what a Dutch, Belgian or German
 * spreadsheet opens (semicolon, decimal comma, byte order mark). Both end their lines with CR LF, the same in every
 * locale and language.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "../base/num.h"
#include "export_priv.h"

struct dialect { char separator, mark; const char *bom; };

static const char *const columns[] = {
	"line", "parent_line", "position", "category", "vendor", "part_number", "order_number", "description",
	"quantity", "unit", "unit_price", "currency", "price_kind", "price_date", "line_total", "power_w",
	"lead_time_weeks", "source", "note", "reason",
};

static int runs_as_formula(const char *s)
{
	s += strspn(s, " '\"");
	return *s && strchr("=+-@\t\r\n", *s);
}

void csv_text(struct str *out, const char *s, char separator)
{
	int guard = runs_as_formula(s);
	int quote = *s && (strchr(s, separator) || strchr(s, '"') || *s == ' ' || s[strlen(s) - 1] == ' ');

	if (quote)
		str_add_c(out, '"');
	if (guard)
		str_add_c(out, '\'');
	for (; *s; s++) {
		unsigned char c = (unsigned char)*s;

		if (c == '\r' || c == '\n') {
			str_add(out, " / ");
			s += c == '\r' && s[1] == '\n';
		} else if (c == '"') {
			str_add(out, "\"\"");
		} else {
			str_add_c(out, (c < 0x20 && c != '\t') || c == 0x7f ? ' ' : (char)c);
		}
	}
	if (quote)
		str_add_c(out, '"');
}

/* Fields of one record; the first has no separator before it. */
struct record { struct str *out; const struct dialect *d; int fields; };

static void separate(struct record *r)
{
	if (r->fields++)
		str_add_c(r->out, r->d->separator);
}

static void text(struct record *r, const char *s)
{
	separate(r);
	csv_text(r->out, s, r->d->separator);
}

static void number(struct record *r, int64_t v, int known)
{
	separate(r);
	if (known)
		str_addf(r->out, "%" PRId64, v);
}

static void money(struct record *r, int64_t cents, int known)
{
	char s[32], *mark;

	separate(r);
	if (!known)
		return;
	num_write_cents(s, sizeof(s), cents);
	mark = strchr(s, '.');
	if (mark)
		*mark = r->d->mark;
	str_add(r->out, s);
}

static void blanks(struct record *r, int n)
{
	while (n--)
		separate(r);
}

static void end(struct record *r)
{
	str_add(r->out, "\r\n");
	r->fields = 0;
}

static void line_record(struct record *r, const struct bom *bom, size_t i, size_t platform)
{
	const struct bom_line *line = &bom->line[i];
	int child = platform < bom->n && i != platform;

	number(r, (int64_t)i + 1, 1);
	number(r, (int64_t)platform + 1, child);
	number(r, (int64_t)(child ? i + (i < platform) : i + 1), child || platform >= bom->n);
	text(r, line->category);
	text(r, line->vendor);
	text(r, line->part_number);
	text(r, line->order_number);
	text(r, line->description);
	number(r, line->quantity, 1);
	text(r, "each");
	money(r, line->unit_cents, line->unit_cents >= 0);
	text(r, bom->currency);
	text(r, price_kind_name(line->kind));
	text(r, line->price_date);
	money(r, line->line_cents, line->line_cents >= 0);
	number(r, line->power_w, line->power_w >= 0);
	number(r, line->lead_weeks, line->lead_weeks >= 0);
	text(r, line->price_source);
	text(r, line->note_plain);
	text(r, line->reason_plain);
	end(r);
}

static void total_record(struct record *r, const char *description, int64_t cents, const struct bom *bom)
{
	char note[64] = "";

	if (bom->unknown_lines)
		snprintf(note, sizeof(note), "not complete: without %d lines on request", bom->unknown_lines);
	blanks(r, 3);
	text(r, "total");
	blanks(r, 3);
	text(r, description);
	blanks(r, 3);
	text(r, bom->currency);
	blanks(r, 2);
	money(r, cents, 1);
	blanks(r, 3);
	text(r, note);
	text(r, "");
	end(r);
}

static void percent(char *dst, size_t size, const char *what, double v)
{
	char s[32];

	num_write_double(s, sizeof(s), v, -1);
	snprintf(dst, size, "%s %s %%", what, s);
}

static int write_csv(const struct export_input *in, const struct dialect *d, struct str *out, struct err *err)
{
	struct record r = { out, d, 0 };
	const struct bom *bom = in->bom;
	size_t i, platform;
	char what[64];

	str_add(out, d->bom);
	for (i = 0; i < sizeof(columns) / sizeof(columns[0]); i++)
		text(&r, columns[i]);
	end(&r);
	for (platform = 0; platform < bom->n && strcmp(bom->line[platform].category, "platform"); platform++)
		;
	for (i = 0; i < bom->n; i++)
		line_record(&r, bom, i, platform);
	total_record(&r, "list total", bom->list_cents, bom);
	percent(what, sizeof(what), "discount", bom->discount_percent);
	total_record(&r, what, -bom->discount_cents, bom);
	total_record(&r, "net total", bom->net_cents, bom);
	percent(what, sizeof(what), "VAT", bom->vat_percent);
	total_record(&r, what, bom->vat_cents, bom);
	total_record(&r, "total including VAT", bom->total_cents, bom);
	return out->failed ? err_nomem(err) : ERR_OK;
}

int export_csv(const struct export_input *in, struct str *out, struct err *err)
{
	static const struct dialect rfc4180 = { ',', '.', "" };

	return write_csv(in, &rfc4180, out, err);
}

int export_csv_nl(const struct export_input *in, struct str *out, struct err *err)
{
	static const struct dialect excel_nl = { ';', ',', "\xef\xbb\xbf" };

	return write_csv(in, &excel_nl, out, err);
}
