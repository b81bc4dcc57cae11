/* SPDX-License-Identifier: MIT */
/* A value as SQLite gave it, and its look for a person. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "../base/num.h"
#include "engine_priv.h"

void value_read(struct stmt *st, int col, struct value *v)
{
	memset(v, 0, sizeof(*v));
	v->type = stmt_type(st, col);
	if (v->type == 'i') {
		v->i = stmt_i64(st, col);
	} else if (v->type == 'f') {
		v->f = stmt_double(st, col);
	} else if (v->type == 't') {
		str_copy_clean(v->t, sizeof(v->t), stmt_text(st, col));
	} else {
		v->type = 'n';
	}
}

void value_show(const struct value *v, const char *unit, char *dst, size_t size)
{
	char num[96];

	if (v->type == 'i')
		num_show_i64(num, sizeof(num), v->i);
	else if (v->type == 'f' && isfinite(v->f))
		num_show_double(num, sizeof(num), v->f, fabs(v->f) < 100 ? 2 : 0);
	else if (v->type == 't')
		str_copy(num, sizeof(num), v->t);
	else
		str_copy(num, sizeof(num), "?");
	if (unit && *unit)
		snprintf(dst, size, "%s %s", num, _(unit));
	else
		str_copy(dst, size, num);
}
