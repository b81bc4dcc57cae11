/* SPDX-License-Identifier: MIT */
/* Markdown with GitHub's tables, in the reader's language. */
#include <stdio.h>
#include <string.h>

#include "../base/i18n.h"
#include "../base/num.h"
#include "export_priv.h"

/* Text that must not act as markup. Control characters become blanks, so that a cell stays on its line. */
static void text(struct str *out, const char *s)
{
	for (; *s; s++) {
		if (strchr("\\`*_[]<>|&~", *s))
			str_add_c(out, '\\');
		str_add_c(out, (unsigned char)*s < 0x20 || *s == 0x7f ? ' ' : *s);
	}
}

static void cell(struct str *out, const char *s)
{
	str_add(out, " ");
	text(out, s);
	str_add(out, " |");
}

static void cell_number(struct str *out, int64_t v, int known)
{
	char number[64] = "";

	if (known)
		num_show_i64(number, sizeof(number), v);
	cell(out, number);
}

static void heading(struct str *out, const char *title)
{
	str_addf(out, "\n## %s\n\n", title);
}

static void line_row(struct str *out, const struct bom *bom, size_t i)
{
	const struct bom_line *line = &bom->line[i];
	char s[128];

	str_add(out, "|");
	cell_number(out, (int64_t)i + 1, 1);
	cell_number(out, line->quantity, 1);
	cell(out, line->order_number);
	cell(out, line->part_number);
	str_add(out, " ");
	text(out, doc_description(line));
	if (*line->note) {
		str_add(out, "<br>");
		text(out, line->note);
	}
	str_add(out, " |");
	doc_price(s, sizeof(s), line, line->unit_cents, bom->currency);
	cell(out, s);
	doc_price(s, sizeof(s), line, line->line_cents, bom->currency);
	cell(out, s);
	doc_price_kind(s, sizeof(s), line);
	cell(out, s);
	cell_number(out, line->power_w, line->power_w >= 0);
	cell_number(out, line->lead_weeks, line->lead_weeks >= 0);
	cell(out, line->reason);
	str_add(out, "\n");
}

static void lines(struct str *out, const struct bom *bom)
{
	const char *const titles[] = { _("No."), _("Qty"), _("Order number"), _("Maker's number"),
		_("Description"), _("Unit price"), _("Price"), _("Kind of price"), _("Watts"), _("Weeks"), _("Why") };
	size_t i;

	str_add(out, "|");
	for (i = 0; i < sizeof(titles) / sizeof(titles[0]); i++)
		cell(out, titles[i]);
	str_add(out, "\n|--:|--:|---|---|---|--:|--:|---|--:|--:|---|\n");
	for (i = 0; i < bom->n; i++)
		line_row(out, bom, i);
}

static void rows(struct str *out, const struct doc_row *r, int n, const char *title)
{
	int i;

	if (!n)
		return;
	heading(out, title);
	str_add(out, "| | |\n|---|--:|\n");
	for (i = 0; i < n; i++) {
		str_add(out, "|");
		cell(out, r[i].label);
		cell(out, r[i].value);
		str_add(out, "\n");
	}
}

static void findings(struct str *out, const struct findings *f)
{
	size_t i;

	if (!f->n)
		return;
	heading(out, _("Checks"));
	for (i = 0; i < f->n; i++) {
		str_addf(out, "- **%s** ", severity_label(f->item[i].severity));
		text(out, f->item[i].text);
		str_add(out, " (");
		text(out, f->item[i].rule->id);
		str_add(out, ")\n");
	}
}

int export_md(const struct export_input *in, struct str *out, struct err *err)
{
	struct doc doc;
	int i;

	doc_make(in, &doc);
	str_addf(out, "# %s\n\n", _("Bill of materials"));
	for (i = 0; i < doc.n_head; i++) {
		str_addf(out, "- %s: ", doc.head[i].label);
		text(out, doc.head[i].value);
		str_add(out, "\n");
	}
	str_add(out, "\n");
	lines(out, in->bom);
	rows(out, doc.total, doc.n_total, _("Totals"));
	rows(out, doc.figure, doc.n_figure, _("Figures"));
	findings(out, in->findings);
	heading(out, _("Notes"));
	for (i = 0; i < doc.n_note; i++) {
		str_add(out, "- ");
		text(out, doc.note[i]);
		str_add(out, "\n");
	}
	return out->failed ? err_nomem(err) : ERR_OK;
}
