/* SPDX-License-Identifier: MIT */
/* Type-ahead over the catalogue, and the parts whose names look most like a text. */
#include "resolve_priv.h"

#include <string.h>

#include "../base/str.h"
#include "catalog_priv.h"

enum {
	SEARCH_ROWS = 2000, /* of a search that are ranked: one letter may match every part */
	CLOSEST_ROWS = 600,
	CLOSEST_LEAST = 45, /* percent */
};

static const char brands[] = " amd intel nvidia epyc xeon gold platinum silver bronze supermicro cpu processor core"
	" cores ";

const char *kind_or_null(int kind)
{
	return kind >= 0 && kind < PART_KIND_COUNT ? part_kind_name((enum part_kind)kind) : NULL;
}

/* How alike two words are, in percent. */
static int word_alike(const char *a, const char *b)
{
	int na = (int)strlen(a), nb = (int)strlen(b);
	int most = na > nb ? na : nb, least = na < nb ? na : nb;
	int d, alike;

	if (least == 0 || most > 40)
		return 0;
	if (memcmp(a, b, (size_t)least) == 0) /* equal, or one begins with the other */
		return most == least ? 100 : 60 + 35 * least / most;
	/* no typing error changes all of these: spares most of the distances */
	if (2 * least < most || (a[0] != b[0] && a[1] != b[1] && a[0] != b[1] && a[1] != b[0]) ||
	    word_has_digit(a) != word_has_digit(b))
		return 0;
	d = word_distance(a, b);
	alike = 100 - 100 * d / most;
	return alike >= 50 ? alike : 0;
}

static int weight_of(const char *s)
{
	return word_has_digit(s) ? 4 : word_listed(brands, s) ? 1 : 2;
}

/* How much of a's words the names have, in percent; words with digits tell most. */
static int words_alike(const struct words *a, const struct words *const *names, size_t n)
{
	int sum = 0, weights = 0;

	for (int i = 0; i < a->n; i++) {
		const char *s = words_get(a, i);
		int best = 0;

		for (size_t k = 0; k < n; k++)
			for (int j = 0; j < names[k]->n && best < 100; j++) {
				int alike = word_alike(s, words_get(names[k], j));

				best = alike > best ? alike : best;
			}
		sum += weight_of(s) * best;
		weights += weight_of(s);
	}
	return weights ? sum / weights : 0;
}

/* How much the part's name and the text are alike, in percent. Of a text longer than the name, the name counts too. */
static int part_alike(const struct words *w, const struct part *p)
{
	struct words model, number, vendor;
	const struct words *const names[] = { &model, &number, &vendor };
	int alike, backward;

	words_split(&model, p->model);
	words_split(&number, p->part_number);
	words_split(&vendor, p->vendor);
	alike = words_alike(w, names, sizeof(names) / sizeof(names[0]));
	if (w->n <= model.n + 2)
		return alike;
	backward = (alike + words_alike(&model, &w, 1)) / 2;
	return backward > alike ? backward : alike;
}

/* The best max of those offered, best first; equal ones by status, then in the order of their labels. */
struct ranking {
	struct part *part;
	int *score;
	int n, max;
};

static int comes_before(const struct part *a, int score_a, const struct part *b, int score_b)
{
	int ended_a = strcmp(a->status, "ended") == 0, ended_b = strcmp(b->status, "ended") == 0;
	int order;

	if (score_a != score_b)
		return score_a > score_b;
	if (ended_a != ended_b)
		return ended_b;
	order = strcmp(a->label, b->label);
	return order != 0 ? order < 0 : a->id < b->id;
}

static void ranking_offer(struct ranking *r, const struct part *p, int score)
{
	int i;

	if (r->n == r->max && !comes_before(p, score, &r->part[r->n - 1], r->score[r->n - 1]))
		return;
	if (r->n < r->max)
		r->n++;
	for (i = r->n - 1; i > 0 && comes_before(p, score, &r->part[i - 1], r->score[i - 1]); i--) {
		r->part[i] = r->part[i - 1];
		r->score[i] = r->score[i - 1];
	}
	r->part[i] = *p;
	r->score[i] = score;
}

/* The words of a text that can tell a part; of figures with units, memory and capacity alone. */
static void telling_words(struct words *dst, const struct words *w)
{
	char text[WORDS_BYTES + 1];
	size_t used = 0;
	double v;

	for (int i = 0; i < w->n; i++) {
		const char *s = words_get(w, i);
		size_t n = strlen(s);

		if (!word_can_find(s) && !word_listed(brands, s) && !word_number(s, "gb", &v) &&
		    !word_number(s, "tb", &v))
			continue;
		if (used + n + 1 > WORDS_BYTES)
			break;
		memcpy(text + used, s, n);
		text[used + n] = ' ';
		used += n + 1;
	}
	text[used] = '\0';
	words_split(dst, text);
}

/* Words that begin as those of the text do. wide: brands too, and less of each word. */
static void closest_match(struct match *m, const struct words *w, int wide)
{
	enum { TELLING = 4 }; /* a word of a model's name rather than "12c" or "x16" */
	size_t longest = 0;

	for (int i = 0; i < w->n; i++) {
		const char *s = words_get(w, i);

		if (word_can_find(s) && word_has_digit(s) && strlen(s) > longest)
			longest = strlen(s);
	}
	if (wide && longest == 0)
		return;
	for (int i = 0; i < w->n; i++) {
		const char *s = words_get(w, i);
		size_t n = strlen(s);

		if (!wide && (!word_can_find(s) || (longest > 0 && !word_has_digit(s)) ||
		    (longest >= TELLING && n < TELLING)))
			continue;
		if (n >= (word_has_digit(s) ? 2 : 3))
			match_add(m, "OR", s, n < 3 || wide ? 2 : 3, 1);
	}
}

int catalog_closest(struct catalog *cat, int kind, const struct words *words, struct part *out, int max, int *n,
                    struct err *err)
{
	struct ranking r = { .part = out, .max = max };
	struct words w;
	struct stmt *st;
	int rc;

	*n = 0;
	telling_words(&w, words);
	if (max <= 0 || w.n == 0)
		return ERR_OK;
	r.score = mem_calloc((size_t)max, sizeof(*r.score));
	if (!r.score)
		return err_nomem(err);
	rc = catalog_stmt(cat, &st, "SELECT " PART_COLUMNS " FROM part_fts JOIN part p ON p.id = part_fts.rowid"
		" WHERE part_fts MATCH ?1 AND (?2 IS NULL OR p.kind = ?2) LIMIT ?3", err);
	for (int wide = 0; rc == ERR_OK && wide <= 1 && r.n == 0; wide++) {
		struct match m = { .len = 0 };
		struct part p;
		int more;

		closest_match(&m, &w, wide);
		if (m.len == 0)
			continue;
		stmt_reset(st);
		stmt_bind_text(st, 1, m.text);
		stmt_bind_text(st, 2, kind_or_null(kind));
		stmt_bind_i64(st, 3, CLOSEST_ROWS);
		while ((more = stmt_step(st, err)) == 1) {
			int score;

			catalog_part_read(st, 0, &p);
			score = part_alike(&w, &p);
			if (score >= CLOSEST_LEAST)
				ranking_offer(&r, &p, score);
		}
		stmt_reset(st);
		if (more < 0)
			rc = err && err->code != ERR_OK ? err->code : ERR_DATA;
	}
	mem_free(r.score);
	if (rc == ERR_OK)
		*n = r.n;
	return rc;
}

int catalog_search(struct catalog *cat, int kind, const char *text, struct part *out, int max, int *n, struct err *err)
{
	struct match m = { .len = 0 };
	struct words w;
	struct stmt *st;
	int rc, more = 0;

	*n = 0;
	words_split(&w, text ? text : "");
	if (w.n == 0 || max <= 0)
		return ERR_OK;
	for (int i = 0; i < w.n; i++)
		match_add(&m, "AND", words_get(&w, i), strlen(words_get(&w, i)), 1);
	rc = catalog_stmt(cat, &st, "SELECT " PART_COLUMNS " FROM (SELECT rowid AS id, bm25(part_fts) AS weight"
		" FROM part_fts WHERE part_fts MATCH ?1 AND (?2 IS NULL OR kind = ?2) LIMIT ?3) f"
		" JOIN part p ON p.id = f.id"
		" ORDER BY p.status = 'ended', f.weight, length(p.label), p.label, p.id LIMIT ?4", err);
	if (rc != ERR_OK)
		return rc;
	stmt_bind_text(st, 1, m.text);
	stmt_bind_text(st, 2, kind_or_null(kind));
	stmt_bind_i64(st, 3, SEARCH_ROWS);
	stmt_bind_i64(st, 4, max);
	while (*n < max && (more = stmt_step(st, err)) == 1)
		catalog_part_read(st, 0, &out[(*n)++]);
	stmt_reset(st);
	if (more < 0)
		return err && err->code != ERR_OK ? err->code : ERR_DATA;
	return *n == 0 ? catalog_closest(cat, kind, &w, out, max, n, err) : ERR_OK;
}
