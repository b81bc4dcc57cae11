/* SPDX-License-Identifier: MIT */
/*
 * Undo as one row of states: those before pos lie in the past, those from pos on in the future. Going back or forth
 * swaps the caller's build with a state, so it needs no memory and cannot fail.
 */
#include "build_priv.h"

#include <string.h>

#include "../base/mem.h"

enum { HISTORY_MAX = 200 };

struct history {
	struct build *state[HISTORY_MAX];
	int n, pos;
};

struct history *history_new(void)
{
	return mem_zalloc(sizeof(struct history));
}

static void state_free(struct build *b)
{
	build_release(b);
	mem_free(b);
}

void history_free(struct history *h)
{
	if (!h)
		return;
	for (int i = 0; i < h->n; i++)
		state_free(h->state[i]);
	mem_free(h);
}

int history_push(struct history *h, const struct build *b, struct err *err)
{
	struct build *copy = mem_alloc(sizeof(*copy));

	if (!copy)
		return err_nomem(err);
	build_init(copy);
	build_copy(copy, b);
	while (h->n > h->pos)
		state_free(h->state[--h->n]);
	if (h->n == HISTORY_MAX) {
		state_free(h->state[0]);
		memmove(h->state, h->state + 1, (HISTORY_MAX - 1) * sizeof(h->state[0]));
		h->n--;
	}
	h->state[h->n++] = copy;
	h->pos = h->n;
	return ERR_OK;
}

/* Where a build was saved is no part of the change that is undone. */
static void swap(struct build *a, struct build *b)
{
	struct build t = *a;
	char path[sizeof(t.path)];

	memcpy(path, a->path, sizeof(path));
	*a = *b;
	*b = t;
	memcpy(b->path, a->path, sizeof(path));
	memcpy(a->path, path, sizeof(path));
}

int history_undo(struct history *h, struct build *b)
{
	if (h->pos == 0)
		return 0;
	swap(b, h->state[--h->pos]);
	return 1;
}

int history_redo(struct history *h, struct build *b)
{
	if (h->pos == h->n)
		return 0;
	swap(b, h->state[h->pos++]);
	return 1;
}
