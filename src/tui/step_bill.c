/* SPDX-License-Identifier: MIT */
/* The bill: lines, totals, discount and VAT. */
#include <stdio.h>
#include <string.h>

#include "../core/base/i18n.h"
#include "../core/base/num.h"
#include "tui_priv.h"

enum { TOTAL_ROWS = 4, HEAD_ROWS = 1, QTY_W = 5, NUMBER_W = 19, PRICE_W = 15 };

static const struct row rows[] = {
	{ .label = N_("Lines"), .kind = ROW_OWN },
	{ .label = N_("Discount"), .kind = ROW_FIELD, .key = "discount_percent" },
	{ .label = N_("VAT"), .kind = ROW_FIELD, .key = "vat_percent" },
};

int step_bill_page(int h)
{
	return h - HEAD_ROWS - 1 - TOTAL_ROWS;
}

void step_bill_status(const struct tui *t, char *dst, size_t size)
{
	const struct bom_line *l = (size_t)t->bill_at < t->bom.n ? &t->bom.line[t->bill_at] : NULL;
	char price[64];

	if (!l) {
		str_copy(dst, size, _("Nothing is chosen yet: go to System, the solver fills it."));
		return;
	}
	if (l->unit_cents < 0)
		str_copy(price, sizeof(price), _("on request"));
	else
		num_show_money(price, sizeof(price), l->unit_cents, t->bom.currency);
	snprintf(dst, size, "%.120s  %.60s  %s  %.100s%s%.100s", l->description,
	         l->part_number[0] ? l->part_number : _("part number to be confirmed"), price, l->reason,
		l->note[0] ? "; " : "", l->note);
}

static void add_line(struct str *s, const char *label, const char *text)
{
	int pad = 14 - cells_width(label);

	if (text[0])
		str_addf(s, "%s%*s %s\n", label, pad > 0 ? pad : 0, "", text);
}

/* All of one line, to read. */
static void show_line(struct tui *t, const struct bom_line *l)
{
	struct str s = STR_INIT;
	char num[64];

	str_addf(&s, "%s\n\n", l->description);
	num_show_i64(num, sizeof(num), l->quantity);
	add_line(&s, _("Quantity"), num);
	add_line(&s, _("Order number"), l->order_number);
	add_line(&s, _("Part number"), l->part_number[0] ? l->part_number : _("part number to be confirmed"));
	add_line(&s, _("Vendor"), l->vendor);
	if (l->unit_cents >= 0) {
		num_show_money(num, sizeof(num), l->unit_cents, t->bom.currency);
		add_line(&s, _("Each"), num);
		num_show_money(num, sizeof(num), l->line_cents, t->bom.currency);
		add_line(&s, _("Together"), num);
	}
	add_line(&s, _("Price"), price_kind_label(l->kind));
	add_line(&s, _("Price of"), l->price_date);
	add_line(&s, _("Source"), l->price_source);
	if (l->power_w > 0) {
		num_show_i64(num, sizeof(num) - 3, l->power_w);
		str_copy(num + strlen(num), sizeof(num) - strlen(num), " W");
		add_line(&s, _("Power"), num);
	}
	if (l->lead_weeks >= 0) {
		snprintf(num, sizeof(num), ngettext("%d week", "%d weeks", (unsigned long)l->lead_weeks),
		         (int)l->lead_weeks);
		add_line(&s, _("Delivery"), num);
	}
	add_line(&s, _("Why"), l->reason);
	add_line(&s, _("Note"), l->note);
	tui_page(t, _("Line of the bill"), str_c(&s));
	str_release(&s);
}

static void line_draw(const struct tui *t, struct cells *c, int y, struct rect r, const struct bom_line *l, int here)
{
	enum style style = here ? ST_FOCUS : ST_PLAIN;
	char text[64];
	const char *number = l->order_number[0] ? l->order_number : l->part_number[0] ? l->part_number : "-";
	int wide = r.w >= 90, number_w = wide ? 28 : NUMBER_W, x = r.x + 2;

	if (here) {
		cells_fill(c, (struct rect){ y, r.x, 1, r.w }, style);
		cells_text(c, y, r.x, 1, style, ">");
		c->cursor_y = y;
		c->cursor_x = r.x;
	}
	num_show_i64(text, sizeof(text), l->quantity);
	cells_text_right(c, y, x, QTY_W - 1, style, text);
	x += QTY_W;
	cells_text(c, y, x, number_w - 1, style, number);
	x += number_w;
	cells_text(c, y, x, r.x + r.w - PRICE_W - x - 1, style, l->description);
	if (l->line_cents < 0)
		str_copy(text, sizeof(text), _("on request"));
	else if (l->kind == PRICE_INCLUDED)
		str_copy(text, sizeof(text), _("included"));
	else
		num_show_money(text, sizeof(text), l->line_cents, t->bom.currency);
	cells_text_right(c, y, r.x + r.w - PRICE_W, PRICE_W, style, text);
}

static void money_line(const struct tui *t, struct cells *c, int y, struct rect r, const char *label, int64_t cents,
                       enum style style)
{
	char money[64];

	num_show_money(money, sizeof(money), cents, t->bom.currency);
	cells_text_right(c, y, r.x + 32, r.w - 32 - PRICE_W - 3, style, label);
	cells_text_right(c, y, r.x + r.w - PRICE_W - 2, PRICE_W + 2, style, money);
}

static void field_draw(const struct tui *t, struct cells *c, int y, int x, int i)
{
	int here = t->focus[t->step] == i;
	char value[64];

	cells_text(c, y, x, 1, ST_PLAIN, here ? ">" : " ");
	cells_text(c, y, x + 2, 12, ST_LABEL, _(rows[i].label));
	if (here && t->editing) {
		edit_draw(&t->edit, c, y, x + 15, 8);
	} else {
		form_value(t, &rows[i], value, sizeof(value));
		if (!value[0]) /* what counts while nothing is typed */
			num_show_double(value, sizeof(value), i == 1 ? t->bom.discount_percent : t->bom.vat_percent, 2);
		cells_fill(c, (struct rect){ y, x + 15, 1, 8 }, here ? ST_FOCUS : ST_FIELD);
		cells_text(c, y, x + 15, 8, here ? ST_FOCUS : ST_FIELD, value);
		if (here) {
			c->cursor_y = y;
			c->cursor_x = x + 15;
		}
	}
	cells_text(c, y, x + 24, 2, ST_LABEL, "%");
}

static void draw(const struct tui *t, struct cells *c, struct rect r)
{
	int page = step_bill_page(r.h), y = r.y, wide = r.w >= 90, n = (int)t->bom.n;
	char text[200];

	cells_text_right(c, y, r.x + 2, QTY_W - 1, ST_LABEL, _("Qty"));
	cells_text(c, y, r.x + 2 + QTY_W, NUMBER_W - 1, ST_LABEL, _("Order number"));
	cells_text(c, y, r.x + 2 + QTY_W + (wide ? 28 : NUMBER_W), 20, ST_LABEL, _("Description"));
	cells_text_right(c, y, r.x + r.w - PRICE_W, PRICE_W, ST_LABEL, _("Price"));
	y++;
	if (n == 0) {
		cells_text(c, y, r.x + 2, r.w - 2, ST_DIM,
		           _("Nothing is chosen yet: go to System, the solver fills it."));
		if (t->focus[t->step] == 0) {
			c->cursor_y = y;
			c->cursor_x = r.x;
		}
	}
	for (int i = 0; i < page && t->bill_top + i < n; i++)
		line_draw(t, c, y + i, r, &t->bom.line[t->bill_top + i],
		          t->focus[t->step] == 0 && t->bill_top + i == t->bill_at);
	if (t->bill_top > 0)
		cells_text(c, y, r.x + 1, 1, ST_KEY, "^");
	if (t->bill_top + page < n)
		cells_text(c, y + page - 1, r.x + 1, 1, ST_KEY, "v");
	y += page;
	if (n > page) {
		snprintf(text, sizeof(text), _("line %d of %d"), t->bill_at + 1, n);
		cells_text(c, y, r.x + 2, r.w - 2, ST_KEY, text);
	}
	y++;
	field_draw(t, c, y, r.x, 1);
	field_draw(t, c, y + 1, r.x, 2);
	money_line(t, c, y, r, _("Net"), t->bom.net_cents, ST_PLAIN);
	money_line(t, c, y + 1, r, _("VAT"), t->bom.vat_cents, ST_PLAIN);
	money_line(t, c, y + 2, r, _("Total"), t->bom.total_cents, ST_TITLE);
	if (t->editing && t->field_error[0])
		cells_text(c, y + 2, r.x + 2, 30, ST_ERROR, t->field_error);
	text[0] = '\0';
	if (t->bom.unknown_lines > 0) {
		snprintf(text, sizeof(text),
		         ngettext("Without %d line whose price is on request.",
		                  "Without %d lines whose price is on request.",
		                  (unsigned long)t->bom.unknown_lines), t->bom.unknown_lines);
		cells_text(c, y + 3, r.x + 2, r.w - 2, ST_WARNING, text);
	} else if (t->bom.price_date_old[0]) {
		snprintf(text, sizeof(text), _("Prices of %s to %s, valid until %s."), t->bom.price_date_old,
		         t->bom.price_date_new,
		         t->bom.valid_until);
		cells_text(c, y + 3, r.x + 2, r.w - 2, ST_LABEL, text);
	}
}

static int command(struct tui *t, enum command cmd, struct effects *fx)
{
	int last = t->bom.n ? (int)t->bom.n - 1 : 0, at = t->bill_at, page = tui_layout(t).list_page;

	(void)fx;
	if (t->focus[t->step] != 0)
		return 0;
	switch ((int)cmd) {
	case CMD_UP:
		at--;
		break;
	case CMD_DOWN:
		at++;
		break;
	case CMD_PGUP:
		at -= page;
		break;
	case CMD_PGDN:
		at += page;
		break;
	case CMD_FIRST:
		at = 0;
		break;
	case CMD_LAST:
		at = last;
		break;
	case CMD_ACCEPT:
		if (t->bom.n > 0)
			show_line(t, &t->bom.line[t->bill_at]);
		return 1;
	default:
		return 0;
	}
	t->bill_at = at > last ? last : at < 0 ? 0 : at;
	return 1;
}

const struct step step_bill = {
	.id = "bill",
	.title = N_("Bill"),
	.help = N_("The bill of materials. Up and Down walk its lines, Enter shows all of one; Tab goes to discount "
	           "and VAT; F10 writes it to a file."),
	.rows = rows,
	.n_rows = sizeof(rows) / sizeof(rows[0]),
	.draw = draw,
	.command = command,
};
