/* SPDX-License-Identifier: MIT */
/* From a name as people write it to one part: FTS5 finds the candidates, fit.c judges them. */
#include "fit_priv.h"

#include <string.h>

#include "../base/i18n.h"
#include "../base/str.h"
#include "catalog_priv.h"

enum { HITS = 8, CANDIDATES = 400 };

/* What fits so far: of the best rank only. */
struct hits {
	enum rank rank;
	int n;    /* may exceed HITS */
	int asks; /* one of them is only a maybe: "PM9A3" can be the M.2 of that name */
	struct candidate one[HITS];
};

#define CANDIDATE_COLUMNS PART_COLUMNS ", g.form, g.memory_gb, g.memory_type, g.tdp_w, g.architecture," \
	" d.capacity_tb, d.form, m.capacity_gb, m.die_gbit, m.generation, m.mts, m.ranks, m.type, m.width"
#define CANDIDATE_JOINS " LEFT JOIN gpu g ON g.id = p.id LEFT JOIN drive d ON d.id = p.id"
#define BY_WORDS "SELECT " CANDIDATE_COLUMNS " FROM part_fts JOIN part p ON p.id = part_fts.rowid" CANDIDATE_JOINS \
	" LEFT JOIN dimm m ON m.id = p.id WHERE part_fts MATCH ?1 AND (?2 IS NULL OR p.kind = ?2) LIMIT ?3"
#define BY_CAPACITY "SELECT " CANDIDATE_COLUMNS " FROM dimm m JOIN part p ON p.id = m.id" CANDIDATE_JOINS \
	" WHERE m.capacity_gb = ?1"

static void copy_lower(char *dst, size_t size, const char *src)
{
	str_copy(dst, size, src ? src : "");
	for (; *dst; dst++)
		if (*dst >= 'A' && *dst <= 'Z')
			*dst = (char)(*dst - 'A' + 'a');
}

static int has_figures(enum part_kind kind)
{
	return kind == PART_CPU || kind == PART_GPU || kind == PART_DIMM || kind == PART_DRIVE;
}

static void candidate_read(struct stmt *st, struct candidate *c)
{
	int col = PART_COLUMN_COUNT;
	const char *s;

	catalog_part_read(st, 0, &c->part);
	copy_lower(c->form, sizeof(c->form), stmt_text(st, col++));
	c->memory_gb = stmt_double(st, col++);
	copy_lower(c->memory_type, sizeof(c->memory_type), stmt_text(st, col++));
	c->tdp_w = stmt_double(st, col++);
	copy_lower(c->architecture, sizeof(c->architecture), stmt_text(st, col++));
	c->capacity_tb = stmt_double(st, col++);
	copy_lower(c->drive_form, sizeof(c->drive_form), stmt_text(st, col++));
	c->dimm.capacity_gb = stmt_double(st, col++);
	c->dimm.die_gbit = stmt_double(st, col++);
	s = stmt_text(st, col++);
	c->dimm.generation = s && strncmp(s, "DDR", 3) == 0 ? s[3] - '0' : 0;
	c->dimm.mts = (int)stmt_i64(st, col++);
	c->dimm.ranks = (int)stmt_i64(st, col++);
	copy_lower(c->dimm.type, sizeof(c->dimm.type), stmt_text(st, col++));
	copy_lower(c->dimm.width, sizeof(c->dimm.width), stmt_text(st, col++));
	words_split(&c->model, c->part.model);
	words_split(&c->number, c->part.part_number);
	words_split(&c->label, has_figures(c->part.kind) ? "" : c->part.label);
	/* a platform's name is its number */
	if (c->number.n == 0 && c->part.kind == PART_PLATFORM)
		c->number = c->model;
}

static void hits_clear(struct hits *h)
{
	h->n = h->asks = 0;
	h->rank = RANK_NONE;
}

static void hits_add(struct hits *h, enum rank rank, const struct candidate *c)
{
	if (rank == RANK_NONE || rank < h->rank)
		return;
	if (rank > h->rank)
		h->n = h->asks = 0;
	h->rank = rank;
	for (int i = 0; i < h->n && i < HITS; i++)
		if (h->one[i].part.id == c->part.id)
			return;
	if (h->n < HITS)
		h->one[h->n] = *c;
	h->n++;
}

/* --- asking the database --- */

static int words_query(struct catalog *cat, struct stmt **st, int kind, const struct match *m, struct err *err)
{
	int rc = catalog_stmt(cat, st, BY_WORDS, err);

	if (rc != ERR_OK)
		return rc;
	stmt_bind_text(*st, 1, m->text);
	stmt_bind_text(*st, 2, kind_or_null(kind));
	stmt_bind_i64(*st, 3, CANDIDATES);
	return ERR_OK;
}

static int err_code(const struct err *err)
{
	return err && err->code != ERR_OK ? err->code : ERR_DATA;
}

/* Parts whose number, label or model is the whole text, blanks, hyphens and case aside. */
static int find_exact(struct catalog *cat, int kind, const struct words *w, struct hits *h, struct err *err)
{
	struct match m = { .len = 0 };
	struct candidate c;
	struct stmt *st;
	char key[KEY_BYTES], other[3 * KEY_BYTES], name[KEY_BYTES];
	struct words vendor, label;
	int rc, more;

	words_key(w, 0, w->n, key);
	for (int i = 0; i < w->n; i++)
		match_add(&m, "AND", words_get(w, i), strlen(words_get(w, i)), 0);
	rc = words_query(cat, &st, kind, &m, err);
	if (rc != ERR_OK)
		return rc;
	while ((more = stmt_step(st, err)) == 1) {
		const struct words *names[] = { &c.number, &label, &c.model };
		enum rank ranks[] = { RANK_NUMBER, RANK_NUMBER, RANK_NAME };

		candidate_read(st, &c);
		words_split(&label, c.part.label);
		words_split(&vendor, c.part.vendor);
		words_key(&vendor, 0, vendor.n, other);
		for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
			size_t len = strlen(other);

			words_key(names[i], 0, names[i]->n, name);
			if (name[0] == '\0')
				continue;
			if (strcmp(key, name) == 0 || (strncmp(key, other, len) == 0 && strcmp(key + len, name) == 0))
				hits_add(h, ranks[i], &c);
		}
	}
	stmt_reset(st);
	return more < 0 ? err_code(err) : ERR_OK;
}

/* An order number that the catalogue knows without carrying the part. */
struct described {
	int kind;
	char text[WORDS_BYTES + 1]; /* empty: none */
};

/*
 * The part behind an order number. One without a part gives its kind and what it describes: of memory that is enough,
 * of other things it finds what is alike.
 */
static int find_order_number(struct catalog *cat, int kind, const struct words *w, struct hits *h,
                             struct described *described, struct err *err)
{
	struct candidate c = { .part.id = 0 };
	struct stmt *st;
	struct words number;
	char key[KEY_BYTES], other[KEY_BYTES], like[8];
	int rc, more;

	words_key(w, 0, w->n, key);
	if (strlen(key) < NUMBER_MIN)
		return ERR_OK;
	rc = catalog_stmt(cat, &st, "SELECT " PART_COLUMNS ", o.order_number, o.kind, o.description FROM order_number o"
		" LEFT JOIN part p ON p.id = o.part_id WHERE o.order_number LIKE ?1", err);
	if (rc != ERR_OK)
		return rc;
	like[0] = key[0];
	memcpy(like + 1, "%", 2);
	stmt_bind_text(st, 1, like);
	while ((more = stmt_step(st, err)) == 1) {
		words_split(&number, stmt_text(st, PART_COLUMN_COUNT));
		words_key(&number, 0, number.n, other);
		if (strcmp(key, other) != 0)
			continue;
		if (!stmt_is_null(st, 0)) {
			catalog_part_read(st, 0, &c.part);
			if (kind < 0 || c.part.kind == (enum part_kind)kind)
				hits_add(h, RANK_NUMBER, &c);
		} else if (kind < 0 || part_kind_of(stmt_text(st, PART_COLUMN_COUNT + 1)) == kind) {
			described->kind = part_kind_of(stmt_text(st, PART_COLUMN_COUNT + 1));
			copy_lower(described->text, sizeof(described->text), stmt_text(st, PART_COLUMN_COUNT + 2));
		}
	}
	stmt_reset(st);
	return more < 0 ? err_code(err) : ERR_OK;
}

/* Parts that the words name, or whose number is among them. */
static int find_named(struct catalog *cat, const struct query *q, struct hits *h, struct err *err)
{
	struct match m = { .len = 0 };
	struct candidate c;
	struct stmt *st;
	enum rank rank;
	int rc, more;

	for (int digits = 1; digits >= 0 && m.len == 0; digits--)
		for (int i = q->first; i < q->last; i++) {
			const char *s = words_get(&q->w, i);
			size_t n = strlen(s);

			if (!word_can_find(s) || (digits && !word_has_digit(s)) || (!digits && n < 3))
				continue;
			match_add(&m, "OR", s, n, 0);
			if (n > NUMBER_WHOLE_MIN) /* a number with letters behind it, or with some missing */
				match_add(&m, "OR", s, NUMBER_WHOLE_MIN, 1);
			else if (digits && n >= NUMBER_MIN)
				match_add(&m, "OR", s, n, 1);
		}
	if (m.len == 0)
		return ERR_OK;
	rc = words_query(cat, &st, q->kind, &m, err);
	if (rc != ERR_OK)
		return rc;
	while ((more = stmt_step(st, err)) == 1) {
		candidate_read(st, &c);
		rank = fit(q, &c);
		hits_add(h, rank, &c);
		h->asks |= rank == h->rank && rank == RANK_NAME && fit_is_maybe(q, &c);
	}
	stmt_reset(st);
	return more < 0 ? err_code(err) : ERR_OK;
}

/* Modules of the figures in the text: capacity and speed, and type or ranks. Those that nearly fit go to near. */
static int find_memory(struct catalog *cat, const struct query *q, struct hits *h, struct hits *near, struct err *err)
{
	const struct memory *m = &q->memory;
	struct candidate c;
	struct stmt *st;
	int rc = catalog_stmt(cat, &st, BY_CAPACITY, err), more;

	if (rc != ERR_OK)
		return rc;
	stmt_bind_double(st, 1, m->capacity_gb);
	while ((more = stmt_step(st, err)) == 1) {
		int known = 0;

		candidate_read(st, &c);
		hits_add(h, fit_memory(q, &c), &c);
		for (int i = 0; i < near->n && i < HITS; i++)
			known |= memory_same(&near->one[i], &c);
		if (!known && (m->generation == 0 || m->generation == c.dimm.generation) &&
		    (m->mts == 0 || m->mts == c.dimm.mts || m->type[0] == '\0' || strcmp(m->type, c.dimm.type) == 0))
			hits_add(near, memory_agrees(m, &c) ? RANK_NUMBER
				: m->mts == c.dimm.mts ? RANK_NAME : RANK_PREFIX, &c);
	}
	stmt_reset(st);
	return more < 0 ? err_code(err) : ERR_OK;
}

/* Used price in millionths of a euro cent, -1 when there is none. To compare: a dollar without a rate is a euro. */
static int price_of(struct catalog *cat, int64_t id, int64_t *price, struct err *err)
{
	struct stmt *st;
	int rc = catalog_stmt(cat, &st, "SELECT min(x.cents * coalesce((SELECT f.micros FROM fx f"
		" WHERE f.currency = x.currency ORDER BY f.date DESC LIMIT 1),"
		" iif(x.currency IN ('EUR', 'USD'), 1000000, NULL))) FROM price x"
		" WHERE x.part_id = ?1 AND x.used = 1", err);
	int more;

	if (rc != ERR_OK)
		return rc;
	stmt_bind_i64(st, 1, id);
	more = stmt_step(st, err);
	*price = more == 1 && !stmt_is_null(st, 0) ? stmt_i64(st, 0) : -1;
	stmt_reset(st);
	return more < 0 ? err_code(err) : ERR_OK;
}

static int is_ended(const struct part *p)
{
	return strcmp(p->status, "ended") == 0;
}

/* Modules of the same figures: what can still be bought, then the cheapest priced, then the smallest part number. */
static int pick_memory(struct catalog *cat, const struct hits *h, int *best, struct err *err)
{
	int64_t best_price = -1, price;

	*best = -1;
	for (int i = 0; i < h->n && i < HITS; i++) {
		const struct part *p = &h->one[i].part;
		const struct part *b = *best < 0 ? NULL : &h->one[*best].part;
		int rc = price_of(cat, p->id, &price, err);
		int better;

		if (rc != ERR_OK)
			return rc;
		if (!b)
			better = 1;
		else if (is_ended(p) != is_ended(b))
			better = is_ended(b);
		else if (price != best_price)
			better = price >= 0 && (best_price < 0 || price < best_price);
		else if (!p->part_number[0] != !b->part_number[0])
			better = p->part_number[0] != '\0';
		else
			better = strcmp(p->part_number, b->part_number) < 0;
		if (better) {
			*best = i;
			best_price = price;
		}
	}
	return ERR_OK;
}

/* The one part of the hits, or -1 when there is none, or several that differ. */
static int choose(struct catalog *cat, const struct hits *h, int *one, struct err *err)
{
	*one = h->n == 1 && !h->asks ? 0 : -1;
	if (h->n <= 1)
		return ERR_OK;
	for (int i = 1; i < h->n && i < HITS; i++)
		if (!memory_same(&h->one[0], &h->one[i]))
			return ERR_OK;
	return pick_memory(cat, h, one, err);
}

/* --- the query --- */

static int is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Past "2x ", "2 x ", "2xAMD"; the text itself when it starts with no count. */
static const char *skip_count(const char *text)
{
	const char *s = text + strspn(text, " \t");
	size_t digits = strspn(s, "0123456789");

	if (digits == 0 || digits > 3)
		return text;
	s += digits + strspn(s + digits, " ");
	if (strncmp(s, "\xc3\x97", 2) == 0)
		return s + 2;
	if (*s != 'x' && *s != 'X')
		return text;
	s++;
	return *s == ' ' || (is_letter(s[0]) && is_letter(s[1])) ? s : text;
}

/* One reading of the text: *one is the part's place in h, or -1. */
static int read_text(struct catalog *cat, int kind, const char *text, struct hits *h, struct hits *near, int *one,
                     struct err *err)
{
	struct query q;
	int rc = ERR_OK;

	query_init(&q, kind, text);
	*one = -1;
	if (q.w.n == 0 || q.w.cut)
		return ERR_OK;
	hits_clear(h);
	if ((kind < 0 || kind == PART_DIMM) && memory_given(&q.memory))
		rc = find_memory(cat, &q, h, near, err);
	if (rc == ERR_OK && h->n == 0)
		rc = find_named(cat, &q, h, err);
	return rc == ERR_OK ? choose(cat, h, one, err) : rc;
}

static int read_exact(struct catalog *cat, int kind, const char *text, struct hits *h, struct described *described,
                      int *one, struct err *err)
{
	struct words w;
	int rc;

	words_split(&w, text);
	*one = -1;
	if (w.n == 0 || w.cut)
		return ERR_OK;
	hits_clear(h);
	rc = find_order_number(cat, kind, &w, h, described, err);
	if (rc == ERR_OK)
		rc = find_exact(cat, kind, &w, h, err);
	return rc == ERR_OK ? choose(cat, h, one, err) : rc;
}

static int in_list(const struct part *list, int n, int64_t id)
{
	for (int i = 0; i < n; i++)
		if (list[i].id == id)
			return 1;
	return 0;
}

struct reading {
	struct hits hits, memory;
	struct described described;
	char text[WORDS_BYTES + 1];
};

/* The hits that were too many, the memory that nearly fits, then what is spelled alike. */
static int list_near(struct catalog *cat, int kind, const char *text, const struct reading *r, struct part *near,
                     int max, int *n_near, struct err *err)
{
	const struct hits *sources[] = { &r->hits, &r->memory };
	struct part *alike;
	struct words w;
	int n = 0, rc;

	for (size_t k = 0; k < sizeof(sources) / sizeof(sources[0]); k++)
		for (int i = 0; i < sources[k]->n && i < HITS && n < max; i++) {
			int known = in_list(near, n, sources[k]->one[i].part.id);

			for (int j = 0; j < i; j++)
				known |= memory_same(&sources[k]->one[j], &sources[k]->one[i]);
			if (!known)
				near[n++] = sources[k]->one[i].part;
		}
	*n_near = n;
	if (n == max || r->memory.n > 0)
		return ERR_OK;
	alike = mem_calloc((size_t)max, sizeof(*alike));
	if (!alike)
		return err_nomem(err);
	words_split(&w, text);
	rc = catalog_closest(cat, kind, &w, alike, max, n_near, err);
	if (rc == ERR_OK) {
		for (int i = 0; i < *n_near && n < max; i++)
			if (!in_list(near, n, alike[i].id))
				near[n++] = alike[i];
		*n_near = n;
	}
	mem_free(alike);
	return rc;
}

/* The text after its last "---", where bills repeat the order number; NULL when there is none. */
static const char *tail_of(const char *text)
{
	const char *tail = NULL;

	for (const char *s = strstr(text, "---"); s; s = strstr(s + 1, "---"))
		tail = s + 3;
	return tail;
}

/* Tries in turn: the whole as a number or name, the number behind "---", its class of memory, the words. */
static int resolve(struct catalog *cat, int kind, const char *text, struct reading *r, int *one, struct err *err)
{
	const char *tail = tail_of(text);
	int rc = read_exact(cat, kind, text, &r->hits, &r->described, one, err);

	if (rc != ERR_OK || *one >= 0)
		return rc;
	if (tail) {
		rc = read_exact(cat, kind, tail, &r->hits, &r->described, one, err);
		if (rc != ERR_OK || *one >= 0)
			return rc;
	}
	if (r->described.text[0] != '\0' && r->described.kind == PART_DIMM) {
		r->described.text[strcspn(r->described.text, ";")] = '\0';
		rc = read_text(cat, PART_DIMM, r->described.text, &r->hits, &r->memory, one, err);
		if (rc != ERR_OK || *one >= 0 || !tail)
			return rc;
	}
	str_copy(r->text, sizeof(r->text), text);
	if (tail && (size_t)(tail - text) < sizeof(r->text))
		r->text[tail - text - 3] = '\0';
	else if (strlen(text) > WORDS_BYTES)
		return ERR_OK; /* no name is that long: what is left out may be what matters */
	return read_text(cat, kind, skip_count(r->text), &r->hits, &r->memory, one, err);
}

int catalog_resolve(struct catalog *cat, int kind, const char *text, struct part *out, struct part *near, int max,
                    int *n_near, struct err *err)
{
	struct reading *r = mem_zalloc(sizeof(*r));
	char shown[96];
	int n = 0, one = -1, rc;

	if (n_near)
		*n_near = 0;
	if (!r)
		return err_nomem(err);
	text = text ? text : "";
	rc = resolve(cat, kind, text, r, &one, err);
	if (rc == ERR_OK && one >= 0) {
		*out = r->hits.one[one].part;
	} else if (rc == ERR_OK) {
		if (near && max > 0)
			rc = list_near(cat, kind, r->described.text[0] ? r->described.text : text, r, near, max, &n,
				err);
		if (rc == ERR_OK && n_near)
			*n_near = n;
		str_copy_clean(shown, sizeof(shown), text);
		if (rc == ERR_OK && r->hits.n > 1)
			rc = err_set(err, ERR_UNKNOWN,
				_("'%s' can be several parts: add what tells them apart, or name the part number"),
				shown);
		else if (rc == ERR_OK)
			rc = err_set(err, ERR_UNKNOWN, _("the catalogue has no part '%s'"), shown);
	}
	mem_free(r);
	return rc;
}
