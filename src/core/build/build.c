/* SPDX-License-Identifier: MIT */
#include "build_priv.h"

#include <string.h>

#include "../base/mem.h"

void build_init(struct build *b)
{
	size_t n;
	const struct field *f = build_fields(&n);

	memset(b, 0, sizeof(*b));
	for (size_t i = 0; i < n; i++)
		field_unset(b, &f[i]);
	str_copy(b->currency, sizeof(b->currency), "EUR");
}

static void extra_release(struct build_extra *x)
{
	if (!x || --x->refs > 0)
		return;
	for (size_t i = 0; i < x->n; i++) {
		mem_free(x->list[i].parent);
		mem_free(x->list[i].item);
		mem_free(x->list[i].text);
	}
	mem_free(x->list);
	mem_free(x);
}

int extra_add(struct build *b, const char *parent, const char *item, int nth, char *text, struct err *err)
{
	struct build_extra *x = b->extra;
	struct extra *list;

	if (!x) {
		x = mem_zalloc(sizeof(*x));
		if (!x) {
			mem_free(text);
			return err_nomem(err);
		}
		x->refs = 1;
		b->extra = x;
	}
	list = mem_realloc(x->list, x->n + 1, sizeof(*list));
	if (!list) {
		mem_free(text);
		return err_nomem(err);
	}
	x->list = list;
	list += x->n++;
	list->parent = mem_strdup(parent);
	list->item = item ? mem_strdup(item) : NULL;
	list->nth = nth;
	list->text = text;
	return list->parent && (!item || list->item) ? ERR_OK : err_nomem(err);
}

int *build_half(struct build *b, const char *group)
{
	if (strcmp(group, "need.") == 0)
		return &b->has_need;
	return strcmp(group, "build.") == 0 ? &b->has_build : NULL;
}

void build_release(struct build *b)
{
	extra_release(b->extra);
	b->extra = NULL;
}

void build_copy(struct build *dst, const struct build *src)
{
	struct build_extra *old = dst->extra;

	if (src->extra)
		src->extra->refs++;
	if (dst != src)
		*dst = *src;
	extra_release(old);
}

int build_equal(const struct build *a, const struct build *b)
{
	size_t n;
	const struct field *f = build_fields(&n);

	for (size_t i = 0; i < n; i++) {
		if (!field_equal(a, b, &f[i]))
			return 0;
	}
	return 1;
}
