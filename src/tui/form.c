/* SPDX-License-Identifier: MIT */
/* A step as rows: a label, a value, and what may be done with it. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "../core/base/i18n.h"
#include "../core/base/num.h"
#include "tui_priv.h"

/* Words of the file format as a person reads them. */
static const char *word_label(const char *word)
{
	static const struct { const char *word, *label; } table[] = {
		{ "latency", N_("latency") }, { "throughput", N_("throughput") }, { "cost", N_("cost") },
		{ "none", N_("none") },
	};

	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++)
		if (strcmp(table[i].word, word) == 0)
			return _(table[i].label);
	return word;
}

static const struct field *field_of(const struct row *row)
{
	return row && row->kind == ROW_FIELD ? build_field(row->key) : NULL;
}

static void *at(struct build *b, const struct field *f)
{
	return (char *)b + f->offset;
}

static const void *in(const struct build *b, const struct field *f)
{
	return (const char *)b + f->offset;
}

int form_is_typed(const struct row *row)
{
	const struct field *f = field_of(row);

	return f && !row->fill && !f->choices && f->type != FIELD_BOOL && f->type != FIELD_WORDS;
}

int form_is_text(const struct row *row)
{
	const struct field *f = field_of(row);

	return form_is_typed(row) && (f->type == FIELD_TEXT || f->type == FIELD_WORD);
}

/* --- the picks --- */

static struct part_ref *part_of(struct build *b, enum choice c)
{
	switch ((int)c) {
	case CHOICE_GPU:
		return &b->pick.gpu;
	case CHOICE_PLATFORM:
		return &b->pick.platform;
	case CHOICE_PSU:
		return &b->pick.psu;
	case CHOICE_CPU:
		return &b->pick.cpu;
	case CHOICE_DIMM:
		return &b->pick.dimm;
	default:
		return NULL;
	}
}

static int64_t *count_of(struct build *b, enum choice c)
{
	switch ((int)c) {
	case CHOICE_GPUS:
		return &b->pick.gpus;
	case CHOICE_SOCKETS:
		return &b->pick.sockets;
	case CHOICE_DPS:
		return &b->pick.dimms_per_socket;
	default:
		return NULL;
	}
}

static struct item_list *items_of(struct build *b, enum choice c)
{
	switch ((int)c) {
	case CHOICE_NIC:
		return &b->pick.nics;
	case CHOICE_DRIVE:
		return &b->pick.drives;
	case CHOICE_BOOT:
		return &b->pick.boot;
	default:
		return NULL;
	}
}

/* A count from a file has no origin: a person wrote it. */
static enum pick_origin count_origin(int64_t count, enum pick_origin origin)
{
	return count == BUILD_UNSET ? PICK_NONE : origin == PICK_SOLVER ? PICK_SOLVER : PICK_USER;
}

enum pick_origin form_origin(const struct build *b, enum choice c)
{
	const struct picks *p = &b->pick;
	const struct item_list *items;

	switch (c) {
	case CHOICE_GPU:
		return p->gpu.text[0] ? p->gpu.origin : PICK_NONE;
	case CHOICE_GPUS:
		return count_origin(p->gpus, p->gpus_origin);
	case CHOICE_PLATFORM:
		return p->platform.text[0] ? p->platform.origin : PICK_NONE;
	case CHOICE_PSU:
		return p->psu.origin; /* the platform's standard supplies have no words */
	case CHOICE_SOCKETS:
		return count_origin(p->sockets, p->sockets_origin);
	case CHOICE_CPU:
		return p->cpu.text[0] ? p->cpu.origin : PICK_NONE;
	case CHOICE_DIMM:
		return p->dimm.text[0] ? p->dimm.origin : PICK_NONE;
	case CHOICE_DPS:
		return count_origin(p->dimms_per_socket, p->dimms_per_socket_origin);
	case CHOICE_NIC:
	case CHOICE_DRIVE:
	case CHOICE_BOOT:
		items = c == CHOICE_NIC ? &p->nics : c == CHOICE_DRIVE ? &p->drives : &p->boot;
		return items->n > 0 ? items->item[0].part.origin : PICK_NONE;
	case CHOICE_COUNT:
		break;
	}
	return PICK_NONE;
}

static void clear_pick(struct build *b, enum choice c)
{
	struct part_ref *part = part_of(b, c);
	int64_t *count = count_of(b, c);
	struct item_list *items = items_of(b, c);

	if (part)
		memset(part, 0, sizeof(*part));
	if (count)
		*count = BUILD_UNSET;
	if (c == CHOICE_GPUS)
		b->pick.gpus_origin = PICK_NONE;
	if (c == CHOICE_SOCKETS)
		b->pick.sockets_origin = PICK_NONE;
	if (c == CHOICE_DPS)
		b->pick.dimms_per_socket_origin = PICK_NONE;
	if (items)
		memset(items, 0, sizeof(*items));
	if (c == CHOICE_PSU)
		b->pick.psu_count = b->pick.psu_w = BUILD_UNSET;
}

void form_keep_user(struct build *b)
{
	for (int c = 0; c < CHOICE_COUNT; c++)
		if (form_origin(b, (enum choice)c) == PICK_SOLVER)
			clear_pick(b, (enum choice)c);
}

/* The pick is the GPU asked for, however the two were written. */
static int gpu_as_asked(const struct build *b)
{
	return b->need.gpu.text[0] && (b->need.gpu.id ? b->need.gpu.id == b->pick.gpu.id :
	                               strcmp(b->need.gpu.text, b->pick.gpu.text) == 0);
}

void form_demand_gpu(struct build *b)
{
	if (!gpu_as_asked(b))
		return;
	clear_pick(b, CHOICE_GPU);
	if (b->need.gpus == b->pick.gpus)
		clear_pick(b, CHOICE_GPUS);
}

void form_adopt_gpu(struct build *b)
{
	if (b->need.gpu.id && !b->pick.gpu.text[0])
		b->pick.gpu = b->need.gpu;
	if (b->need.gpus != BUILD_UNSET && b->pick.gpus == BUILD_UNSET)
		b->pick.gpus = b->need.gpus;
	form_own_gpu(b);
}

void form_own_gpu(struct build *b)
{
	if (gpu_as_asked(b))
		b->pick.gpu.origin = PICK_USER;
	if (b->need.gpus != BUILD_UNSET && b->need.gpus == b->pick.gpus)
		b->pick.gpus_origin = PICK_USER;
}

void form_release(struct tui *t, const struct row *row)
{
	if (row->kind != ROW_CHOICE)
		return;
	tui_change(t);
	clear_pick(&t->build, row->choice);
	if (row->choice == CHOICE_GPU) { /* a count of nothing says nothing */
		memset(&t->build.need.gpu, 0, sizeof(t->build.need.gpu));
		clear_pick(&t->build, CHOICE_GPUS);
	}
	if (row->choice == CHOICE_GPU || row->choice == CHOICE_GPUS)
		t->build.need.gpus = BUILD_UNSET;
	tui_changed(t);
	tui_notice(t, 0, _("Released: s lets the solver fill it."));
}

static void part_text(struct tui *t, const struct part_ref *ref, int is_part, char *dst, size_t size)
{
	struct part part;

	if (is_part && ref->id && catalog_part(engine_catalog(t->engine), ref->id, &part, NULL) == ERR_OK)
		str_copy_clean(dst, size, part.label);
	else
		str_copy_clean(dst, size, ref->text);
}

static void counted(char *dst, size_t size, int64_t count, const char *text)
{
	char tmp[192];

	str_copy(tmp, sizeof(tmp), text);
	if (count == BUILD_UNSET)
		str_copy(dst, size, tmp);
	else
		snprintf(dst, size, "%lld x %.160s", (long long)count, tmp);
}

void form_labels(struct tui *t)
{
	struct build *b = &t->build;

	for (int c = 0; c < CHOICE_COUNT; c++) {
		char *dst = t->label[c];
		size_t size = sizeof(t->label[c]);
		const struct part_ref *part = part_of(b, (enum choice)c);
		const int64_t *count = count_of(b, (enum choice)c);
		const struct item_list *items = items_of(b, (enum choice)c);

		dst[0] = '\0';
		if (part && (part->text[0] || part->id)) {
			part_text(t, part, 1, dst, size);
			if (c == CHOICE_PSU)
				counted(dst, size, b->pick.psu_count, dst);
		} else if (c == CHOICE_PSU && b->pick.psu_w != BUILD_UNSET) {
			num_show_i64(dst, size, b->pick.psu_w);
			str_copy(dst + strlen(dst), size - strlen(dst), " W");
			counted(dst, size, b->pick.psu_count, dst);
		} else if (c == CHOICE_PSU && b->pick.psu.origin != PICK_NONE) {
			str_copy(dst, size, _("standard supplies"));
		} else if (c == CHOICE_PSU && b->pick.psu_count != BUILD_UNSET) {
			num_show_i64(dst, size, b->pick.psu_count);
		} else if (count && *count != BUILD_UNSET) {
			num_show_i64(dst, size, *count);
		} else if (items && items->n > 0) {
			part_text(t, &items->item[0].part, 1, dst, size);
			counted(dst, size, items->item[0].count, dst);
			if (items->n > 1) {
				char more[160];

				str_copy(more, sizeof(more), dst);
				snprintf(dst, size, "%s +%d", more, items->n - 1);
			}
		}
	}
}

/* --- values --- */

void form_value(const struct tui *t, const struct row *row, char *dst, size_t size)
{
	const struct field *f = field_of(row);
	const void *p;

	dst[0] = '\0';
	if (row->kind == ROW_CHOICE) {
		str_copy(dst, size, t->label[row->choice]);
		return;
	}
	if (!f)
		return;
	p = in(&t->build, f);
	if (p == t->build.need.workload) { /* the only word whose title stands in the catalogue */
		str_copy(dst, size, t->label_workload);
		return;
	}
	switch (f->type) {
	case FIELD_TEXT:
		str_copy_clean(dst, size, p);
		break;
	case FIELD_WORD:
		str_copy_clean(dst, size, word_label(p));
		break;
	case FIELD_INT:
		if (*(const int64_t *)p != BUILD_UNSET)
			num_show_i64(dst, size, *(const int64_t *)p);
		break;
	case FIELD_REAL:
		if (*(const double *)p > BUILD_UNSET_F)
			num_show_double(dst, size, *(const double *)p, 3);
		break;
	case FIELD_BOOL:
		if (*(const int64_t *)p != BUILD_UNSET)
			str_copy(dst, size, *(const int64_t *)p ? _("yes") : _("no"));
		break;
	case FIELD_PART:
		str_copy_clean(dst, size, ((const struct part_ref *)p)->text);
		break;
	case FIELD_WORDS: {
		const struct word_list *w = p;
		struct str s = STR_INIT;

		for (int i = 0; i < w->n; i++)
			str_addf(&s, "%s%s", i ? ", " : "", w->word[i]);
		str_copy_clean(dst, size, str_c(&s));
		str_release(&s);
		break;
	}
	case FIELD_ITEMS:
		break;
	}
}

/* As the field is typed: no grouping, the point as mark. */
static void typed_value(const struct build *b, const struct field *f, char *dst, size_t size)
{
	const void *p = in(b, f);

	dst[0] = '\0';
	if (f->type == FIELD_TEXT || f->type == FIELD_WORD)
		str_copy_clean(dst, size, p);
	else if (f->type == FIELD_INT && *(const int64_t *)p != BUILD_UNSET)
		snprintf(dst, size, "%lld", (long long)*(const int64_t *)p);
	else if (f->type == FIELD_REAL && *(const double *)p > BUILD_UNSET_F)
		num_write_double(dst, size, *(const double *)p, -1);
}

/* --- typing --- */

static const char *example_of(enum scale scale)
{
	switch (scale) {
	case SCALE_GB:
		return "512, 512G, 0.5 TB";
	case SCALE_TB:
		return "30, 30 TB, 800 GB";
	case SCALE_WATT:
		return "7300, 7.3 kW";
	case SCALE_GBPS:
		return "200, 200 Gb/s";
	case SCALE_TOKENS:
		return "32768, 32k";
	case SCALE_MONEY:
		return "400000, 400k";
	case SCALE_NONE:
		break;
	}
	return "24";
}

static void wrong(struct tui *t, const struct row *row, const struct field *f, enum amount a, double v)
{
	char *dst = t->field_error;
	size_t size = sizeof(t->field_error);

	if (a == AMOUNT_AMBIGUOUS) {
		/* TRANSLATORS: the first %s is what was typed, the second how whole numbers may be typed. */
		snprintf(dst, size, _("%.40s can be read in two ways: write it without separator, or with other "
		                      "decimals (%s)"), t->edit.s,
		         example_of(row->scale));
	} else if (a == AMOUNT_WRONG) {
		snprintf(dst, size, _("This is not a number with a unit of this field; write for example %s"),
		         example_of(row->scale));
	} else {
		char lo[64], hi[64];

		num_show_double(lo, sizeof(lo), f->min, 0);
		num_show_double(hi, sizeof(hi), f->max, 0);
		if (f->type == FIELD_INT && v >= f->min && v <= f->max)
			str_copy(dst, size, _("A whole number is needed here"));
		else
			snprintf(dst, size, _("This must be between %s and %s %s"), lo, hi,
			         f->unit[0] ? _(f->unit) : "");
	}
}

/* Takes the typed text into the build as far as it is right; 1 when it is. */
static int take(struct tui *t, const struct row *row)
{
	const struct field *f = field_of(row);
	enum amount a;
	double v = 0;

	t->field_error[0] = '\0';
	if (!f)
		return 1;
	if (f->type == FIELD_TEXT || f->type == FIELD_WORD) {
		str_copy_clean(at(&t->build, f), f->size, t->edit.s);
		return 1;
	}
	a = amount_parse(t->edit.s, row->scale, &v);
	if (a == AMOUNT_EMPTY) {
		if (f->type == FIELD_INT)
			*(int64_t *)at(&t->build, f) = BUILD_UNSET;
		else
			*(double *)at(&t->build, f) = BUILD_UNSET_F;
		return 1;
	}
	if (a != AMOUNT_OK || v < f->min || v > f->max || (f->type == FIELD_INT && v != floor(v))) {
		wrong(t, row, f, a, v);
		return 0;
	}
	if (f->type == FIELD_INT)
		*(int64_t *)at(&t->build, f) = (int64_t)v;
	else
		*(double *)at(&t->build, f) = v;
	return 1;
}

static void start(struct tui *t, const struct row *row, int with_text)
{
	const struct field *f = field_of(row);
	char text[EDIT_MAX] = "";

	if (with_text)
		typed_value(&t->build, f, text, sizeof(text));
	edit_set(&t->edit, text, f->type == FIELD_TEXT || f->type == FIELD_WORD ? f->size : 40);
	build_copy(&t->edit_before, &t->build);
	t->editing = 1;
	t->field_error[0] = '\0';
}

int form_key(struct tui *t, const struct row *row, const struct event *ev)
{
	int text = form_is_text(row), opened = 0;

	if (!form_is_typed(row))
		return 0;
	if (!t->editing) {
		int digit = ev->text[0] && strchr("0123456789.,-", ev->text[0]) != NULL;
		int printable = ev->text[0] != '\0' && (unsigned char)ev->text[0] >= ' ';
		int edits = ev->key == K_BACKSPACE || ev->key == K_CTRL('u') || ev->key == K_CTRL('w') ||
		            ev->key == K_CTRL('k') || ev->key == K_CTRL('a') || ev->key == K_CTRL('e');

		if (text ? !printable && !edits : !digit && !edits)
			return 0;
		start(t, row, text || edits); /* a number is replaced, a text goes on */
		opened = 1;
	}
	if (!edit_key(&t->edit, ev)) {
		if (opened)
			form_cancel(t);
		return 0;
	}
	if (take(t, row))
		tui_changed(t);
	return 1;
}

void form_paste(struct tui *t, const struct row *row, const char *text)
{
	if (!t->editing)
		start(t, row, form_is_text(row));
	if (edit_paste(&t->edit, text))
		tui_notice(t, 1, _("The pasted text was longer than the field: its end is cut off. Ctrl-_ takes it "
		                   "back."));
	if (take(t, row))
		tui_changed(t);
}

int form_commit(struct tui *t)
{
	const struct row *row = tui_row(t);

	if (!t->editing)
		return 1;
	if (!take(t, row)) {
		tui_notice(t, 1, t->field_error);
		return 0;
	}
	t->editing = 0;
	if (row && memcmp(in(&t->edit_before, field_of(row)), in(&t->build, field_of(row)), field_of(row)->size) != 0) {
		struct build now;

		/* History wants the state before: lend it. */
		build_init(&now);
		build_copy(&now, &t->build);
		build_copy(&t->build, &t->edit_before);
		tui_change(t);
		build_copy(&t->build, &now);
		build_release(&now);
		tui_changed(t);
	}
	return 1;
}

void form_cancel(struct tui *t)
{
	if (!t->editing)
		return;
	t->editing = 0;
	t->field_error[0] = '\0';
	build_copy(&t->build, &t->edit_before);
	tui_changed(t);
}

/* --- lists --- */

/* The build to ask the engine about: what the list itself decides must not grey the list. */
static void probe(const struct tui *t, enum choice c, struct build *b)
{
	build_init(b);
	build_copy(b, &t->build);
	form_keep_user(b);
	if (c == CHOICE_GPU || c == CHOICE_GPUS) {
		b->need.gpus = BUILD_UNSET;
		if (c == CHOICE_GPU)
			memset(&b->need.gpu, 0, sizeof(b->need.gpu));
	}
	/* Supplies and modules belong to a machine: without the present one every list of them would be too long. */
	if (c == CHOICE_DPS || c == CHOICE_PSU || c == CHOICE_DIMM) {
		b->pick.platform = t->build.pick.platform;
		b->pick.cpu = t->build.pick.cpu;
		b->pick.sockets = t->build.pick.sockets;
	}
	if (c == CHOICE_DPS)
		b->pick.dimm = t->build.pick.dimm;
}

/* The id of the present pick, the solver's too (which the engine was not told of); 0 when only the engine knows. */
static int64_t present_id(struct build *b, enum choice c)
{
	const struct part_ref *part = part_of(b, c);
	const int64_t *count = count_of(b, c);
	const struct item_list *items = items_of(b, c);

	if (count)
		return *count == BUILD_UNSET ? 0 : *count;
	if (items)
		return items->n > 0 ? items->item[0].part.id : 0;
	return part && c != CHOICE_PSU ? part->id : 0;
}

static int fill_options(struct tui *t, enum choice c, struct list *l, struct err *err)
{
	struct build b;
	int64_t now = present_id(&t->build, c);
	int rc;

	probe(t, c, &b);
	rc = engine_options(t->engine, &b, c, &l->options, err);
	for (size_t i = 0; i < l->options.n && rc == ERR_OK; i++) {
		const struct option *o = &l->options.item[i];
		struct list_item *it = list_add(l);

		if (!it) {
			rc = err_nomem(err);
			break;
		}
		str_copy_clean(it->label, sizeof(it->label), o->label);
		str_copy_clean(it->detail, sizeof(it->detail), o->detail);
		it->id = o->id;
		it->cents = c == CHOICE_SOCKETS || c == CHOICE_DPS || c == CHOICE_GPUS ? BUILD_UNSET : o->cents;
		it->grey = o->broken != NULL;
		it->chosen = now != 0 ? o->id == now : o->chosen;
	}
	build_release(&b);
	return rc;
}

static int fill_words(struct tui *t, const struct field *f, struct list *l, struct err *err)
{
	const struct word_list *w = f->type == FIELD_WORDS ? in(&t->build, f) : NULL;

	for (const char *const *word = f->choices; word && *word; word++) {
		struct list_item *it = list_add(l);

		if (!it)
			return err_nomem(err);
		str_copy(it->key, sizeof(it->key), *word);
		str_copy(it->label, sizeof(it->label), word_label(*word));
		if (!w)
			it->chosen = strcmp(in(&t->build, f), *word) == 0;
		for (int i = 0; w && i < w->n; i++)
			it->chosen |= strcmp(w->word[i], *word) == 0;
	}
	return ERR_OK;
}

int form_fill(struct tui *t, const struct row *row, struct list *l)
{
	struct err err = { 0 };
	int rc;

	list_release(l);
	if (row->kind == ROW_CHOICE)
		rc = fill_options(t, row->choice, l, &err);
	else if (row->fill)
		rc = row->fill(t, l, &err);
	else
		rc = fill_words(t, build_field(row->key), l, &err);
	if (rc != ERR_OK)
		tui_notice(t, 1, err.msg);
	edit_set(&l->filter, "", 80);
	list_refilter(l);
	list_focus_chosen(l);
	return rc;
}

void form_why(struct tui *t, struct list *l, int page)
{
	const struct row *row = t->box.kind == BOX_LIST && l == &t->box.list ? t->box.row : tui_row(t);
	struct build b;
	int ready = 0;

	if (l->options.n == 0)
		return;
	if (l == &t->list)
		row = &tui_step(t)->rows[0];
	if (!row || row->kind != ROW_CHOICE)
		return;
	for (int i = l->top; i < l->n_shown && i < l->top + page; i++) {
		struct list_item *it = &l->item[l->shown[i]];
		struct err err = { 0 };

		if (!it->grey || it->reason[0])
			continue;
		if (!ready)
			probe(t, row->choice, &b);
		ready = 1;
		if (engine_option_reason(t->engine, &b, row->choice, &l->options.item[l->shown[i]], it->reason,
		                         sizeof(it->reason), &err) != ERR_OK)
			str_copy(it->reason, sizeof(it->reason), err.msg);
		if (!it->reason[0])
			str_copy(it->reason, sizeof(it->reason), l->options.item[l->shown[i]].broken->id);
	}
	if (ready)
		build_release(&b);
}

void form_open(struct tui *t, const struct row *row)
{
	const struct field *f = field_of(row);
	struct box *box;

	if (form_is_typed(row)) {
		start(t, row, 1);
		return;
	}
	if (f && f->type == FIELD_BOOL) {
		int64_t *v;

		tui_change(t);
		v = at(&t->build, f);
		*v = *v == 1 ? 0 : 1;
		tui_changed(t);
		return;
	}
	box = box_list(t, f && f->type == FIELD_WORDS ? FOR_WORDS : FOR_ROW, _(row->label), "");
	box->row = row;
	if (form_fill(t, row, &box->list) != ERR_OK)
		box_close(t);
}

static void toggle_word(struct word_list *w, const char *word)
{
	for (int i = 0; i < w->n; i++)
		if (strcmp(w->word[i], word) == 0) {
			memmove(&w->word[i], &w->word[i + 1], (size_t)(w->n - 1 - i) * sizeof(w->word[0]));
			w->n--;
			return;
		}
	if (w->n < BUILD_WORDS)
		str_copy(w->word[w->n++], sizeof(w->word[0]), word);
}

/* A GPU chosen here is what the customer asks for, so it is written as need too. */
static void mirror_need(struct build *b, enum choice c)
{
	if (c == CHOICE_GPU)
		b->need.gpu = b->pick.gpu;
	if (c == CHOICE_GPU || c == CHOICE_GPUS)
		b->need.gpus = b->pick.gpus;
}

void form_accept(struct tui *t, struct list *l, const struct row *row)
{
	const struct list_item *it = list_at(l);
	const struct field *f = field_of(row);
	struct err err = { 0 };

	if (!it)
		return;
	if (it->grey) {
		tui_notice(t, 1, it->reason);
		return;
	}
	tui_change(t);
	if (row->kind == ROW_CHOICE) {
		/* o is copied: tui_changed fills the list anew */
		struct option o = l->options.item[l->shown[l->at]];

		if (engine_apply(t->engine, &t->build, row->choice, &o, PICK_USER, &err) != ERR_OK)
			tui_notice(t, 1, err.msg);
		mirror_need(&t->build, row->choice);
		t->want_solve = 1; /* tui_changed drops it when the machine still holds together */
	} else if (f->type == FIELD_WORDS) {
		toggle_word(at(&t->build, f), it->key);
		l->item[l->shown[l->at]].chosen ^= 1;
	} else if (f->type == FIELD_TEXT || f->type == FIELD_WORD) {
		str_copy(at(&t->build, f), f->size, it->key);
	}
	tui_changed(t);
}

/* --- drawing --- */

static void value_draw(const struct tui *t, struct cells *c, int y, int x, int w, const struct row *row, int here)
{
	const struct field *f = field_of(row);
	char value[BUILD_TEXT * 2];
	enum style style = here ? ST_FOCUS : ST_VALUE;
	int used;

	if (here && t->editing) {
		int field_w = form_is_text(row) ? (w > 44 ? 44 : w) : 16;

		edit_draw(&t->edit, c, y, x, field_w);
		if (t->field_error[0]) {
			cells_text(c, y, x + field_w + 1, w - field_w - 1, ST_ERROR, "x");
			cells_text(c, y, x + field_w + 3, w - field_w - 3, ST_ERROR, t->field_error);
		} else if (f && f->unit && f->unit[0]) {
			cells_text(c, y, x + field_w + 1, w - field_w - 1, ST_LABEL, _(f->unit));
		}
		return;
	}
	form_value(t, row, value, sizeof(value));
	if (row->kind == ROW_CHOICE) {
		enum pick_origin origin = form_origin(&t->build, row->choice);
		const char *who = origin == PICK_USER ? _("you") : origin == PICK_SOLVER ? _("solver") : "";
		int who_w = cells_width(who);

		if (!value[0])
			str_copy(value, sizeof(value), _("(open)"));
		used = cells_text(c, y, x, w - who_w - 1, origin == PICK_NONE && !here ? ST_DIM : style, value);
		if (here && used < 1)
			cells_style(c, y, x, 1, ST_FOCUS);
		cells_text(c, y, x + w - who_w, who_w, ST_LABEL, who);
		return;
	}
	if (form_is_typed(row)) {
		int field_w = form_is_text(row) ? (w > 44 ? 44 : w) : 16;

		cells_fill(c, (struct rect){ y, x, 1, field_w }, here ? ST_FOCUS : ST_FIELD);
		cells_text(c, y, x, field_w, here ? ST_FOCUS : ST_FIELD, value);
		if (f && f->unit && f->unit[0])
			cells_text(c, y, x + field_w + 1, w - field_w - 1, ST_LABEL, _(f->unit));
		return;
	}
	if (!value[0])
		str_copy(value, sizeof(value), _("(choose)"));
	cells_text(c, y, x, w, style, value);
}

static int label_width(const struct step *s)
{
	int w = 8;

	for (int i = 0; i < s->n_rows; i++)
		if (s->rows[i].kind != ROW_NEXT) {
			int lw = cells_width(_(s->rows[i].label));

			w = lw > w ? lw : w;
		}
	return w > 28 ? 28 : w;
}

static void next_draw(const struct tui *t, struct cells *c, int y, int x, int w, int here)
{
	char text[128];
	int to = t->step + 1;

	snprintf(text, sizeof(text), "[ %s: %s ]", _("Next"), to < STEP_COUNT ? _(tui_step_at(to)->title) : "");
	cells_text(c, y, x, w, here ? ST_FOCUS : ST_PLAIN, text);
	if (here) {
		c->cursor_y = y;
		c->cursor_x = x;
	}
}

int form_list_height(const struct tui *t, int h)
{
	int left = h - (tui_step(t)->n_rows - 1) - 1;

	return left < 3 ? 3 : left;
}

void form_draw(const struct tui *t, struct cells *c, struct rect r)
{
	const struct step *s = tui_step(t);
	int label_w = label_width(s), focus = t->focus[t->step], y = r.y, first = 0;

	if (s->rows[0].kind == ROW_CHOICE && s->rows[0].in_place) {
		int h = form_list_height(t, r.h);

		list_draw(&t->list, c, (struct rect){ y, r.x, h, r.w }, focus == 0 && t->box.kind == BOX_NONE, "EUR");
		y += h + 1;
		first = 1;
	}
	/* Rows that do not fit scroll with the focus. */
	if (!first && s->n_rows > r.h && focus >= r.h)
		first = focus - r.h + 1;
	for (int i = first; i < s->n_rows && y < r.y + r.h; i++, y++) {
		const struct row *row = &s->rows[i];
		int here = i == focus;

		if (row->kind == ROW_NEXT) {
			next_draw(t, c, y, r.x + 2, r.w - 2, here);
			continue;
		}
		cells_text(c, y, r.x, 1, ST_PLAIN, here ? ">" : " ");
		cells_text(c, y, r.x + 2, label_w, ST_LABEL, _(row->label));
		if (here) {
			c->cursor_y = y;
			c->cursor_x = r.x + 3 + label_w;
		}
		value_draw(t, c, y, r.x + 3 + label_w, r.w - 3 - label_w, row, here);
	}
}
