/* SPDX-License-Identifier: MIT */
/* From what was written to parts of the catalogue. */
#include "build_priv.h"

static int resolve_ref(struct part_ref *ref, const struct field *f, struct catalog *cat, struct unresolved_list *out,
                       struct err *err)
{
	struct part part, near[5];
	struct err own = { 0 };
	struct unresolved *u;
	int rc, n_near = 0;

	ref->id = 0;
	if (!ref->text[0])
		return ERR_OK;
	rc = catalog_resolve(cat, f->part_kind, ref->text, &part, near, 5, &n_near, &own);
	if (rc == ERR_OK) {
		ref->id = part.id;
		return ERR_OK;
	}
	if (rc != ERR_UNKNOWN)
		return err_set(err, rc, "%s", own.msg);
	if (out->n == (int)(sizeof(out->item) / sizeof(out->item[0])))
		return ERR_OK;
	u = &out->item[out->n++];
	u->field = f->key;
	u->line = ref->line;
	str_copy(u->value, sizeof(u->value), ref->text);
	u->n_near = n_near < 5 ? n_near : 5;
	for (int i = 0; i < u->n_near; i++)
		u->near[i] = near[i];
	return ERR_OK;
}

int build_resolve(struct build *b, struct catalog *cat, struct unresolved_list *out, struct err *err)
{
	size_t n;
	const struct field *f = build_fields(&n);
	int rc = ERR_OK;

	out->n = 0;
	for (size_t i = 0; i < n && rc == ERR_OK; i++) {
		if (f[i].type == FIELD_PART) {
			rc = resolve_ref(field_at(b, &f[i]), &f[i], cat, out, err);
		} else if (f[i].type == FIELD_ITEMS) {
			struct item_list *list = field_at(b, &f[i]);

			for (int k = 0; k < list->n && rc == ERR_OK; k++)
				rc = resolve_ref(&list->item[k].part, &f[i], cat, out, err);
		}
	}
	return rc;
}
