/* SPDX-License-Identifier: MIT */
/* State + event -> state, and effects as data. */
#include <stdio.h>
#include <string.h>

#include "../core/base/i18n.h"
#include "../core/base/mem.h"
#include "tui_priv.h"

int tui_init(struct tui *t, struct engine *e, int ascii, struct err *err)
{
	memset(t, 0, sizeof(*t));
	t->engine = e;
	t->ascii = ascii;
	t->rows = TUI_ROWS_MIN;
	t->cols = TUI_COLS_MIN;
	build_init(&t->build);
	build_init(&t->saved);
	build_init(&t->edit_before);
	build_init(&t->fix.after);
	t->history = history_new();
	if (!t->history)
		return err_nomem(err);
	t->reached = 1u << STEP_WORKLOAD;
	catalog_price_date(engine_catalog(e), t->price_date, sizeof(t->price_date), NULL);
	tui_changed(t);
	return ERR_OK;
}

static void drop_solution(struct tui *t)
{
	if (t->solution)
		solution_release(t->solution);
	mem_free(t->solution);
	t->solution = NULL;
}

void tui_release(struct tui *t)
{
	build_release(&t->build);
	build_release(&t->saved);
	build_release(&t->edit_before);
	build_release(&t->fix.after);
	history_free(t->history);
	findings_release(&t->findings);
	bom_release(&t->bom);
	list_release(&t->list);
	list_release(&t->box.list);
	str_release(&t->pager.text);
	drop_solution(t);
	memset(t, 0, sizeof(*t));
}

const struct step *tui_step(const struct tui *t)
{
	return tui_step_at(t->step);
}

const struct row *tui_row(const struct tui *t)
{
	int at = t->focus[t->step];

	return at < tui_step(t)->n_rows ? &tui_step(t)->rows[at] : NULL;
}

int tui_dirty(const struct tui *t)
{
	return !build_equal(&t->build, &t->saved);
}

int tui_blank(const struct tui *t)
{
	struct build empty;
	int same;

	build_init(&empty);
	same = build_equal(&t->build, &empty);
	build_release(&empty);
	return same;
}

void tui_notice(struct tui *t, int bad, const char *text)
{
	str_copy_clean(t->notice, sizeof(t->notice), text);
	t->notice_bad = bad;
}

void tui_page(struct tui *t, const char *title, const char *text)
{
	str_clear(&t->pager.text);
	str_add(&t->pager.text, text);
	str_copy_clean(t->pager.title, sizeof(t->pager.title), title);
	t->pager.top = 0;
	t->pager.on = 1;
}

/* --- changes --- */

void tui_change(struct tui *t)
{
	struct err err = { 0 };

	if (history_push(t->history, &t->build, &err) != ERR_OK) {
		tui_notice(t, 1, err.msg);
		return;
	}
	t->undos++;
	t->redos = 0;
}

static void fill_in_place(struct tui *t)
{
	const struct row *row = &tui_step(t)->rows[0];
	char filter[EDIT_MAX];
	int64_t at = 0;
	int filtering = t->list.filtering, had = list_at(&t->list) != NULL;

	if (row->kind != ROW_CHOICE || !row->in_place) {
		list_release(&t->list);
		return;
	}
	str_copy(filter, sizeof(filter), t->list.filter.s);
	if (had)
		at = list_at(&t->list)->id;
	form_fill(t, row, &t->list);
	/* The search and the focus stay where they were. */
	edit_set(&t->list.filter, filter, 80);
	t->list.filtering = filtering;
	list_refilter(&t->list);
	for (int i = 0; had && i < t->list.n_shown; i++)
		if (t->list.item[t->list.shown[i]].id == at)
			t->list.at = i;
}

/*
 * What is made here is to be ordered, so a machine must be complete (have boot drives, ...); before there is one, that
 * it lacks things is no news.
 */
static void note_halves(struct build *b)
{
	b->has_build = 0;
	for (int c = 0; c < CHOICE_COUNT; c++)
		b->has_build |= form_origin(b, (enum choice)c) != PICK_NONE;
	b->has_need = b->pick.platform.text[0] != '\0';
}

void tui_changed(struct tui *t)
{
	struct err err = { 0 };

	note_halves(&t->build);
	form_labels(t);
	step_workload_label(t);
	if (engine_check(t->engine, &t->build, &t->findings, &err) != ERR_OK)
		tui_notice(t, 1, err.msg);
	memset(&t->figures, 0, sizeof(t->figures));
	err_clear(&err);
	if (engine_figures(t->engine, &t->build, &t->figures, &err) != ERR_OK)
		tui_notice(t, 1, err.msg);
	err_clear(&err);
	bom_release(&t->bom);
	memset(&t->bom, 0, sizeof(t->bom));
	t->bom_ok = bom_make(t->engine, &t->build, &t->bom, &err) == ERR_OK;
	if (!t->bom_ok)
		tui_notice(t, 1, err.msg);
	if ((size_t)t->check_at >= t->findings.n)
		t->check_at = t->findings.n ? (int)t->findings.n - 1 : 0;
	if ((size_t)t->bill_at >= t->bom.n)
		t->bill_at = t->bom.n ? (int)t->bom.n - 1 : 0;
	if (t->want_solve) {
		int solver = 0;

		for (int c = 0; c < CHOICE_COUNT; c++)
			solver |= form_origin(&t->build, (enum choice)c) == PICK_SOLVER;
		t->want_solve = solver && t->findings.errors > 0;
	}
	fill_in_place(t);
}

int tui_load(struct tui *t, const struct build *b, struct err *err)
{
	struct unresolved_list *list = mem_zalloc(sizeof(*list));
	struct str text = STR_INIT;
	int rc;

	if (!list)
		return err_nomem(err);
	build_copy(&t->build, b);
	rc = build_resolve(&t->build, engine_catalog(t->engine), list, err);
	for (int i = 0; i < list->n && rc == ERR_OK; i++) {
		char value[BUILD_TEXT];

		str_copy_clean(value, sizeof(value), list->item[i].value);
		if (i == 0)
			str_add(&text, _("The catalogue does not know these parts of the file. They are left out of "
			                 "all checks and sums:\n"));
		str_addf(&text, "\n%s = %s\n", list->item[i].field, value);
		for (int k = 0; k < list->item[i].n_near; k++)
			str_addf(&text, "    %s %s\n", _("close:"), list->item[i].near[k].label);
	}
	if (rc == ERR_OK) {
		form_adopt_gpu(&t->build);
		build_copy(&t->saved, &t->build);
		history_free(t->history);
		t->history = history_new();
		t->undos = t->redos = 0;
		t->editing = 0;
		t->reached = (1u << STEP_COUNT) - 1;
		memset(t->focus, 0, sizeof(t->focus));
		t->step = STEP_WORKLOAD;
		if (!t->history)
			rc = err_nomem(err);
	}
	if (rc == ERR_OK) {
		tui_changed(t);
		if (list->n > 0)
			tui_page(t, _("Unknown parts"), str_c(&text));
	}
	str_release(&text);
	mem_free(list);
	return rc;
}

void tui_goto(struct tui *t, int step, struct effects *fx)
{
	if (step < 0 || step >= STEP_COUNT || !form_commit(t))
		return;
	if (step > t->step && !tui_blank(t))
		fx->what |= FX_AUTOSAVE;
	t->step = step;
	t->reached |= 1u << step;
	if (t->focus[step] >= tui_step(t)->n_rows)
		t->focus[step] = 0;
	list_release(&t->list);
	fill_in_place(t);
	list_focus_chosen(&t->list);
	if (tui_step(t)->enter)
		tui_step(t)->enter(t, fx);
}

/* --- commands --- */

/* The list that keys move in, NULL when it is rows. */
static struct list *list_in_hand(struct tui *t)
{
	const struct row *row = tui_row(t);

	if (t->box.kind == BOX_LIST)
		return &t->box.list;
	return row && row->in_place ? &t->list : NULL;
}

int tui_works(const struct tui *t, enum command cmd)
{
	const struct row *row = tui_row(t);
	struct list *l = list_in_hand((struct tui *)t);

	if (t->pager.on)
		return cmd == CMD_UP || cmd == CMD_DOWN || cmd == CMD_PGUP || cmd == CMD_PGDN || cmd == CMD_BACK;
	if (t->solving)
		return cmd == CMD_BACK;
	if (t->box.kind == BOX_INPUT)
		return cmd == CMD_ACCEPT || cmd == CMD_BACK;
	if (t->box.kind == BOX_LIST)
		return cmd == CMD_ACCEPT || cmd == CMD_BACK || cmd == CMD_UP || cmd == CMD_DOWN || cmd == CMD_HELP ||
		       (cmd == CMD_SEARCH && l->n > 8) ||
		       ((cmd == CMD_MATCH_NEXT || cmd == CMD_MATCH_PREV) && l->filter.len > 0);
	switch (cmd) {
	case CMD_BACK:
		return t->editing || !row || (l && (l->filtering || l->filter.len > 0)) || t->step > 0;
	case CMD_FIX:
		return row ? t->findings.errors > 0 : t->findings.n > 0;
	case CMD_OTHERS:
		return t->step >= STEP_SYSTEM;
	case CMD_RELEASE:
		return row && row->kind == ROW_CHOICE && form_origin(&t->build, row->choice) != PICK_NONE;
	case CMD_NEXT_STEP:
		return t->step + 1 < STEP_COUNT;
	case CMD_PREV_STEP:
		return t->step > 0;
	case CMD_MATCH_NEXT:
	case CMD_MATCH_PREV:
		return l && l->filter.len > 0;
	case CMD_CHECKS:
		return t->findings.n > 0;
	case CMD_UNDO:
		return t->undos > 0;
	case CMD_REDO:
		return t->redos > 0;
	case CMD_SAVE:
		return tui_dirty(t);
	case CMD_EXPORT:
		return t->bom_ok && t->bom.n > 0;
	case CMD_NONE:
	case CMD_COUNT:
		return 0;
	case CMD_UP:
	case CMD_DOWN:
	case CMD_PGUP:
	case CMD_PGDN:
	case CMD_FIRST:
	case CMD_LAST:
	case CMD_NEXT_FIELD:
	case CMD_PREV_FIELD:
	case CMD_ACCEPT:
	case CMD_STEP:
	case CMD_SOLVE:
	case CMD_SEARCH:
	case CMD_OPEN:
	case CMD_HELP:
	case CMD_MENU:
	case CMD_QUIT:
	case CMD_REDRAW:
	case CMD_SUSPEND:
	case CMD_INTERRUPT:
		return 1;
	}
	return 0;
}

static void move_focus(struct tui *t, int by, int wrap)
{
	int n = tui_step(t)->n_rows, *at = &t->focus[t->step];
	int last = t->findings.n > 0 && wrap ? n : n - 1; /* Tab also reaches the checks, arrows do not */

	if (!form_commit(t))
		return;
	*at += by;
	if (*at > last)
		*at = wrap ? 0 : last;
	if (*at < 0)
		*at = wrap ? last : 0;
}

static void back(struct tui *t, struct effects *fx)
{
	struct list *l = list_in_hand(t);

	if (t->editing) {
		form_cancel(t);
	} else if (!tui_row(t)) {
		t->focus[t->step] = 0;
	} else if (l && (l->filtering || l->filter.len > 0)) {
		l->filtering = 0;
		edit_set(&l->filter, "", 80);
		list_refilter(l);
	} else if (t->step > 0) {
		tui_goto(t, t->step - 1, fx);
	} else {
		tui_notice(t, 0, _("This is the first step; q quits."));
	}
}

static void accept(struct tui *t, struct effects *fx)
{
	const struct row *row = tui_row(t);

	if (!row) {
		if (t->findings.n > 0)
			box_finding(t, &t->findings.item[t->check_at]);
	} else if (row->kind == ROW_NEXT) {
		tui_goto(t, t->step + 1, fx);
	} else if (row->in_place) {
		const struct list_item *it = list_at(&t->list);
		int grey = it && it->grey;

		form_accept(t, &t->list, row);
		if (it && !grey)
			move_focus(t, 1, 0);
	} else if (form_is_typed(row)) {
		if (form_commit(t))
			move_focus(t, 1, 0);
	} else {
		form_open(t, row);
	}
}

static void undo(struct tui *t, int again)
{
	int done;

	form_cancel(t);
	done = again ? history_redo(t->history, &t->build) : history_undo(t->history, &t->build);
	if (!done) {
		tui_notice(t, 0, again ? _("There is nothing to do again.") : _("There is nothing to undo."));
		return;
	}
	t->undos += again ? 1 : -1;
	t->redos += again ? -1 : 1;
	tui_changed(t);
	tui_notice(t, 0, again ? _("Done again.") : _("Undone; Ctrl-R does it again."));
}

static void move(struct tui *t, enum command cmd)
{
	struct list *l = list_in_hand(t);
	int page = tui_layout(t).list_page;

	if (!tui_row(t)) { /* the checks */
		int last = t->findings.n ? (int)t->findings.n - 1 : 0, at = t->check_at;

		at += cmd == CMD_UP ? -1 : cmd == CMD_DOWN ? 1 : cmd == CMD_PGUP ? -4 : cmd == CMD_PGDN ? 4 : 0;
		at = cmd == CMD_FIRST ? 0 : cmd == CMD_LAST ? last : at;
		if (at < 0) {
			t->focus[t->step] = tui_step(t)->n_rows - 1;
			at = 0;
		}
		t->check_at = at > last ? last : at;
		return;
	}
	if (l && list_command(l, cmd, page))
		return;
	if (cmd == CMD_UP || cmd == CMD_DOWN)
		move_focus(t, cmd == CMD_UP ? -1 : 1, 0);
	else if (cmd == CMD_FIRST || cmd == CMD_PGUP)
		move_focus(t, -STEP_COUNT * 10, 0);
	else
		move_focus(t, STEP_COUNT * 10, 0);
}

void tui_run_command(struct tui *t, enum command cmd, const struct event *ev, struct effects *fx)
{
	const struct row *row = tui_row(t);

	if (cmd != CMD_NONE && tui_step(t)->command && tui_step(t)->command(t, cmd, fx))
		return;
	switch (cmd) {
	case CMD_UP:
	case CMD_DOWN:
	case CMD_PGUP:
	case CMD_PGDN:
	case CMD_FIRST:
	case CMD_LAST:
	case CMD_MATCH_NEXT:
	case CMD_MATCH_PREV:
		move(t, cmd);
		break;
	case CMD_NEXT_FIELD:
		move_focus(t, 1, 1);
		break;
	case CMD_PREV_FIELD:
		move_focus(t, -1, 1);
		break;
	case CMD_ACCEPT:
		accept(t, fx);
		break;
	case CMD_PREV_STEP:
		tui_goto(t, t->step - 1, fx);
		break;
	case CMD_NEXT_STEP:
		tui_goto(t, t->step + 1, fx);
		break;
	case CMD_STEP:
		tui_goto(t, ev->key - '1', fx);
		break;
	case CMD_BACK:
		back(t, fx);
		break;
	case CMD_FIX:
		box_fix(t);
		break;
	case CMD_SOLVE:
	case CMD_OTHERS:
		if (form_commit(t) && tui_works(t, cmd)) {
			fx->what |= FX_SOLVE;
			fx->top = cmd == CMD_SOLVE ? 1 : TUI_OTHERS;
		}
		break;
	case CMD_RELEASE:
		if (tui_works(t, cmd))
			form_release(t, row);
		break;
	case CMD_SEARCH:
		if (row && row->in_place)
			t->list.filtering = 1;
		else
			box_parts(t);
		break;
	case CMD_CHECKS:
		if (tui_works(t, cmd) && form_commit(t))
			t->focus[t->step] = tui_step(t)->n_rows;
		break;
	case CMD_UNDO:
	case CMD_REDO:
		undo(t, cmd == CMD_REDO);
		break;
	case CMD_SAVE:
		if (form_commit(t))
			box_save(t, fx);
		break;
	case CMD_EXPORT:
		if (!form_commit(t))
			break;
		if (tui_works(t, cmd))
			box_export(t);
		else
			tui_notice(t, 0, _("There is nothing on the bill yet: s lets the solver fill the system."));
		break;
	case CMD_OPEN:
		if (form_commit(t))
			box_open(t);
		break;
	case CMD_HELP:
		box_help(t);
		break;
	case CMD_MENU:
		box_menu(t);
		break;
	case CMD_QUIT:
		box_quit(t, fx);
		break;
	case CMD_REDRAW:
		fx->what |= FX_REDRAW;
		break;
	case CMD_SUSPEND:
		fx->what |= FX_SUSPEND;
		break;
	case CMD_INTERRUPT:
		fx->what |= FX_AUTOSAVE | FX_INTERRUPT | FX_QUIT;
		break;
	case CMD_NONE:
	case CMD_COUNT:
		break;
	}
}

/* --- events --- */

static void pager_key(struct tui *t, enum command cmd)
{
	struct rect r = tui_layout(t).box;
	int lines = cells_wrap(NULL, (struct rect){ 0, 0, 1, r.w - 4 }, 0, ST_PLAIN, str_c(&t->pager.text));
	int page = r.h - 2, last = lines > page ? lines - page : 0, *top = &t->pager.top;

	switch ((int)cmd) {
	case CMD_UP:
		--*top;
		break;
	case CMD_DOWN:
		++*top;
		break;
	case CMD_PGUP:
		*top -= page - 1;
		break;
	case CMD_PGDN:
		*top += page - 1;
		break;
	case CMD_FIRST:
		*top = 0;
		break;
	case CMD_LAST:
		*top = last;
		break;
	case CMD_BACK:
	case CMD_ACCEPT:
	case CMD_HELP:
	case CMD_QUIT:
		t->pager.on = 0;
		break;
	default:
		break;
	}
	*top = *top > last ? last : *top;
	*top = *top < 0 ? 0 : *top;
}

/* Typing in the search of the in-place list; 1 when used. */
static int filter_key(struct tui *t, const struct event *ev)
{
	struct list *l = &t->list;

	if (!l->filtering)
		return 0;
	if (ev->key == K_ENTER || ev->key == K_TAB || ev->key == K_DOWN || ev->key == K_UP) {
		l->filtering = 0;
		return ev->key == K_ENTER;
	}
	if (ev->key == K_ESC || !edit_key(&l->filter, ev))
		return 0;
	list_refilter(l);
	return 1;
}

static void key(struct tui *t, const struct event *ev, struct effects *fx)
{
	const struct row *row = tui_row(t);
	int small = t->rows < TUI_ROWS_MIN || t->cols < TUI_COLS_MIN;
	enum command cmd = tui_command_of(ev, 0);

	t->notice[0] = '\0';
	if (cmd == CMD_INTERRUPT || cmd == CMD_SUSPEND || cmd == CMD_REDRAW) {
		tui_run_command(t, cmd, ev, fx);
	} else if (small) {
		/* Nothing that is not seen may be changed; leaving keeps the session. */
		if (cmd == CMD_QUIT)
			fx->what |= FX_AUTOSAVE | FX_QUIT;
	} else if (t->pager.on) {
		pager_key(t, cmd);
	} else if (t->box.kind != BOX_NONE) {
		box_key(t, ev, fx);
	} else if (row && row->in_place && filter_key(t, ev)) {
		return;
	} else if (row && form_key(t, row, ev)) {
		return;
	} else {
		int typing = row && (t->editing || form_is_text(row));

		cmd = tui_command_of(ev, typing);
		if (t->editing && (ev->key == K_LEFT || ev->key == K_RIGHT))
			return;
		tui_run_command(t, cmd, ev, fx);
	}
}

static void paste(struct tui *t, const struct event *ev)
{
	const struct row *row = tui_row(t);

	t->notice[0] = '\0';
	if (t->rows < TUI_ROWS_MIN || t->cols < TUI_COLS_MIN)
		return;
	if (!t->pager.on && t->box.kind == BOX_INPUT) {
		if (edit_paste(&t->box.edit, ev->paste))
			tui_notice(t, 1, _("The pasted text was longer than the field: its end is cut off. Ctrl-_ "
			                   "takes it back."));
	} else if (!t->pager.on && t->box.kind == BOX_NONE && row && form_is_typed(row)) {
		form_paste(t, row, ev->paste);
	} else {
		tui_notice(t, 0, _("The paste was ignored: it works in text fields only."));
	}
}

static void done(struct tui *t, const struct event *ev, struct effects *fx)
{
	char text[1200];

	if (ev->code != ERR_OK) {
		t->quit_after_save = 0;
		tui_notice(t, 1, ev->message ? ev->message : _("That did not work."));
		return;
	}
	if (ev->done & FX_SAVE) {
		str_copy(t->build.path, sizeof(t->build.path), ev->message);
		build_copy(&t->saved, &t->build);
		snprintf(text, sizeof(text), _("Saved to %s."), t->build.path);
		tui_notice(t, 0, text);
		if (t->quit_after_save)
			fx->what |= FX_QUIT;
	}
	if (ev->done & FX_EXPORT) {
		snprintf(text, sizeof(text), _("Written to %s."), ev->message ? ev->message : "");
		tui_notice(t, 0, text);
	}
}

static void exists(struct tui *t, const struct event *ev)
{
	char title[160], path[1024];
	const struct exporter *format = t->box.format;
	struct box *box;
	int save = (ev->done & FX_SAVE) != 0;
	struct list_item *it;

	str_copy(path, sizeof(path), t->box.path);
	snprintf(title, sizeof(title), _("%.100s exists already"), path);
	box = box_list(t, save ? FOR_SAVE_OVERWRITE : FOR_OVERWRITE, title, "");
	str_copy(box->path, sizeof(box->path), path);
	box->format = format;
	it = list_add(&box->list);
	if (it) {
		str_copy(it->label, sizeof(it->label), _("No, keep that file"));
		str_copy(it->key, sizeof(it->key), "no");
	}
	it = list_add(&box->list);
	if (it) {
		str_copy(it->label, sizeof(it->label), _("Yes, replace that file"));
		str_copy(it->key, sizeof(it->key), "yes");
	}
	list_refilter(&box->list);
}

/* Scroll offsets and reasons follow the focus; kept here so that drawing changes nothing. */
static void settle(struct tui *t)
{
	struct layout l = tui_layout(t);
	int bill_page;

	if (t->box.kind == BOX_LIST) {
		int page = l.box_page - (t->box.list.filtering || t->box.list.filter.len > 0);

		list_scroll(&t->box.list, page);
		form_why(t, &t->box.list, page);
	}
	if (t->list.n > 0) {
		int page = l.list_page - (t->list.filtering || t->list.filter.len > 0);

		list_scroll(&t->list, page);
		form_why(t, &t->list, page);
	}
	bill_page = l.list_page > 1 ? l.list_page : 1;
	if (t->bill_at < t->bill_top)
		t->bill_top = t->bill_at;
	if (t->bill_at >= t->bill_top + bill_page)
		t->bill_top = t->bill_at - bill_page + 1;
}

void tui_update(struct tui *t, const struct event *ev, struct effects *fx)
{
	memset(fx, 0, sizeof(*fx));
	switch (ev->type) {
	case EV_KEY:
		key(t, ev, fx);
		break;
	case EV_PASTE:
		paste(t, ev);
		break;
	case EV_RESIZE:
		t->rows = ev->rows;
		t->cols = ev->cols;
		fx->what |= FX_REDRAW;
		break;
	case EV_HANGUP:
		form_commit(t);
		fx->what |= FX_AUTOSAVE | FX_QUIT;
		break;
	case EV_DONE:
		done(t, ev, fx);
		break;
	case EV_EXISTS:
		exists(t, ev);
		break;
	case EV_SOLVED:
		drop_solution(t);
		t->solution = ev->solution;
		t->solving = 0;
		box_solved(t, ev);
		break;
	case EV_NONE:
		break;
	}
	if (t->want_solve) {
		t->want_solve = 0;
		t->solve_joins = 1;
		fx->what |= FX_SOLVE;
		fx->top = 1;
	}
	settle(t);
}
