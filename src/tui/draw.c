/* SPDX-License-Identifier: MIT */
/* The screen: fixed zones around the step. Reads the state, writes cells. */
#include <stdio.h>
#include <string.h>

#include "../core/base/i18n.h"
#include "../core/base/num.h"
#include "tui_priv.h"

enum { STATUS_LINES = 2, WIDTH_MAX = 110 };

static int rail_width(void)
{
	int w = 8;

	for (int i = 0; i < STEP_COUNT; i++) {
		int tw = cells_width(_(tui_step_at(i)->title));

		w = tw > w ? tw : w;
	}
	return (w > 14 ? 14 : w) + 6; /* " > 1 Title " */
}

struct layout tui_layout(const struct tui *t)
{
	struct layout l;
	int rail = rail_width(), checks = t->rows / 6;
	int bottom = 1 + 1 + STATUS_LINES + 1; /* line, gauges, status, hints */
	int body = t->rows - 1 - bottom, left = rail + 2, w = t->cols - 1 - left - 1;
	int list_rows, intro = 0;

	checks = checks < 4 ? 4 : checks > 10 ? 10 : checks;
	memset(&l, 0, sizeof(l));
	l.rail = (struct rect){ 1, 1, body, rail };
	l.work = (struct rect){ 1, left + 1, body - checks - 1, w > WIDTH_MAX ? WIDTH_MAX : w - 1 };
	l.checks = (struct rect){ 1 + body - checks, left + 1, checks, w - 1 };
	l.gauges = t->rows - bottom + 1;
	l.status = l.gauges + 1;
	l.hints = t->rows - 1;
	l.list_page = t->step == STEP_BILL ? step_bill_page(l.work.h) : form_list_height(t, l.work.h);

	/* A box lies over the work area, as high as it needs to be. */
	l.box = (struct rect){ 1, left - 1, body, w + 3 > WIDTH_MAX ? WIDTH_MAX : w + 3 };
	if (!t->pager.on && t->box.kind != BOX_NONE) {
		int need;

		if (t->box.intro[0])
			intro = cells_wrap(NULL, (struct rect){ 0, 0, 1, l.box.w - 4 }, 0, ST_PLAIN, t->box.intro) + 1;
		list_rows = t->box.kind == BOX_INPUT ? 1 : t->box.list.n > 8 ? t->box.list.n + 1 : t->box.list.n;
		need = intro + list_rows + 2;
		if (t->box.purpose != FOR_PARTS && need < l.box.h)
			l.box.h = need < 5 ? 5 : need;
		l.box_page = l.box.h - 2 - intro;
		l.box_page = l.box_page < 3 ? 3 : l.box_page;
	}
	return l;
}

/* --- title --- */

static int part_text(struct cells *c, int y, int x, int room, enum style style, const char *text)
{
	int used;

	if (room < 4 || !text[0])
		return 0;
	cells_text(c, y, x, 1, ST_PLAIN, " ");
	used = cells_text(c, y, x + 1, room - 2, style, text);
	cells_text(c, y, x + 1 + used, 1, ST_PLAIN, " ");
	return used + 3; /* and one column of the line shows */
}

static void title(const struct tui *t, struct cells *c)
{
	char total[96] = "", counts[160], one[80], workload[64] = "";
	struct row row = { .kind = ROW_FIELD, .key = "need.workload" };
	int x = 2, right;
	enum style style = t->findings.errors ? ST_ERROR : ST_GOOD;

	cells_hline(c, 0, 0, c->cols);
	cells_line(c, 0, 0, LINE_TL);
	cells_line(c, 0, c->cols - 1, LINE_TR);
	cells_line(c, 0, rail_width() + 1, LINE_TOP); /* before the words, which may stand over it */

	if (t->findings.errors) {
		snprintf(counts, sizeof(counts), ngettext("%d error", "%d errors", (unsigned long)t->findings.errors),
		         t->findings.errors);
	} else if (t->findings.warnings) {
		counts[0] = '\0';
		style = ST_WARNING;
	} else {
		str_copy(counts, sizeof(counts), _("no errors"));
	}
	if (t->findings.warnings) {
		size_t n = strlen(counts);

		snprintf(one, sizeof(one), ngettext("%d warning", "%d warnings", (unsigned long)t->findings.warnings),
		         t->findings.warnings);
		snprintf(counts + n, sizeof(counts) - n, "%s%s", n ? ", " : "", one);
	}
	right = c->cols - 2 - (cells_width(counts) + 2);
	part_text(c, 0, right, c->cols - 2 - right, style, counts);
	if (t->bom_ok && t->bom.n > 0) {
		num_show_money_round(total, sizeof(total) - 1, t->bom.net_cents, t->bom.currency);
		if (t->bom.unknown_lines > 0)
			str_copy(total + strlen(total), sizeof(total) - strlen(total), "+");
		right -= cells_width(total) + 3;
		part_text(c, 0, right, cells_width(total) + 2, ST_TITLE, total);
	}
	right -= 1;
	x += part_text(c, 0, x, right - x, ST_TITLE, "bestek");
	x += part_text(c, 0, x, right - x < 28 ? right - x : 28, ST_PLAIN, t->build.customer);
	form_value(t, &row, workload, sizeof(workload));
	part_text(c, 0, x, right - x, ST_PLAIN, t->label_workload[0] ? t->label_workload : workload);
}

/* --- rail --- */

static int needs_attention(const struct tui *t, int step)
{
	for (size_t i = 0; i < t->findings.n; i++)
		if (t->findings.item[i].severity == SEV_ERROR &&
		    strcmp(t->findings.item[i].rule->step, tui_step_at(step)->id) == 0)
			return 1;
	return 0;
}

static void rail(const struct tui *t, struct cells *c, struct rect r)
{
	for (int i = 0; i < STEP_COUNT && i < r.h; i++) {
		int here = i == t->step, bad = needs_attention(t, i), reached = (t->reached >> i) & 1;
		const char *mark = here ? ">" : bad ? "!" : reached ? "v" : ".";
		enum style style = here ? ST_TITLE : bad ? ST_ERROR : reached ? ST_PLAIN : ST_DIM;
		char text[64];

		cells_text(c, r.y + i, r.x + 1, 1, bad ? ST_ERROR : style, mark);
		snprintf(text, sizeof(text), "%d %s", i + 1, _(tui_step_at(i)->title));
		cells_text(c, r.y + i, r.x + 3, r.w - (here && bad ? 6 : 4), style, text);
		if (here && bad)
			cells_text(c, r.y + i, r.x + r.w - 2, 1, ST_ERROR, "!");
	}
}

/* --- checks --- */

static void checks(const struct tui *t, struct cells *c, struct rect r)
{
	static const char *const marks[SEV_COUNT] = { [SEV_ERROR] = "x", [SEV_WARNING] = "!", [SEV_ADVICE] = "i" };
	static const enum style styles[SEV_COUNT] = { [SEV_ERROR] = ST_ERROR, [SEV_WARNING] = ST_WARNING,
		[SEV_ADVICE] = ST_ADVICE };
	int focused = tui_row(t) == NULL && t->box.kind == BOX_NONE, n = (int)t->findings.n, first = 0, y = 0;
	int lines = n * 2 <= r.h ? 2 : 1;

	if (n == 0) {
		if (tui_blank(t))
			cells_text(c, r.y, r.x + 2, r.w - 2, ST_DIM, _("Nothing to check yet."));
		else if (t->findings.n_silent > 0)
			cells_wrap(c, (struct rect){ r.y, r.x + 2, 2, r.w - 2 }, 0, ST_GOOD,
			           _("No findings so far; rules about parts not chosen yet are silent."));
		else
			cells_text(c, r.y, r.x + 2, r.w - 2, ST_GOOD, _("Every rule holds."));
		return;
	}
	if (focused && t->check_at >= r.h / lines)
		first = t->check_at - r.h / lines + 1;
	for (int i = first; i < n && y < r.h; i++, y += lines) {
		const struct finding *f = &t->findings.item[i];
		int here = focused && i == t->check_at, label_w;
		char label[64];

		snprintf(label, sizeof(label), "%s:", severity_label(f->severity));
		label_w = cells_width(label) + 1;
		cells_text(c, r.y + y, r.x, 1, styles[f->severity], marks[f->severity]);
		cells_text(c, r.y + y, r.x + 2, r.w - 2, styles[f->severity], label);
		if (lines == 2 && cells_width(f->text) > r.w - 2 - label_w)
			cells_wrap(c, (struct rect){ r.y + y, r.x + 2 + label_w, 2, r.w - 2 - label_w }, 0, ST_PLAIN,
			           f->text);
		else
			cells_text(c, r.y + y, r.x + 2 + label_w, r.w - 2 - label_w, ST_PLAIN, f->text);
		if (here) {
			cells_style(c, r.y + y, r.x, r.w, ST_FOCUS);
			c->cursor_y = r.y + y;
			c->cursor_x = r.x;
		}
	}
}

/* --- gauges --- */

static void kilowatts(char *dst, size_t size, int64_t have, int64_t total)
{
	char a[64] = "-", b[64] = "-";

	if (have != BUILD_UNSET)
		num_show_double(a, sizeof(a), (double)have / 1000.0, 1);
	if (total != BUILD_UNSET)
		num_show_double(b, sizeof(b), (double)total / 1000.0, 1);
	snprintf(dst, size, "%s/%s kW", a, b);
}

static void ratio(char *dst, size_t size, int64_t have, int64_t total, const char *unit)
{
	char a[64] = "-", b[64] = "-";

	if (have != BUILD_UNSET)
		num_show_i64(a, sizeof(a), have);
	if (total != BUILD_UNSET)
		num_show_i64(b, sizeof(b), total);
	snprintf(dst, size, "%s/%s%s", a, b, unit);
}

static void gauges(const struct tui *t, struct cells *c, int y)
{
	const struct figures *f = &t->figures;
	struct { const char *label; int64_t have, total; char text[160]; } g[] = {
		{ _("PCIe"), f->lanes_used, f->lanes_total, "" },
		{ _("Channels"), f->channels_filled, f->channels_total, "" },
		{ _("Power"), f->power_w, f->psu_usable_w, "" }, { _("Rack"), f->rack_u, t->build.need.rack_units, "" },
	};
	enum { GAUGES = sizeof(g) / sizeof(g[0]), BARS = 3, BAR_MAX = 10 };
	int x = 2, end = c->cols - 2, need = 2 * (GAUGES - 1), bar;

	ratio(g[0].text, sizeof(g[0].text), g[0].have, g[0].total, "");
	ratio(g[1].text, sizeof(g[1].text), g[1].have, g[1].total, "");
	kilowatts(g[2].text, sizeof(g[2].text), g[2].have, g[2].total);
	ratio(g[3].text, sizeof(g[3].text), g[3].have, g[3].total, " U");
	for (int i = 0; i < GAUGES; i++)
		need += cells_width(g[i].label) + 1 + cells_width(g[i].text) +
		        (g[i].have != BUILD_UNSET && g[i].total != BUILD_UNSET && g[i].have > g[i].total);
	/* The bars take what the numbers leave; a rack of few units needs none. */
	bar = (end - x - need) / BARS - 1;
	bar = bar > BAR_MAX ? BAR_MAX : bar;
	for (int i = 0; i < GAUGES && x < end; i++)
		x += gauge_draw(c, y, x, end - x, i < BARS ? bar : 0, g[i].label, g[i].have, g[i].total, g[i].text) + 2;
}

/* --- status and hints --- */

static void focus_text(const struct tui *t, char *dst, size_t size)
{
	const struct row *row = tui_row(t);
	const struct list *l = t->box.kind == BOX_LIST ? &t->box.list : row && row->in_place ? &t->list : NULL;
	const struct list_item *it = l ? list_at(l) : NULL;
	const struct field *f;

	dst[0] = '\0';
	if (it && it->grey && it->reason[0])
		snprintf(dst, size, _("%s is not possible: %s"), it->label, it->reason);
	else if (it)
		snprintf(dst, size, "%s  %s", it->label, it->detail);
	else if (t->box.kind != BOX_NONE)
		return;
	else if (!row && t->findings.n > 0)
		snprintf(dst, size, "%s  (%s)", t->findings.item[t->check_at].text,
		         t->findings.item[t->check_at].rule->id);
	else if (row && row->kind == ROW_CHOICE && t->label[row->choice][0])
		str_copy(dst, size, t->label[row->choice]);
	else if (row && row->kind == ROW_FIELD && (f = build_field(row->key)) != NULL)
		snprintf(dst, size, "%s.", _(f->help));
	else if (row && row->kind == ROW_OWN && t->step == STEP_BILL)
		step_bill_status(t, dst, size);
	else
		str_copy(dst, size, _(tui_step(t)->help));
}

static void status(const struct tui *t, struct cells *c, int y)
{
	struct rect r = { y, 2, STATUS_LINES, c->cols - 4 };
	char text[1200];

	if (t->solving) {
		snprintf(text, sizeof(text), _("Solving: %lld s. Esc stops."), (long long)t->solving_s);
		cells_wrap(c, r, 0, ST_TITLE, text);
	} else if (t->notice[0]) {
		cells_text(c, y, 2, 1, t->notice_bad ? ST_ERROR : ST_TITLE, t->notice_bad ? "x" : "*");
		r.x += 2;
		r.w -= 2;
		cells_wrap(c, r, 0, t->notice_bad ? ST_ERROR : ST_TITLE, t->notice);
	} else if (t->editing && t->field_error[0]) {
		cells_wrap(c, r, 0, ST_ERROR, t->field_error);
	} else {
		focus_text(t, text, sizeof(text));
		cells_wrap(c, r, 0, ST_PLAIN, text);
	}
}

static int typing(const struct tui *t)
{
	if (t->box.kind == BOX_INPUT || (t->box.kind == BOX_LIST && t->box.list.filtering))
		return 1;
	return t->box.kind == BOX_NONE && (t->editing || t->list.filtering || form_is_text(tui_row(t)));
}

/* The name of a key that works now: while text is typed a letter is none. */
static const char *key_name(const struct command_info *info, int text)
{
	if (!text || strlen(info->shown) != 1)
		return _(info->shown);
	for (size_t k = 0; k < sizeof(info->keys) / sizeof(info->keys[0]) && info->keys[k]; k++)
		if (info->keys[k] == K_F1)
			return "F1";
		else if (info->keys[k] == K_F9)
			return "F9";
	return NULL;
}

static void hints(const struct tui *t, struct cells *c, int y)
{
	size_t n;
	const struct command_info *info = tui_commands(&n);
	int text = typing(t), x = 2, end = c->cols - 2, help_w;
	char one[96], help[96] = "";

	cells_hline(c, y, 0, c->cols);
	cells_line(c, y, 0, LINE_BL);
	cells_line(c, y, c->cols - 1, LINE_BR);
	/* Help keeps its place whatever is dropped. */
	if (tui_works(t, CMD_HELP))
		snprintf(help, sizeof(help), "%s %s", text ? "F1" : "?", _("help"));
	help_w = help[0] ? cells_width(help) + 2 : 0;
	for (size_t i = 0; i < n; i++) {
		const char *name = info[i].hint ? key_name(&info[i], text) : NULL;
		int w;

		if (!name || info[i].command == CMD_HELP || !tui_works(t, info[i].command))
			continue;
		snprintf(one, sizeof(one), "%s %s", name, _(info[i].hint));
		w = cells_width(one);
		if (x + w + 2 + help_w > end)
			continue;
		cells_text(c, y, x, 1, ST_PLAIN, " ");
		cells_text(c, y, x + 1, w, ST_PLAIN, one);
		cells_style(c, y, x + 1, cells_width(name), ST_KEY);
		cells_text(c, y, x + 1 + w, 1, ST_PLAIN, " ");
		x += w + 2;
	}
	if (help_w) {
		cells_text(c, y, x, 1, ST_PLAIN, " ");
		cells_text(c, y, x + 1, end - x - 1, ST_PLAIN, help);
		cells_style(c, y, x + 1, text ? 2 : 1, ST_KEY);
		cells_text(c, y, x + help_w - 1, 1, ST_PLAIN, " ");
	}
}

static void separator(const struct tui *t, struct cells *c, int y, int rail_end)
{
	char text[96];
	int x = c->cols - 2, w;
	const char *saved = tui_dirty(t) ? _("not saved") : t->build.path[0] ? _("saved") : "";

	cells_hline(c, y, 0, c->cols);
	cells_line(c, y, 0, LINE_LEFT);
	cells_line(c, y, c->cols - 1, LINE_RIGHT);
	cells_line(c, y, rail_end, LINE_BOTTOM);
	if (saved[0]) {
		w = cells_width(saved) + 2;
		x -= w;
		part_text(c, y, x, w, tui_dirty(t) ? ST_WARNING : ST_GOOD, saved);
		x -= 1;
	}
	if (t->price_date[0]) {
		snprintf(text, sizeof(text), _("prices of %s"), t->price_date);
		w = cells_width(text) + 2;
		part_text(c, y, x - w, w, ST_PLAIN, text);
	}
}

void tui_draw(const struct tui *t, struct cells *c)
{
	struct layout l;
	int rail_end;

	cells_clear(c);
	c->ascii = t->ascii;
	if (t->rows < TUI_ROWS_MIN || t->cols < TUI_COLS_MIN) {
		char text[160];

		snprintf(text, sizeof(text), _("bestek needs %dx%d, this is %dx%d"), TUI_COLS_MIN, TUI_ROWS_MIN,
		         t->cols, t->rows);
		cells_text(c, 0, 0, c->cols, ST_PLAIN, text);
		return;
	}
	l = tui_layout(t);
	rail_end = l.rail.x + l.rail.w;
	title(t, c);
	cells_vline(c, 1, 0, l.gauges - 1);
	cells_vline(c, 1, c->cols - 1, l.gauges - 1);
	cells_vline(c, l.gauges, 0, l.hints - l.gauges);
	cells_vline(c, l.gauges, c->cols - 1, l.hints - l.gauges);
	cells_vline(c, 1, rail_end, l.gauges - 2);
	rail(t, c, l.rail);
	cells_hline(c, l.checks.y - 1, rail_end, c->cols - rail_end);
	cells_line(c, l.checks.y - 1, rail_end, LINE_LEFT);
	cells_line(c, l.checks.y - 1, c->cols - 1, LINE_RIGHT);
	part_text(c, l.checks.y - 1, rail_end + 1, 40, ST_TITLE, _("Checks"));
	if (t->findings.n > (size_t)l.checks.h) {
		char more[64];

		snprintf(more, sizeof(more), _("%zu in all"), t->findings.n);
		part_text(c, l.checks.y - 1, c->cols - 4 - cells_width(more), cells_width(more) + 2, ST_KEY, more);
	}
	separator(t, c, l.gauges - 1, rail_end);
	gauges(t, c, l.gauges);
	checks(t, c, l.checks);
	if (tui_step(t)->draw)
		tui_step(t)->draw(t, c, l.work);
	else
		form_draw(t, c, l.work);
	status(t, c, l.status);
	hints(t, c, l.hints);
	box_draw(t, c);
}
