/* SPDX-License-Identifier: MIT */
/* Boxes: questions, lists over the work area, file names, the fix, what the solver found. */
#include <stdio.h>
#include <string.h>

#include "../core/base/i18n.h"
#include "../core/base/mem.h"
#include "../core/base/num.h"
#include "tui_priv.h"

void box_close(struct tui *t)
{
	list_release(&t->box.list);
	memset(&t->box, 0, sizeof(t->box));
}

static struct box *open_box(struct tui *t, enum box_kind kind, enum box_purpose purpose, const char *title,
                            const char *intro)
{
	box_close(t);
	t->box.kind = kind;
	t->box.purpose = purpose;
	str_copy_clean(t->box.title, sizeof(t->box.title), title);
	str_copy(t->box.intro, sizeof(t->box.intro), intro);
	edit_set(&t->box.list.filter, "", 80);
	return &t->box;
}

struct box *box_list(struct tui *t, enum box_purpose purpose, const char *title, const char *intro)
{
	return open_box(t, BOX_LIST, purpose, title, intro);
}

struct box *box_input(struct tui *t, enum box_purpose purpose, const char *title, const char *intro, const char *text,
                      size_t max)
{
	struct box *b = open_box(t, BOX_INPUT, purpose, title, intro);

	edit_set(&b->edit, text, max);
	return b;
}

static void answer(struct box *b, const char *key, const char *label)
{
	struct list_item *it = list_add(&b->list);

	if (!it)
		return;
	str_copy(it->key, sizeof(it->key), key);
	str_copy(it->label, sizeof(it->label), label);
	list_refilter(&b->list);
}

/* --- opening --- */

void box_menu(struct tui *t)
{
	size_t n;
	const struct command_info *info = tui_commands(&n);
	struct box *b;
	int works[CMD_COUNT];

	for (int i = 0; i < CMD_COUNT; i++)
		works[i] = tui_works(t, (enum command)i);
	b = box_list(t, FOR_MENU, _("Menu"), "");
	for (size_t i = 0; i < n; i++) {
		enum command cmd = info[i].command;
		struct list_item *it;

		if (cmd < CMD_PREV_STEP || cmd == CMD_STEP || cmd == CMD_MENU || cmd == CMD_MATCH_NEXT ||
		    cmd == CMD_MATCH_PREV || !works[cmd] || !info[i].help)
			continue;
		it = list_add(&b->list);
		if (!it)
			break;
		it->id = cmd;
		str_copy(it->label, sizeof(it->label), _(info[i].shown));
		str_copy(it->detail, sizeof(it->detail), _(info[i].help));
	}
	list_refilter(&b->list);
}

void box_export(struct tui *t)
{
	size_t n;
	const struct exporter *x = exporters(&n);
	struct box *b = box_list(t, FOR_EXPORT, _("Export the bill as"), "");

	for (size_t i = 0; i < n; i++) {
		struct list_item *it = list_add(&b->list);

		if (!it)
			break;
		str_copy(it->key, sizeof(it->key), x[i].name);
		str_copy(it->label, sizeof(it->label), x[i].name);
		str_copy(it->detail, sizeof(it->detail), _(x[i].help));
	}
	list_refilter(&b->list);
}

/* A file name made of the file's own or the customer's name. */
static void base_name(const struct tui *t, char *dst, size_t size)
{
	const char *from = t->build.path[0] ? t->build.path : t->build.customer;
	size_t n = 0;

	if (t->build.path[0]) {
		str_copy(dst, size, from);
		n = strlen(dst);
		if (n > 7 && strcmp(dst + n - 7, ".bestek") == 0)
			dst[n - 7] = '\0';
		return;
	}
	for (; *from && n + 1 < size; from++) {
		unsigned char ch = (unsigned char)*from;
		int plain = (ch >= 'a' && ch <= 'z') || (ch >= '0' && ch <= '9') || ch >= 0x80;

		if (ch >= 'A' && ch <= 'Z')
			dst[n++] = (char)(ch - 'A' + 'a');
		else if (plain)
			dst[n++] = (char)ch;
		else if (n > 0 && dst[n - 1] != '-')
			dst[n++] = '-';
	}
	while (n > 0 && dst[n - 1] == '-')
		n--;
	dst[n] = '\0';
	if (n == 0)
		str_copy(dst, size, "server");
}

void box_save(struct tui *t, struct effects *fx)
{
	char name[1000], path[1024];

	if (t->build.path[0]) {
		fx->what |= FX_SAVE;
		str_copy(fx->path, sizeof(fx->path), t->build.path);
		return;
	}
	base_name(t, name, 120);
	snprintf(path, sizeof(path), "%s.bestek", name);
	box_input(t, FOR_SAVE_PATH, _("Save as"), _("Name of the file:"), path, sizeof(fx->path));
}

void box_open(struct tui *t)
{
	struct box *b;

	if (!tui_dirty(t)) {
		box_input(t, FOR_OPEN_PATH, _("Open"), _("Name of the file:"), "", 1024);
		return;
	}
	b = box_list(t, FOR_OPEN_SURE, _("This configuration is not saved"), _("Opening another one replaces it."));
	answer(b, "no", _("No, stay here"));
	answer(b, "yes", _("Yes, open another one"));
}

void box_quit(struct tui *t, struct effects *fx)
{
	struct box *b;

	if (!form_commit(t))
		return;
	if (!tui_dirty(t)) {
		fx->what |= FX_AUTOSAVE | FX_QUIT;
		return;
	}
	b = box_list(t, FOR_QUIT, _("This configuration is not saved"), "");
	answer(b, "stay", _("Stay here"));
	answer(b, "save", _("Save, then quit"));
	if (t->session_path[0])
		answer(b, "leave", _("Quit without a file: bestek offers to resume next time"));
	else
		answer(b, "leave", _("Quit and lose the changes"));
}

void tui_offer_resume(struct tui *t, const char *about)
{
	struct box *b = box_list(t, FOR_RESUME, _("A session of last time is here"), about);

	answer(b, "resume", _("Resume it"));
	answer(b, "new", _("Start a new configuration"));
	answer(b, "open", _("Open a file"));
	t->session_waits = 1;
}

void box_parts(struct tui *t)
{
	struct box *b = box_list(t, FOR_PARTS, _("Search all parts"), "");

	b->list.filtering = 1;
}

static void search_parts(struct tui *t)
{
	struct list *l = &t->box.list;
	struct part found[40];
	struct err err = { 0 };
	int n = 0;

	l->n = l->n_shown = l->at = l->top = 0;
	if (l->filter.len == 0)
		return;
	if (catalog_search(engine_catalog(t->engine), -1, l->filter.s, found, 40, &n, &err) != ERR_OK)
		tui_notice(t, 1, err.msg);
	for (int i = 0; i < n; i++) {
		struct list_item *it = list_add(l);

		if (!it)
			return;
		it->id = found[i].id;
		str_copy_clean(it->label, sizeof(it->label), found[i].label);
		str_copy_clean(it->detail, sizeof(it->detail), part_kind_name(found[i].kind));
		l->shown[l->n_shown++] = i;
	}
}

static int add_fact(void *data, const char *name, const char *value)
{
	char clean[512];

	str_copy_clean(clean, sizeof(clean), value);
	return str_addf(data, "%-22s %s\n", name, clean);
}

static void show_part(struct tui *t, const struct list_item *it)
{
	struct str s = STR_INIT;
	struct err err = { 0 };

	if (catalog_facts(engine_catalog(t->engine), it->id, add_fact, &s, &err) != ERR_OK)
		str_add(&s, err.msg);
	tui_page(t, it->label, str_c(&s));
	str_release(&s);
}

void box_finding(struct tui *t, const struct finding *f)
{
	struct str s = STR_INIT;
	char have[128], need[128];

	value_show(&f->have, f->rule->unit, have, sizeof(have));
	value_show(&f->need, f->rule->unit, need, sizeof(need));
	str_addf(&s, "%s: %s\n\n", severity_label(f->severity), f->text);
	if (f->rule->why[0])
		str_addf(&s, "%s\n\n", _(f->rule->why));
	str_addf(&s, _("Found: %s\nNeeded: %s\n\n"), have, need);
	str_addf(&s, _("Source: %s\n"), f->rule->source);
	if (!f->proven)
		str_add(&s, _("Not proven: a fact that this rests on is unknown or only remembered.\n"));
	str_addf(&s, _("Rule %s; bestek explain FILE %s shows all its numbers.\n"), f->rule->id, f->rule->id);
	tui_page(t, f->rule->id, str_c(&s));
	str_release(&s);
}

void box_help(struct tui *t)
{
	struct str s = STR_INIT;
	size_t n;
	const struct command_info *info = tui_commands(&n);

	str_addf(&s, "%s\n\n", _(tui_step(t)->help));
	for (size_t i = 0; i < n; i++)
		if (info[i].help) {
			const char *shown = _(info[i].shown);
			int pad = 11 - cells_width(shown);

			str_addf(&s, "%s%*s %s\n", shown, pad > 0 ? pad : 0, "", _(info[i].help));
		}
	str_addf(&s, "\n%s\n", _("Marks: > here, v done, ! needs attention, . not reached; * chosen, - not possible "
	                         "(the reason stands beside it); x error, ! warning, i advice. A + after the total: "
	                         "lines without a price are not in it."));
	tui_page(t, _(tui_step(t)->title), str_c(&s));
	str_release(&s);
}

static void add_delta(struct str *s, const char *label, int64_t v, const char *unit)
{
	char num[64];

	if (v == 0 || v == BUILD_UNSET)
		return;
	num_show_i64(num, sizeof(num), v);
	str_addf(s, "%s: %s%s %s\n", label, v > 0 ? "+" : "", num, unit);
}

void box_fix(struct tui *t)
{
	const struct finding *f = NULL;
	struct str s = STR_INIT;
	struct err err = { 0 };
	int found = 0;
	struct box *b;

	if (!form_commit(t))
		return;
	if (!tui_row(t) && t->findings.n > 0)
		f = &t->findings.item[t->check_at];
	for (size_t i = 0; i < t->findings.n && !f; i++)
		if (t->findings.item[i].severity == SEV_ERROR)
			f = &t->findings.item[i];
	if (!f) {
		tui_notice(t, 0, _("There is no error to fix."));
		return;
	}
	build_release(&t->fix.after);
	memset(&t->fix, 0, sizeof(t->fix));
	build_init(&t->fix.after);
	if (engine_fix(t->engine, &t->build, f, &t->fix, &found, &err) != ERR_OK) {
		tui_notice(t, 1, err.msg);
		return;
	}
	if (!found) {
		tui_notice(t, 0, _("No one or two changes put this right; s lets the solver look at whole machines."));
		return;
	}
	str_addf(&s, "%s\n\n", f->text);
	for (int i = 0; i < t->fix.n_changes; i++)
		str_addf(&s, "%s\n", t->fix.changes[i]);
	if (t->fix.price_known) {
		char money[64];

		num_show_money_round(money, sizeof(money), t->fix.price_delta_cents, "EUR");
		str_addf(&s, "%s: %s%s\n", _("Price"), t->fix.price_delta_cents > 0 ? "+" : "", money);
	}
	add_delta(&s, _("Power"), t->fix.power_delta_w, "W");
	add_delta(&s, _("Rack"), t->fix.rack_delta_u, "U");
	add_delta(&s, _("Delivery"), t->fix.lead_delta_weeks, _("weeks"));
	b = box_list(t, FOR_FIX, t->fix.text, str_c(&s));
	answer(b, "yes", _("Apply (u takes it back)"));
	answer(b, "no", _("Leave it"));
	str_release(&s);
}

/* --- the solver's answer --- */

/* Puts the picks of a solved build in; the rest of ours stays. */
static void take_build(struct tui *t, const struct build *from)
{
	static const char *const names[CHOICE_COUNT] = {
		[CHOICE_GPU] = N_("GPU"), [CHOICE_GPUS] = N_("GPU count"), [CHOICE_PLATFORM] = N_("Platform"),
		[CHOICE_PSU] = N_("Supplies"), [CHOICE_SOCKETS] = N_("Sockets"), [CHOICE_CPU] = N_("CPU"),
		[CHOICE_NIC] = N_("Network"), [CHOICE_DRIVE] = N_("Drives"), [CHOICE_BOOT] = N_("Boot drives"),
		[CHOICE_DIMM] = N_("Memory module"), [CHOICE_DPS] = N_("Modules per socket"),
	};
	char was[CHOICE_COUNT][192], path[sizeof(t->build.path)];
	struct str changed = STR_INIT;
	struct str text = STR_INIT;
	int n = 0;

	memcpy(was, t->label, sizeof(was));
	if (!t->solve_joins)
		tui_change(t);
	memcpy(path, t->build.path, sizeof(path));
	build_copy(&t->build, from);
	memcpy(t->build.path, path, sizeof(path));
	form_own_gpu(&t->build);
	tui_changed(t);
	for (int c = 0; c < CHOICE_COUNT; c++)
		if (strcmp(was[c], t->label[c]) != 0) {
			str_addf(&changed, "%s%s", n ? ", " : "", _(names[c]));
			n++;
		}
	if (n == 0)
		str_add(&text, _("Solved: this is already the best machine."));
	else if (t->solve_joins)
		str_addf(&text, _("Your choice also changed: %s. u takes all back."), str_c(&changed));
	else
		str_addf(&text, _("Solved. Filled: %s. u takes it back."), str_c(&changed));
	tui_notice(t, 0, str_c(&text));
	str_release(&text);
	str_release(&changed);
}

static void show_others(struct tui *t)
{
	struct box *b = box_list(t, FOR_OTHERS, _("Machines that meet the need, best first"), "");

	for (int i = 0; i < t->solution->n; i++) {
		const struct build *m = &t->solution->build[i];
		struct list_item *it = list_add(&b->list);
		struct figures fig;

		if (!it)
			break;
		it->id = i;
		snprintf(it->label, sizeof(it->label), "%.60s, %lld x %.40s", m->pick.platform.text,
		         (long long)m->pick.sockets,
		         m->pick.cpu.text);
		if (engine_figures(t->engine, m, &fig, NULL) == ERR_OK) {
			snprintf(it->detail, sizeof(it->detail), "%lld GB  %lld W  %lldU", (long long)fig.memory_gb,
			         (long long)fig.power_w,
			         (long long)fig.rack_u);
			it->cents = fig.rank_cents;
		}
	}
	list_refilter(&b->list);
}

static void show_conflict(struct tui *t)
{
	const struct solution *sol = t->solution;
	struct str s = STR_INIT;
	struct box *b;

	str_add(&s, _("These demands cannot all hold in one machine:\n"));
	for (int i = 0; i < sol->n_conflict; i++)
		str_addf(&s, "  x %s\n", sol->conflict[i].text);
	if (sol->n_relax > 0)
		str_addf(&s, "\n%s\n", _("What would help, cheapest first:"));
	b = box_list(t, FOR_RELAX, _("No machine fits"), str_c(&s));
	answer(b, "no", _("Change nothing"));
	for (int i = 0; i < sol->n_relax; i++) {
		struct list_item *it = list_add(&b->list);

		if (!it)
			break;
		it->id = i + 1;
		str_copy_clean(it->label, sizeof(it->label), sol->relax[i].text);
		it->cents = sol->relax[i].rank_cents;
	}
	list_refilter(&b->list);
	str_release(&s);
}

void box_solved(struct tui *t, const struct event *ev)
{
	if (ev->code == ERR_INTERRUPTED)
		tui_notice(t, 0, _("Stopped; nothing was changed."));
	else if (ev->code != ERR_OK)
		tui_notice(t, 1, ev->message ? ev->message : _("That did not work."));
	else if (t->solution->n == 0)
		show_conflict(t);
	else if (ev->done == 1)
		take_build(t, &t->solution->build[0]);
	else
		show_others(t);
	t->solve_joins = 0;
}

/* --- keys --- */

static void accept_input(struct tui *t, struct effects *fx)
{
	struct box *b = &t->box;

	if (b->edit.len == 0)
		return;
	str_copy(fx->path, sizeof(fx->path), b->edit.s);
	fx->format = b->format;
	switch ((int)b->purpose) {
	case FOR_SAVE_PATH:
		fx->what |= FX_SAVE;
		break;
	case FOR_EXPORT_PATH:
		fx->what |= FX_EXPORT;
		break;
	case FOR_OPEN_PATH:
		fx->what |= FX_OPEN;
		break;
	default:
		break;
	}
	box_close(t);
	/* kept for the question whether to replace it */
	str_copy(t->box.path, sizeof(t->box.path), fx->path);
	t->box.format = fx->format;
}

static void accept_list(struct tui *t, struct effects *fx)
{
	struct box *b = &t->box;
	struct list_item *it = list_at(&b->list);
	const struct row *row = b->row;
	int yes;

	if (!it)
		return;
	yes = strcmp(it->key, "yes") == 0;
	switch (b->purpose) {
	case FOR_ROW: {
		int grey = it->grey;

		form_accept(t, &b->list, row);
		if (!grey) {
			box_close(t);
			if (t->focus[t->step] + 1 < tui_step(t)->n_rows)
				t->focus[t->step]++;
		}
		return;
	}
	case FOR_WORDS:
		form_accept(t, &b->list, row);
		return;
	case FOR_MENU: {
		enum command cmd = (enum command)it->id;
		struct event none = { .type = EV_KEY };

		box_close(t);
		tui_run_command(t, cmd, &none, fx);
		return;
	}
	case FOR_EXPORT: {
		const struct exporter *x = exporter_find(it->key);
		char name[1000], path[1024];

		base_name(t, name, 900);
		snprintf(path, sizeof(path), "%.900s.%.20s", name, x ? x->ext : it->key);
		box_input(t, FOR_EXPORT_PATH, _("Export"), _("Name of the file:"), path, sizeof(path))->format = x;
		return;
	}
	case FOR_OVERWRITE:
	case FOR_SAVE_OVERWRITE:
		if (yes) {
			fx->what |= b->purpose == FOR_OVERWRITE ? FX_EXPORT : FX_SAVE;
			fx->force = 1;
			fx->format = b->format;
			str_copy(fx->path, sizeof(fx->path), b->path);
		} else {
			t->quit_after_save = 0;
		}
		break;
	case FOR_OPEN_SURE:
		if (yes) {
			box_input(t, FOR_OPEN_PATH, _("Open"), _("Name of the file:"), "", 1024);
			return;
		}
		break;
	case FOR_QUIT:
		if (strcmp(it->key, "save") == 0) {
			box_close(t);
			t->quit_after_save = 1;
			box_save(t, fx);
			return;
		}
		if (strcmp(it->key, "leave") == 0)
			fx->what |= FX_AUTOSAVE | FX_QUIT;
		break;
	case FOR_RESUME:
		t->session_waits = 0;
		if (strcmp(it->key, "open") == 0) {
			box_input(t, FOR_OPEN_PATH, _("Open"), _("Name of the file:"), "", 1024);
			return;
		}
		if (strcmp(it->key, "resume") == 0)
			fx->what |= FX_RESUME;
		break;
	case FOR_FIX:
		if (yes) {
			char path[sizeof(t->build.path)];

			box_close(t);
			tui_change(t);
			memcpy(path, t->build.path, sizeof(path));
			build_copy(&t->build, &t->fix.after);
			memcpy(t->build.path, path, sizeof(path));
			tui_changed(t);
			tui_notice(t, 0, _("The fix is applied; u takes it back."));
			return;
		}
		break;
	case FOR_OTHERS: {
		int64_t i = it->id;

		box_close(t);
		take_build(t, &t->solution->build[i]);
		return;
	}
	case FOR_RELAX: {
		int64_t i = it->id;

		box_close(t);
		if (i > 0)
			take_build(t, &t->solution->relax[i - 1].after);
		return;
	}
	case FOR_PARTS:
		show_part(t, it);
		return;
	case FOR_EXPORT_PATH:
	case FOR_SAVE_PATH:
	case FOR_OPEN_PATH:
		break;
	}
	box_close(t);
}

static void leave(struct tui *t)
{
	t->quit_after_save = 0;
	t->session_waits = 0;
	box_close(t);
}

static void list_key(struct tui *t, const struct event *ev, struct effects *fx)
{
	struct list *l = &t->box.list;
	int parts = t->box.purpose == FOR_PARTS;
	enum command cmd = tui_command_of(ev, l->filtering);

	if (l->filtering && ev->key != K_ESC && ev->key != K_ENTER && edit_key(&l->filter, ev)) {
		if (parts)
			search_parts(t);
		else
			list_refilter(l);
		return;
	}
	if (list_command(l, cmd, tui_layout(t).box_page))
		return;
	switch ((int)cmd) {
	case CMD_ACCEPT:
		if (l->filtering && !parts)
			l->filtering = 0;
		else
			accept_list(t, fx);
		break;
	case CMD_SEARCH:
		l->filtering = 1;
		break;
	case CMD_HELP:
		box_help(t);
		break;
	case CMD_BACK:
		if (!parts && (l->filtering || l->filter.len > 0)) {
			l->filtering = 0;
			edit_set(&l->filter, "", 80);
			list_refilter(l);
		} else {
			leave(t);
		}
		break;
	default:
		break;
	}
}

void box_key(struct tui *t, const struct event *ev, struct effects *fx)
{
	if (t->box.kind == BOX_LIST) {
		list_key(t, ev, fx);
		return;
	}
	if (ev->key == K_ESC)
		leave(t);
	else if (ev->key == K_ENTER || ev->key == '\n')
		accept_input(t, fx);
	else
		edit_key(&t->box.edit, ev);
}

/* --- drawing --- */

static void frame(struct cells *c, struct rect r, const char *title)
{
	int used;

	cells_fill(c, r, ST_PLAIN);
	cells_frame(c, r);
	cells_text(c, r.y, r.x + 2, 1, ST_PLAIN, " ");
	used = cells_text(c, r.y, r.x + 3, r.w - 6, ST_TITLE, title);
	cells_text(c, r.y, r.x + 3 + used, 1, ST_PLAIN, " ");
}

void box_draw(const struct tui *t, struct cells *c)
{
	struct layout l = tui_layout(t);
	struct rect in = { l.box.y + 1, l.box.x + 2, l.box.h - 2, l.box.w - 4 };

	if (t->pager.on) {
		const char *text = str_c(&t->pager.text);
		int lines;

		frame(c, l.box, t->pager.title);
		lines = cells_wrap(c, in, t->pager.top, ST_PLAIN, text);
		if (t->pager.top > 0)
			cells_text_right(c, l.box.y, l.box.x + l.box.w - 14, 12, ST_KEY, _("^ more"));
		if (t->pager.top + in.h < lines)
			cells_text_right(c, l.box.y + l.box.h - 1, l.box.x + l.box.w - 14, 12, ST_KEY, _("v more"));
		c->cursor_y = in.y;
		c->cursor_x = in.x;
		return;
	}
	if (t->box.kind == BOX_NONE)
		return;
	frame(c, l.box, t->box.title);
	if (t->box.intro[0]) {
		int used = cells_wrap(c, in, 0, ST_PLAIN, t->box.intro) + 1, least = t->box.kind == BOX_INPUT ? 1 : 3;

		if (in.h - used < least)
			used = in.h - least;
		in.y += used;
		in.h -= used;
	}
	if (t->box.kind == BOX_INPUT)
		edit_draw(&t->box.edit, c, in.y, in.x, in.w);
	else
		list_draw(&t->box.list, c, in, 1, "EUR");
}
