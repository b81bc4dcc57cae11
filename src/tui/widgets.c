/* SPDX-License-Identifier: MIT */
#include "widgets.h"

#include <ctype.h>
#include <string.h>

#include "../core/base/i18n.h"
#include "../core/base/mem.h"
#include "../core/base/num.h"
#include "../core/base/str.h"

/* --- text field --- */

void edit_set(struct edit *e, const char *s, size_t max)
{
	e->max = max < EDIT_MAX ? max : EDIT_MAX;
	str_copy(e->s, e->max, s);
	e->len = e->pos = strlen(e->s);
	str_copy(e->before, sizeof(e->before), e->s);
}

static void cut(struct edit *e, size_t from, size_t to)
{
	memmove(e->s + from, e->s + to, e->len - to + 1);
	e->len -= to - from;
	e->pos = from;
}

static int insert(struct edit *e, const char *s, size_t n)
{
	size_t room = e->max - 1 - e->len;
	int short_of = 0;

	if (n > room) {
		short_of = 1;
		for (n = room; n > 0 && ((unsigned char)s[n] & 0xc0) == 0x80; n--)
			;
	}
	memmove(e->s + e->pos + n, e->s + e->pos, e->len - e->pos + 1);
	memcpy(e->s + e->pos, s, n);
	e->len += n;
	e->pos += n;
	return short_of;
}

static void remember(struct edit *e)
{
	memcpy(e->before, e->s, e->len + 1);
}

int edit_key(struct edit *e, const struct event *ev)
{
	char was[EDIT_MAX];

	if (ev->type != EV_KEY)
		return 0;
	switch (ev->key) {
	case K_LEFT:
		e->pos = text_prev(e->s, e->pos);
		return 1;
	case K_RIGHT:
		e->pos += text_next(e->s + e->pos);
		return 1;
	case K_HOME:
	case K_CTRL('a'):
		e->pos = 0;
		return 1;
	case K_END:
	case K_CTRL('e'):
		e->pos = e->len;
		return 1;
	case K_BACKSPACE:
		cut(e, text_prev(e->s, e->pos), e->pos);
		return 1;
	case K_DELETE: {
		size_t pos = e->pos;

		cut(e, pos, pos + text_next(e->s + pos));
		return 1;
	}
	case K_CTRL('u'):
		remember(e);
		cut(e, 0, e->pos);
		return 1;
	case K_CTRL('k'):
		remember(e);
		cut(e, e->pos, e->len);
		return 1;
	case K_CTRL('w'): {
		size_t to = e->pos, from = to;

		remember(e);
		while (from > 0 && e->s[from - 1] == ' ')
			from--;
		while (from > 0 && e->s[from - 1] != ' ')
			from--;
		cut(e, from, to);
		return 1;
	}
	case K_CTRL('_'):
		str_copy(was, sizeof(was), e->s);
		str_copy(e->s, e->max, e->before);
		str_copy(e->before, sizeof(e->before), was);
		e->len = e->pos = strlen(e->s);
		return 1;
	default:
		if (!ev->text[0] || (unsigned char)ev->text[0] < ' ' || ev->key == K_BACKSPACE)
			return 0;
		insert(e, ev->text, strlen(ev->text));
		return 1;
	}
}

/* Skips an escape sequence, so that pasted colours leave no litter. */
static const char *skip_escape(const char *s)
{
	if (*s == '[')
		for (s++; *s && !((unsigned char)*s >= 0x40 && (unsigned char)*s <= 0x7e); s++)
			;
	return *s ? s + 1 : s;
}

int edit_paste(struct edit *e, const char *s)
{
	char clean[EDIT_MAX * 2], safe[EDIT_MAX * 2];
	size_t n = 0;

	remember(e);
	while (*s && n + 1 < sizeof(clean)) {
		unsigned char ch = (unsigned char)*s++;

		if (ch == 0x1b)
			s = skip_escape(s);
		else if (ch == '\r' && *s == '\n')
			continue;
		else if (ch == '\n' || ch == '\r' || ch == '\t')
			clean[n++] = ' ';
		else if (ch >= 0x20 && ch != 0x7f)
			clean[n++] = (char)ch;
	}
	clean[n] = '\0';
	str_copy_clean(safe, sizeof(safe), clean);
	return insert(e, safe, strlen(safe)) || *s != '\0';
}

void edit_draw(const struct edit *e, struct cells *c, int y, int x, int w)
{
	char head[EDIT_MAX];
	size_t start = 0;
	int at;

	if (w < 1)
		return;
	/* Scroll until the cursor shows. */
	for (;;) {
		memcpy(head, e->s + start, e->pos - start);
		head[e->pos - start] = '\0';
		at = cells_width(head);
		if (at < w || start >= e->pos)
			break;
		start += text_next(e->s + start);
	}
	cells_fill(c, (struct rect){ y, x, 1, w }, ST_FIELD);
	str_copy(head, sizeof(head), e->s + start);
	{
		/* No ellipsis here: the cursor's column must be true. */
		size_t fit = str_fit(head, w);

		head[fit] = '\0';
	}
	cells_text(c, y, x, w, ST_FIELD, head);
	c->cursor_y = y;
	c->cursor_x = x + (at < w ? at : w - 1);
}

/* --- list --- */

enum { PRICE_COLUMNS = 12 };

void list_release(struct list *l)
{
	mem_free(l->item);
	mem_free(l->shown);
	options_release(&l->options);
	memset(l, 0, sizeof(*l));
}

struct list_item *list_add(struct list *l)
{
	struct list_item *it;

	if (l->n == l->cap) {
		int cap = l->cap ? l->cap * 2 : 32;
		struct list_item *item = mem_realloc(l->item, (size_t)cap, sizeof(*item));
		int *shown;

		if (!item)
			return NULL;
		l->item = item;
		shown = mem_realloc(l->shown, (size_t)cap, sizeof(*shown));
		if (!shown)
			return NULL;
		l->shown = shown;
		l->cap = cap;
	}
	it = &l->item[l->n++];
	memset(it, 0, sizeof(*it));
	it->cents = BUILD_UNSET;
	return it;
}

/* 1 when every word of the filter stands somewhere in the row. */
static int fits(const struct list_item *it, const char *filter)
{
	char hay[sizeof(it->label) + sizeof(it->detail) + sizeof(it->key) + 4], word[128];
	size_t n = 0;
	const char *parts[] = { it->label, it->detail, it->key };

	for (size_t p = 0; p < 3; p++) {
		for (const char *s = parts[p]; *s; s++)
			hay[n++] = (char)tolower((unsigned char)*s);
		hay[n++] = ' ';
	}
	hay[n] = '\0';
	for (const char *s = filter; *s;) {
		size_t w = 0;

		while (*s == ' ')
			s++;
		for (; *s && *s != ' '; s++)
			if (w + 1 < sizeof(word))
				word[w++] = (char)tolower((unsigned char)*s);
		word[w] = '\0';
		if (!strstr(hay, word))
			return 0;
	}
	return 1;
}

void list_refilter(struct list *l)
{
	int was = l->n_shown > 0 && l->at < l->n_shown ? l->shown[l->at] : -1;

	l->n_shown = 0;
	l->at = l->top = 0;
	for (int i = 0; i < l->n; i++)
		if (fits(&l->item[i], l->filter.s)) {
			if (i == was)
				l->at = l->n_shown;
			l->shown[l->n_shown++] = i;
		}
}

void list_focus_chosen(struct list *l)
{
	l->at = l->top = 0;
	for (int i = 0; i < l->n_shown; i++)
		if (l->item[l->shown[i]].chosen) {
			l->at = i;
			return;
		}
}

struct list_item *list_at(const struct list *l)
{
	return l->at >= 0 && l->at < l->n_shown ? &l->item[l->shown[l->at]] : NULL;
}

int list_command(struct list *l, enum command cmd, int page)
{
	int at = l->at, last = l->n_shown - 1;

	switch ((int)cmd) {
	case CMD_UP:
	case CMD_MATCH_PREV:
		at--;
		break;
	case CMD_DOWN:
	case CMD_MATCH_NEXT:
		at++;
		break;
	case CMD_PGUP:
		at -= page > 1 ? page - 1 : 1;
		break;
	case CMD_PGDN:
		at += page > 1 ? page - 1 : 1;
		break;
	case CMD_FIRST:
		at = 0;
		break;
	case CMD_LAST:
		at = last;
		break;
	default:
		return 0;
	}
	l->at = at > last ? (last < 0 ? 0 : last) : at < 0 ? 0 : at;
	return 1;
}

void list_scroll(struct list *l, int page)
{
	if (page < 1)
		page = 1;
	if (l->at < l->top)
		l->top = l->at;
	if (l->at >= l->top + page)
		l->top = l->at - page + 1;
	if (l->top > l->n_shown - page)
		l->top = l->n_shown > page ? l->n_shown - page : 0;
}

static void row_draw(const struct list_item *it, struct cells *c, int y, int x, int w, int label_w, int here,
                     int focused, const char *currency)
{
	enum style style = here && focused ? ST_FOCUS : it->grey ? ST_DIM : ST_PLAIN;
	const char *mark = it->grey ? "-" : it->chosen ? "*" : " ";
	const char *text = it->grey && it->reason[0] ? it->reason : it->detail;
	size_t label_n = strlen(it->label);
	int price_w = it->cents == BUILD_UNSET || (it->grey && it->reason[0]) ? 0 : PRICE_COLUMNS;
	int left = 4 + label_w + 1;

	/* A reason that begins with the name need not say it twice. */
	if (text == it->reason && label_n > 3 && strncmp(text, it->label, label_n) == 0 && text[label_n] == ' ')
		text += label_n + 1;
	if (style == ST_FOCUS)
		cells_fill(c, (struct rect){ y, x, 1, w }, style);
	cells_text(c, y, x, 1, style, here && focused ? ">" : " ");
	cells_text(c, y, x + 2, 1, style, mark);
	cells_text(c, y, x + 4, label_w < w - 4 ? label_w : w - 4, it->chosen && style == ST_PLAIN ? ST_VALUE : style,
	           it->label);
	cells_text(c, y, x + left, w - left - price_w, style, text);
	if (price_w > 0 && w > left + price_w) {
		char money[64];

		if (it->cents < 0)
			str_copy(money, sizeof(money), _("on request"));
		else
			num_show_money_round(money, sizeof(money), it->cents, currency);
		cells_text_right(c, y, x + w - price_w + 1, price_w - 1, style, money);
	}
	if (here && focused) {
		c->cursor_y = y;
		c->cursor_x = x;
	}
}

void list_draw(const struct list *l, struct cells *c, struct rect r, int focused, const char *currency)
{
	int label_w = 8, detail_w = 0, price_w = 0, room;

	if (l->filtering || l->filter.len > 0) {
		int used = cells_text(c, r.y, r.x, r.w, ST_LABEL, _("Search:")) + 1;

		if (l->filtering)
			edit_draw(&l->filter, c, r.y, r.x + used, r.w - used < 40 ? r.w - used : 40);
		else
			cells_text(c, r.y, r.x + used, r.w - used, ST_VALUE, l->filter.s);
		r.y++;
		r.h--;
	}
	if (l->n_shown == 0)
		cells_text(c, r.y, r.x + 4, r.w - 4, ST_DIM, l->n == 0 ? _("(empty)") :
		           _("nothing fits; Esc clears the search"));
	/* The label gives way to the figures and the price, down to a third of the row. */
	for (int i = 0; i < l->n; i++) {
		int lw = cells_width(l->item[i].label), dw = cells_width(l->item[i].detail);

		label_w = lw > label_w ? lw : label_w;
		detail_w = dw > detail_w ? dw : detail_w;
		price_w = l->item[i].cents != BUILD_UNSET ? PRICE_COLUMNS : price_w;
	}
	room = r.w - 5 - price_w - (detail_w ? detail_w + 1 : 0);
	room = room < (r.w - 5) / 3 ? (r.w - 5) / 3 : room;
	label_w = label_w > room ? room : label_w;
	for (int i = 0; i < r.h && l->top + i < l->n_shown; i++)
		row_draw(&l->item[l->shown[l->top + i]], c, r.y + i, r.x, r.w, label_w, l->top + i == l->at,
			 focused && !l->filtering, currency);
	if (r.h > 0 && l->top > 0)
		cells_text(c, r.y, r.x + 1, 1, ST_KEY, "^");
	if (r.h > 0 && l->top + r.h < l->n_shown)
		cells_text(c, r.y + r.h - 1, r.x + 1, 1, ST_KEY, "v");
}

/* --- gauge --- */

int gauge_draw(struct cells *c, int y, int x, int w, int bar, const char *label, int64_t have, int64_t total,
               const char *text)
{
	int over = have != BUILD_UNSET && total != BUILD_UNSET && have > total;
	enum style style = over ? ST_ERROR : ST_VALUE;
	int used = cells_text(c, y, x, w, ST_LABEL, label) + 1;

	if (have != BUILD_UNSET && total != BUILD_UNSET && total > 0 && bar > 0 && used + bar < w) {
		int full = over ? bar : (int)(have * bar / total);

		if (have > 0 && full == 0)
			full = 1;
		for (int i = 0; i < bar; i++)
			cells_text(c, y, x + used + i, 1, over ? ST_ERROR : ST_PLAIN, i < full ? "#" : ".");
		used += bar + 1;
	}
	if (over)
		used += cells_text(c, y, x + used, w - used, style, "!");
	return used + cells_text(c, y, x + used, w - used, style, text);
}

/* --- numbers --- */

static int suffix_factor(const char *s, enum scale scale, double *factor)
{
	static const struct { enum scale scale; const char *text; double factor; } table[] = {
		{ SCALE_GB, "m", 1.0 / 1024 }, { SCALE_GB, "mb", 1.0 / 1024 }, { SCALE_GB, "mib", 1.0 / 1024 },
		{ SCALE_GB, "g", 1 }, { SCALE_GB, "gb", 1 }, { SCALE_GB, "gib", 1 },
		{ SCALE_GB, "t", 1024 }, { SCALE_GB, "tb", 1024 }, { SCALE_GB, "tib", 1024 },
		{ SCALE_TB, "g", 0.001 }, { SCALE_TB, "gb", 0.001 }, { SCALE_TB, "t", 1 }, { SCALE_TB, "tb", 1 },
		{ SCALE_TB, "p", 1000 }, { SCALE_TB, "pb", 1000 },
		{ SCALE_WATT, "w", 1 }, { SCALE_WATT, "k", 1000 }, { SCALE_WATT, "kw", 1000 },
		{ SCALE_GBPS, "g", 1 }, { SCALE_GBPS, "gb/s", 1 }, { SCALE_GBPS, "gbps", 1 },
		{ SCALE_GBPS, "gbit/s", 1 },
		{ SCALE_GBPS, "t", 1000 }, { SCALE_GBPS, "tb/s", 1000 }, { SCALE_GBPS, "tbps", 1000 },
		{ SCALE_TOKENS, "k", 1024 }, { SCALE_TOKENS, "m", 1048576 },
		{ SCALE_MONEY, "k", 1000 }, { SCALE_MONEY, "m", 1000000 },
	};

	*factor = 1;
	if (!*s)
		return 1;
	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++)
		if (table[i].scale == scale && str_casecmp(table[i].text, s) == 0) {
			*factor = table[i].factor;
			return 1;
		}
	return 0;
}

enum amount amount_parse(const char *s, enum scale scale, double *out)
{
	char digits[64];
	size_t n = 0;
	int points = 0, commas = 0, after = 0; /* digits after the last mark */
	char last = 0, mark = 0;
	double factor, v;

	while (*s == ' ')
		s++;
	if (!*s)
		return AMOUNT_EMPTY;
	for (; *s; s++) {
		if (isdigit((unsigned char)*s)) {
			after++;
			last = *s;
		} else if (*s == '.' || *s == ',') {
			points += *s == '.';
			commas += *s == ',';
			after = 0;
			last = *s;
		} else if ((*s == '\'' || *s == ' ') && isdigit((unsigned char)s[1]) && last) {
			continue; /* grouping */
		} else if (*s == '-' && !last && n == 0) {
			last = '-';
		} else {
			break;
		}
		if (n + 1 >= sizeof(digits))
			return AMOUNT_WRONG;
		digits[n++] = *s;
	}
	digits[n] = '\0';
	while (*s == ' ')
		s++;
	if (n == 0 || !suffix_factor(s, scale, &factor))
		return AMOUNT_WRONG;
	/* Which mark is the decimal one: of two kinds the last; one that comes twice groups. */
	if (points && commas)
		mark = strrchr(digits, '.') > strrchr(digits, ',') ? '.' : ',';
	else if (points + commas == 1)
		mark = points ? '.' : ',';
	if ((mark == '.' && points > 1) || (mark == ',' && commas > 1))
		return AMOUNT_WRONG;
	if (points + commas == 1 && after == 3 && digits[0] != '0' && digits[0] != mark)
		return AMOUNT_AMBIGUOUS;
	{
		size_t w = 0;

		for (size_t i = 0; i < n; i++) {
			if (digits[i] == mark)
				digits[w++] = '.';
			else if (digits[i] != '.' && digits[i] != ',')
				digits[w++] = digits[i];
		}
		if (w > 0 && digits[w - 1] == '.')
			w--;
		digits[w] = '\0';
	}
	if (num_parse_double(digits, &v) != 0)
		return AMOUNT_WRONG;
	*out = v * factor;
	return AMOUNT_OK;
}
