/* SPDX-License-Identifier: MIT */
/* From a file to a build. What a key may hold is said by the table of fields alone. */
#include "build_priv.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "../base/file.h"
#include "../base/i18n.h"
#include "../base/mem.h"

enum { PATH_MAX_KEY = 96, SHOWN = 60 };

struct loader {
	struct build *b;
	const char *name;
	build_note_fn note;
	void *data;
	struct err *err;
};

static int line_of(const config_setting_t *s)
{
	return (int)config_setting_source_line(s);
}

/* An error in the line of s. */
static int bad(const struct loader *l, int code, const config_setting_t *s, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));
static int bad(const struct loader *l, int code, const config_setting_t *s, const char *fmt, ...)
{
	char text[800];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	return bad_line(l->err, code, l->name, line_of(s), "%s", text);
}

/* The last word of a key, for the example in a message. */
static const char *leaf(const char *key)
{
	const char *dot = strrchr(key, '.');

	return dot ? dot + 1 : key;
}

static int load_text(struct loader *l, const char *key, const config_setting_t *s, char *dst, size_t size)
{
	const char *text;

	if (config_setting_type(s) != CONFIG_TYPE_STRING)
		return bad(l, ERR_SYNTAX, s, _("%s must be text in quotes: write %s = \"...\";"), key, leaf(key));
	text = config_setting_get_string(s);
	if (!str_utf8_valid(text, strlen(text)))
		return bad(l, ERR_SYNTAX, s, _("%s is not valid UTF-8: write its text in UTF-8"), key);
	if (strlen(text) >= size)
		return bad(l, ERR_RANGE, s, _("%s is too long: shorten it (limit in bytes: %d)"), key, (int)size - 1);
	str_copy_clean(dst, size, text);
	if (strcmp(dst, text) != 0)
		return bad(l, ERR_SYNTAX, s, _("%s holds a control character (a tab or a line end?): remove it"), key);
	return ERR_OK;
}

static int has_form(const char *word, const char *form)
{
	for (; *word && *form; word++, form++) {
		int capital = *form >= 'A' && *form <= 'Z';

		if (capital ? *word < 'A' || *word > 'Z' : *word < 'a' || *word > 'z')
			return 0;
	}
	return !*word && !*form;
}

static int check_word(struct loader *l, const struct field *f, const config_setting_t *s, const char *word)
{
	struct str all = STR_INIT;
	int rc;

	if (f->form && !has_form(word, f->form))
		return bad(l, ERR_SYNTAX, s, _("%s cannot be \"%s\": write it like \"%s\""), f->key, word, f->form);
	if (!f->choices)
		return ERR_OK;
	for (const char *const *c = f->choices; *c; c++) {
		if (strcmp(*c, word) == 0)
			return ERR_OK;
	}
	for (const char *const *c = f->choices; *c; c++)
		str_addf(&all, "%s%s", all.len ? ", " : "", *c);
	rc = bad(l, ERR_SYNTAX, s, _("%s cannot be \"%s\": choose from %s"), f->key, word, str_c(&all));
	str_release(&all);
	return rc;
}

/* "" means not given, as if the line were not there. */
static int load_word(struct loader *l, const struct field *f, const config_setting_t *s, char *dst, size_t size)
{
	char word[BUILD_TEXT];
	int rc = load_text(l, f->key, s, word, size);

	if (rc != ERR_OK || !word[0])
		return rc;
	rc = check_word(l, f, s, word);
	if (rc == ERR_OK)
		str_copy(dst, size, word);
	return rc;
}

/* 1 when s is a number; whole numbers are exact up to 2^53, far beyond every range. */
static int get_real(const config_setting_t *s, double *out)
{
	switch (config_setting_type(s)) {
	case CONFIG_TYPE_INT: *out = config_setting_get_int(s); return 1;
	case CONFIG_TYPE_INT64: *out = (double)config_setting_get_int64(s); return 1;
	case CONFIG_TYPE_FLOAT: *out = config_setting_get_float(s); return 1;
	default: return 0;
	}
}

static int check_range(struct loader *l, const struct field *f, const char *key, const config_setting_t *s, double v)
{
	struct str have = STR_INIT, min = STR_INIT, max = STR_INIT;
	int rc;

	if (v >= f->min && v <= f->max)
		return ERR_OK;
	save_real(&have, v, 0);
	save_real(&min, f->min, 0);
	save_real(&max, f->max, 0);
	if (f->unit[0])
		rc = bad(l, ERR_RANGE, s, _("%s is %s: write a number from %s to %s (%s)"), key, str_c(&have),
		         str_c(&min), str_c(&max), _(f->unit));
	else
		rc = bad(l, ERR_RANGE, s, _("%s is %s: write a number from %s to %s"), key, str_c(&have), str_c(&min),
		         str_c(&max));
	str_release(&have);
	str_release(&min);
	str_release(&max);
	return rc;
}

static int load_int(struct loader *l, const struct field *f, const char *key, const config_setting_t *s, int64_t *out)
{
	double v;
	int rc;

	if (!get_real(s, &v))
		return bad(l, ERR_SYNTAX, s, _("%s must be a whole number without quotes: write %s = 8;"), key,
		           leaf(key));
	rc = check_range(l, f, key, s, v);
	if (rc != ERR_OK)
		return rc;
	if (v != floor(v))
		return bad(l, ERR_SYNTAX, s, _("%s must be a whole number: leave the fraction out"), key);
	*out = (int64_t)v;
	return ERR_OK;
}

static int load_real(struct loader *l, const struct field *f, const config_setting_t *s, double *out)
{
	double v;
	int rc;

	if (!get_real(s, &v))
		return bad(l, ERR_SYNTAX, s, _("%s must be a number without quotes: write %s = 7.5;"), f->key,
		           leaf(f->key));
	rc = check_range(l, f, f->key, s, v);
	if (rc == ERR_OK)
		*out = v;
	return rc;
}

static int load_bool(struct loader *l, const struct field *f, const config_setting_t *s, int64_t *out)
{
	if (config_setting_type(s) == CONFIG_TYPE_BOOL)
		*out = config_setting_get_bool(s) != 0;
	else if (config_setting_type(s) == CONFIG_TYPE_INT && (config_setting_get_int(s) | 1) == 1)
		*out = config_setting_get_int(s);
	else
		return bad(l, ERR_SYNTAX, s, _("%s must be true or false: write %s = true;"), f->key, leaf(f->key));
	return ERR_OK;
}

static int load_part(struct loader *l, const char *key, const config_setting_t *s, struct part_ref *ref)
{
	int rc = load_text(l, key, s, ref->text, sizeof(ref->text));

	ref->line = line_of(s);
	ref->origin = ref->text[0] ? PICK_USER : PICK_NONE;
	return rc;
}

static int load_words(struct loader *l, const struct field *f, const config_setting_t *s, struct word_list *list)
{
	int n = config_setting_is_array(s) || config_setting_is_list(s) ? config_setting_length(s) : -1;
	int rc = ERR_OK;

	if (n < 0)
		return bad(l, ERR_SYNTAX, s, _("%s must be a list of words: write %s = [ \"...\" ];"), f->key,
		           leaf(f->key));
	if (n > BUILD_WORDS)
		return bad(l, ERR_RANGE, s, _("%s has too many words (%d, limit %d): leave some out"), f->key, n,
		           BUILD_WORDS);
	for (int i = 0; i < n && rc == ERR_OK; i++) {
		rc = load_word(l, f, config_setting_get_elem(s, (unsigned)i), list->word[list->n], BUILD_WORD);
		list->n += list->word[list->n][0] != '\0';
	}
	return rc;
}

/* Keeps an unknown key for saving, and tells of it with the key that was perhaps meant. */
static int keep(struct loader *l, const char *parent, const char *item, int nth, const config_setting_t *s)
{
	const char *name = config_setting_name(s);
	char path[PATH_MAX_KEY], near[PATH_MAX_KEY], say[1024];
	struct str text = STR_INIT;
	char *taken;

	snprintf(path, sizeof(path), "%s%.*s", parent, SHOWN, name);
	if (l->note && !field_is_kept(path)) {
		field_nearest(near, sizeof(near), parent, name);
		if (near[0])
			snprintf(say, sizeof(say), _("%s:%d: the key %s is unknown, it has no effect; is %s meant?"),
			         l->name, line_of(s), path, near);
		else
			snprintf(say, sizeof(say), _("%s:%d: the key %s is unknown, it has no effect but is kept"),
			         l->name, line_of(s), path);
		l->note(l->data, line_of(s), say);
	}
	save_setting(&text, s);
	taken = str_take(&text);
	return taken ? extra_add(l->b, parent, item, nth, taken, l->err) : err_nomem(l->err);
}

static int load_item(struct loader *l, const struct field *f, const config_setting_t *s, struct item_list *list)
{
	struct item *item = &list->item[list->n];
	const config_setting_t *part = NULL;
	char parent[PATH_MAX_KEY];
	int rc, n, nth = 0;

	if (config_setting_is_group(s))
		part = config_setting_get_member(s, "part");
	if (!part)
		return bad(l, ERR_SYNTAX, s, _("each entry of %s names its part: write { part = \"...\"; count = 1; }"),
		           f->key);
	snprintf(parent, sizeof(parent), "%s.", f->key);
	rc = load_part(l, f->key, part, &item->part);
	if (rc != ERR_OK)
		return rc;
	if (!item->part.text[0])
		return bad(l, ERR_SYNTAX, part, _("an entry of %s has an empty part: name it or remove the entry"),
		           f->key);
	for (int i = 0; i < list->n; i++)
		nth += strcmp(list->item[i].part.text, item->part.text) == 0;
	item->count = 1;
	list->n++;
	n = config_setting_length(s);
	for (int i = 0; i < n && rc == ERR_OK; i++) {
		const config_setting_t *m = config_setting_get_elem(s, (unsigned)i);

		if (strcmp(config_setting_name(m), "count") == 0) {
			char key[PATH_MAX_KEY];

			snprintf(key, sizeof(key), "%s.count", f->key);
			rc = load_int(l, f, key, m, &item->count);
		} else if (m != part) {
			rc = keep(l, parent, item->part.text, nth, m);
		}
	}
	return rc;
}

static int load_items(struct loader *l, const struct field *f, const config_setting_t *s, struct item_list *list)
{
	int n = config_setting_is_list(s) || config_setting_is_array(s) ? config_setting_length(s) : -1;
	int rc = ERR_OK;

	if (n < 0)
		return bad(l, ERR_SYNTAX, s,
		           _("%s must be a list of parts: write %s = ( { part = \"...\"; count = 1; } );"), f->key,
		           leaf(f->key));
	if (n > BUILD_ITEMS)
		return bad(l, ERR_RANGE, s, _("%s has too many entries (%d, limit %d): put equal parts together"),
		           f->key, n, BUILD_ITEMS);
	for (int i = 0; i < n && rc == ERR_OK; i++)
		rc = load_item(l, f, config_setting_get_elem(s, (unsigned)i), list);
	return rc;
}

static int load_field(struct loader *l, const struct field *f, const config_setting_t *s)
{
	void *at = field_at(l->b, f);

	switch (f->type) {
	case FIELD_TEXT: return load_text(l, f->key, s, at, f->size);
	case FIELD_WORD: return load_word(l, f, s, at, f->size);
	case FIELD_INT: return load_int(l, f, f->key, s, at);
	case FIELD_REAL: return load_real(l, f, s, at);
	case FIELD_BOOL: return load_bool(l, f, s, at);
	case FIELD_PART: return load_part(l, f->key, s, at);
	case FIELD_ITEMS: return load_items(l, f, s, at);
	case FIELD_WORDS: return load_words(l, f, s, at);
	}
	return ERR_OK;
}

/* parent is the group's path with its dot. Depth is that of the table: at most three. */
static int load_group(struct loader *l, const char *parent, const config_setting_t *group)
{
	int n = config_setting_length(group), rc = ERR_OK;
	int *half = build_half(l->b, parent);

	if (half)
		*half = 1;
	for (int i = 0; i < n && rc == ERR_OK; i++) {
		const config_setting_t *s = config_setting_get_elem(group, (unsigned)i);
		char path[PATH_MAX_KEY];
		const struct field *f = NULL;
		int written = snprintf(path, sizeof(path), "%s%s", parent, config_setting_name(s));
		int whole = written < (int)sizeof(path) - 1;

		if (whole)
			f = build_field(path);
		if (f) {
			rc = load_field(l, f, s);
		} else if (!whole || !field_is_group(path)) {
			rc = keep(l, parent, NULL, 0, s);
		} else if (!config_setting_is_group(s)) {
			rc = bad(l, ERR_SYNTAX, s, _("%s must be a group: write %s = { ... };"), path, leaf(path));
		} else {
			str_copy(path + strlen(path), 2, ".");
			rc = load_group(l, path, s);
		}
	}
	return rc;
}

static int parse_error(const config_t *config, const char *name, struct err *err)
{
	const char *text = config_error_text(config);
	int line = config_error_line(config);

	if (text && strcmp(text, "duplicate setting name") == 0)
		return bad_line(err, ERR_SYNTAX, name, line, _("a key stands twice in one group: keep one of the two"));
	if (text && strcmp(text, "mismatched element type in array") == 0)
		return bad_line(err, ERR_SYNTAX, name, line,
		                _("what stands between [ and ] must be all text or all numbers: make it so"));
	return bad_line(err, ERR_SYNTAX, name, line,
	                _("this line or the one before is not understood: write key = value; with text in quotes"));
}

int build_parse(struct build *b, const char *name, const char *text, size_t len, build_note_fn note, void *data,
                struct err *err)
{
	struct build fresh;
	struct loader l = { .b = &fresh, .name = name, .note = note, .data = data, .err = err };
	struct str clean = STR_INIT;
	struct plain_numbers plain;
	config_t config;
	int rc, ok;

	if (len > BUILD_FILE_MAX)
		return err_set(err, ERR_RANGE, _("'%s' is larger than 1 MiB: this is no configuration"), name);
	if (len >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) {
		text += 3;
		len -= 3;
	}
	build_init(&fresh);
	config_init(&config);
	rc = scan_text(&clean, name, text, len, err);
	if (rc == ERR_OK) {
		plain_numbers_begin(&plain);
		ok = config_read_string(&config, str_c(&clean));
		plain_numbers_end(&plain);
		if (!ok)
			rc = parse_error(&config, name, err);
		else if (config_setting_length(config_root_setting(&config)) == 0)
			rc = err_set(err, ERR_SYNTAX,
			             _("'%s' is empty: write at least one of need = { ... }; and build = { ... };"),
			             name);
		else
			rc = load_group(&l, "", config_root_setting(&config));
	}
	config_destroy(&config);
	str_release(&clean);
	if (rc == ERR_OK) {
		build_release(b);
		*b = fresh;
	} else {
		build_release(&fresh);
	}
	return rc;
}

int build_load(struct build *b, const char *path, build_note_fn note, void *data, struct err *err)
{
	char own[sizeof(b->path)]; /* path may be b->path, which loading empties */
	char *text = NULL;
	size_t len = 0;
	int rc;

	if (strlen(path) >= sizeof(own))
		return err_set(err, ERR_IO,
		               _("the path of the configuration is too long: use a shorter one (limit in bytes: %d)"),
		               (int)sizeof(own) - 1);
	str_copy(own, sizeof(own), path);
	rc = file_read(own, BUILD_FILE_MAX, &text, &len, err);
	if (rc == ERR_OK)
		rc = build_parse(b, own, text, len, note, data, err);
	if (rc == ERR_OK)
		memcpy(b->path, own, sizeof(own));
	mem_free(text);
	return rc;
}
