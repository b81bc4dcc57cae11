/* SPDX-License-Identifier: MIT */
/* From a build to the text of a file. libconfig's own writer is not used: it loses digits of reals. */
#include "build_priv.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/file.h"
#include "../base/i18n.h"
#include "../base/mem.h"

/* The shortest of 15 to 17 digits that reads back as the same number: base's writer keeps six. */
void save_real(struct str *out, double v, int keep_real)
{
	char text[40];
	struct plain_numbers plain;

	plain_numbers_begin(&plain);
	for (int digits = 15; digits <= 17; digits++) {
		snprintf(text, sizeof(text), "%.*g", digits, v);
		if (strtod(text, NULL) == v)
			break;
	}
	plain_numbers_end(&plain);
	str_add(out, text);
	if (!strpbrk(text, ".e") && (keep_real || fabs(v) > INT_MAX))
		str_add(out, ".0");
}

void save_int(struct str *out, int64_t v)
{
	str_addf(out, "%lld%s", (long long)v, v > INT_MAX || v < INT_MIN ? "L" : "");
}

static void save_text(struct str *out, const char *s)
{
	int utf8 = str_utf8_valid(s, strlen(s));

	str_add_c(out, '"');
	for (; *s; s++) {
		unsigned char c = (unsigned char)*s;

		if (c == '"' || c == '\\')
			str_addf(out, "\\%c", c);
		else if (c == '\n')
			str_add(out, "\\n");
		else if (c < 0x20 || c == 0x7f || (c >= 0x80 && !utf8))
			str_addf(out, "\\x%02X", c);
		else
			str_add_c(out, (char)c);
	}
	str_add_c(out, '"');
}

static void save_elements(struct str *out, const config_setting_t *s, char open, char close, const char *between)
{
	int n = config_setting_length(s);

	str_addf(out, "%c ", open);
	for (int i = 0; i < n; i++) {
		save_setting(out, config_setting_get_elem(s, (unsigned)i));
		str_add(out, i + 1 < n || *between == ';' ? between : " ");
	}
	str_add_c(out, close);
}

/* Recursion is as deep as the file's nesting, which scan_text bounds. */
void save_setting(struct str *out, const config_setting_t *s)
{
	if (config_setting_name(s))
		str_addf(out, "%s = ", config_setting_name(s));
	switch (config_setting_type(s)) {
	case CONFIG_TYPE_INT:
		if (config_setting_get_format(s) == CONFIG_FORMAT_HEX)
			str_addf(out, "0x%X", (unsigned)config_setting_get_int(s));
		else
			save_int(out, config_setting_get_int(s));
		break;
	case CONFIG_TYPE_INT64:
		if (config_setting_get_format(s) == CONFIG_FORMAT_HEX)
			str_addf(out, "0x%llXL", (unsigned long long)config_setting_get_int64(s));
		else
			str_addf(out, "%lldL", config_setting_get_int64(s));
		break;
	case CONFIG_TYPE_FLOAT: save_real(out, config_setting_get_float(s), 1); break;
	case CONFIG_TYPE_BOOL: str_add(out, config_setting_get_bool(s) ? "true" : "false"); break;
	case CONFIG_TYPE_STRING: save_text(out, config_setting_get_string(s)); break;
	case CONFIG_TYPE_GROUP: save_elements(out, s, '{', '}', "; "); break;
	case CONFIG_TYPE_ARRAY: save_elements(out, s, '[', ']', ", "); break;
	default: save_elements(out, s, '(', ')', ", "); break;
	}
}

static void indent(struct str *out, int depth)
{
	for (int i = 0; i < depth; i++)
		str_add_c(out, '\t');
}

/* Text from the screen is cleaned, so that what is saved loads again. */
static void save_clean(struct str *out, const char *s)
{
	char clean[BUILD_TEXT];

	str_copy_clean(clean, sizeof(clean), s);
	save_text(out, clean);
}

static void save_items(struct str *out, const struct build *b, const struct field *f, int depth)
{
	const struct item_list *list = field_in(b, f);
	int written = 0;

	str_add(out, "(");
	for (int i = 0; i < list->n; i++) {
		const struct item *item = &list->item[i];
		int nth = 0;

		if (!item->part.text[0])
			continue;
		str_add(out, written++ ? ",\n" : "\n");
		indent(out, depth + 1);
		str_add(out, "{ part = ");
		save_clean(out, item->part.text);
		str_add(out, "; ");
		if (item->count != BUILD_UNSET) {
			str_add(out, "count = ");
			save_int(out, item->count);
			str_add(out, "; ");
		}
		for (int k = 0; k < i; k++)
			nth += strcmp(list->item[k].part.text, item->part.text) == 0;
		for (size_t k = 0; b->extra && k < b->extra->n; k++) {
			const struct extra *x = &b->extra->list[k];
			size_t len = strlen(f->key);

			if (x->item && x->nth == nth && strcmp(x->item, item->part.text) == 0 &&
			    strncmp(x->parent, f->key, len) == 0 && strcmp(x->parent + len, ".") == 0)
				str_addf(out, "%s; ", x->text);
		}
		str_add(out, "}");
	}
	if (written) {
		str_add_c(out, '\n');
		indent(out, depth);
	}
	str_add(out, ")");
}

static void save_words(struct str *out, const struct word_list *list)
{
	str_add(out, "[ ");
	for (int i = 0; i < list->n; i++) {
		if (i)
			str_add(out, ", ");
		save_clean(out, list->word[i]);
	}
	str_add(out, " ]");
}

static void save_field(struct str *out, const struct build *b, const struct field *f, int depth)
{
	const void *at = field_in(b, f);

	switch (f->type) {
	case FIELD_TEXT:
	case FIELD_WORD: save_clean(out, at); break;
	case FIELD_INT: save_int(out, *(const int64_t *)at); break;
	case FIELD_REAL: save_real(out, *(const double *)at, 0); break;
	case FIELD_BOOL: str_add(out, *(const int64_t *)at ? "true" : "false"); break;
	case FIELD_PART: save_clean(out, ((const struct part_ref *)at)->text); break;
	case FIELD_ITEMS: save_items(out, b, f, depth); break;
	case FIELD_WORDS: save_words(out, at); break;
	}
}

/* 1 when something of the group is to be written. */
static int group_is_set(const struct build *b, const char *group)
{
	size_t n, len = strlen(group);
	const struct field *f = build_fields(&n);

	if ((b->has_need && strcmp(group, "need.") == 0) || (b->has_build && strcmp(group, "build.") == 0))
		return 1;
	for (size_t i = 0; i < n; i++) {
		if (strncmp(f[i].key, group, len) == 0 && field_is_set(b, &f[i]))
			return 1;
	}
	for (size_t i = 0; b->extra && i < b->extra->n; i++) {
		if (!b->extra->list[i].item && strncmp(b->extra->list[i].parent, group, len) == 0)
			return 1;
	}
	return 0;
}

static void save_group(struct str *out, const struct build *b, const char *group, int depth)
{
	size_t n, len = strlen(group);
	const struct field *f = build_fields(&n);

	for (size_t i = 0; i < n; i++) {
		const char *rest = f[i].key + len, *dot;
		char sub[64];

		if (strncmp(f[i].key, group, len) != 0)
			continue;
		dot = strchr(rest, '.');
		if (!dot) {
			if (field_is_set(b, &f[i])) {
				indent(out, depth);
				str_addf(out, "%s = ", rest);
				save_field(out, b, &f[i], depth);
				str_add(out, ";\n");
			}
			continue;
		}
		/* A group stands where its first field does. */
		snprintf(sub, sizeof(sub), "%.*s", (int)(dot + 1 - f[i].key), f[i].key);
		if ((i > 0 && strncmp(f[i - 1].key, sub, strlen(sub)) == 0) || !group_is_set(b, sub))
			continue;
		indent(out, depth);
		str_addf(out, "%.*s = {\n", (int)(dot - rest), rest);
		save_group(out, b, sub, depth + 1);
		indent(out, depth);
		str_add(out, "};\n");
	}
	for (size_t i = 0; b->extra && i < b->extra->n; i++) {
		const struct extra *x = &b->extra->list[i];

		if (!x->item && strcmp(x->parent, group) == 0) {
			indent(out, depth);
			str_addf(out, "%s;\n", x->text);
		}
	}
}

int build_write(const struct build *b, char **out, size_t *len, struct err *err)
{
	struct str text = STR_INIT;
	size_t n;
	char *taken;

	str_add(&text, "# A configuration for bestek; bestek(5) explains each key.\n");
	save_group(&text, b, "", 0);
	n = text.len;
	if (!text.failed && n > BUILD_FILE_MAX) {
		str_release(&text);
		return err_set(err, ERR_RANGE,
		               _("the configuration is larger than 1 MiB with its unknown keys: remove some of them"));
	}
	taken = str_take(&text);
	if (!taken)
		return err_nomem(err);
	*out = taken;
	*len = n;
	return ERR_OK;
}

int build_save(const struct build *b, const char *path, struct err *err)
{
	char *text = NULL;
	size_t len = 0;
	int rc = build_write(b, &text, &len, err);

	if (rc == ERR_OK)
		rc = file_replace(path, text, len, err);
	mem_free(text);
	return rc;
}
