/* SPDX-License-Identifier: MIT */
/*
 * Every word of the text must be explained by the part (its name, number, maker, figures) or be a word that says
 * nothing, and the words that tell a part from its sisters must all be there. So an unknown suffix or a contradicting
 * figure is never overlooked.
 */
#include "fit_priv.h"

#include <math.h>
#include <string.h>

#include "../base/str.h"

/* --- memory --- */

static int ranks_of(const char *word)
{
	static const struct {
		const char *word;
		int ranks;
	} names[] = { { "single", 1 }, { "dual", 2 }, { "quad", 4 }, { "octal", 8 } };

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (strcmp(names[i].word, word) == 0)
			return names[i].ranks;
	return 0;
}

/* "2rx4", "2r": ranks and width. */
static int read_organisation(struct memory *m, const char *word)
{
	double ranks;

	if (word_number(word, "rx4", &ranks) || word_number(word, "rx8", &ranks))
		memcpy(m->width, strchr(word, 'x'), 3);
	else if (!word_number(word, "r", &ranks))
		return 0;
	m->ranks = (int)ranks;
	return 1;
}

/* Speed in MT/s, or the bandwidth of "PC5-38400": 0 when v is neither. */
static int speed_of(double v)
{
	static const int speeds[] = { 1600, 1866, 2133, 2400, 2666, 2933, 3200, 4000, 4400, 4800, 5200, 5600, 6000,
		6400, 7200, 8000, 8800, 9600, 12800 };

	for (size_t i = 0; i < sizeof(speeds) / sizeof(speeds[0]); i++)
		if (v == speeds[i] || (v > 12800 && fabs(v - speeds[i] * 8.0) <= 70))
			return speeds[i];
	return 0;
}

static void set_number(int *dst, int v, struct memory *m)
{
	m->broken |= *dst != 0 && *dst != v;
	*dst = v;
}

static void read_memory(struct memory *m, const struct words *w)
{
	static const char types[] = " rdimm lrdimm mrdimm udimm ";
	int three_ds = words_have(w, "3ds");
	double v;

	memset(m, 0, sizeof(*m));
	for (int i = 0; i < w->n; i++) {
		const char *s = words_get(w, i);
		const char *next = i + 1 < w->n ? words_get(w, i + 1) : "";
		int mts = word_number(s, "", &v) || word_number(s, "mts", &v) || word_number(s, "mt", &v) ||
			word_number(s, "mhz", &v) ? speed_of(v) : 0;

		m->used[i] = 1;
		if (word_number(s, "gb", &v) || word_number(s, "g", &v)) {
			/* a second one is the die: "64 GB 2Rx4 (16Gb)" */
			if (m->capacity_gb > 0)
				m->die_gbit = v;
			else
				m->capacity_gb = v;
		} else if (word_listed(" ddr4 pc4 ddr5 pc5 ", s)) {
			set_number(&m->generation, s[strlen(s) - 1] - '0', m);
		} else if (word_listed(types, s)) {
			m->broken |= m->type[0] != '\0' && !strstr(m->type, s);
			str_copy(m->type, sizeof(m->type), three_ds && strcmp(s, "rdimm") == 0 ? "3ds-rdimm" : s);
		} else if (mts > 0) {
			set_number(&m->mts, mts, m);
		} else if (ranks_of(s) > 0 && strncmp(next, "rank", 4) == 0) {
			m->ranks = ranks_of(s);
		} else if (strcmp(s, "x4") == 0 || strcmp(s, "x8") == 0) {
			memcpy(m->width, s, 3);
		} else {
			m->used[i] = (unsigned char)read_organisation(m, s);
		}
	}
	if (three_ds && m->type[0] == '\0')
		str_copy(m->type, sizeof(m->type), "3ds-rdimm");
}

int memory_given(const struct memory *m)
{
	return m->capacity_gb > 0 && (m->generation > 0 || m->type[0] != '\0');
}

int memory_agrees(const struct memory *m, const struct candidate *c)
{
	/* a stack of dies is an RDIMM too, but only its ranks tell that it is meant */
	int type = m->type[0] == '\0' || strcmp(m->type, c->dimm.type) == 0 ||
		(strcmp(m->type, "rdimm") == 0 && strcmp(c->dimm.type, "3ds-rdimm") == 0 && m->ranks >= 4);

	return !m->broken && type && (m->capacity_gb == 0 || m->capacity_gb == c->dimm.capacity_gb) &&
	       (m->die_gbit == 0 || c->dimm.die_gbit == 0 || m->die_gbit == c->dimm.die_gbit) &&
	       (m->generation == 0 || m->generation == c->dimm.generation) && (m->mts == 0 || m->mts == c->dimm.mts) &&
	       (m->ranks == 0 || m->ranks == c->dimm.ranks) &&
	       (m->width[0] == '\0' || strcmp(m->width, c->dimm.width) == 0);
}

/* --- what a word may be --- */

static int is_vendor_word(const char *s, const struct candidate *c)
{
	static const struct {
		const char *vendor, *words;
	} names[] = {
		{ "AMD", " amd " }, { "Intel", " intel habana " }, { "NVIDIA", " nvidia mellanox tesla " },
		{ "Supermicro", " supermicro smc " }, { "SK hynix", " sk hynix skhynix " },
		{ "Western Digital", " western digital wd wdc " },
	};
	struct words vendor;

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (strcmp(names[i].vendor, c->part.vendor) == 0)
			return word_listed(names[i].words, s);
	words_split(&vendor, c->part.vendor);
	return words_have(&vendor, s);
}

static int explained_cpu(const struct query *q, int i, const struct candidate *c)
{
	static const char amd[] = " epyc rome milan genoa bergamo siena turin dense venice sorano ";
	static const char intel[] = " xeon platinum gold silver bronze max scalable sapphire rapids sapphirerapids"
		" emerald granite sierra forest clearwater cascade ice lake icelake sp ap 6 ";
	static const char brands[][12] = { "epyc", "xeon", "platinum", "silver", "bronze", "intel", "scalable" };
	static const char says_nothing[] = " cpu cpus processor processors core cores thread threads each total gen"
		" generation 1st 2nd 3rd 4th 5th cache turbo ht dp up 1p 2p s hf rohs dsa socket ";
	static const char units[][6] = { "ghz", "mhz", "mb", "core", "cores", "c", "t", "g", "m", "w", "gt", "x",
		"xdsa" };
	const char *own = strcmp(c->part.vendor, "AMD") == 0 ? amd : intel;
	const char *s = words_get(&q->w, i);
	double v;

	if (words_have(&c->model, s) || word_listed(says_nothing, s))
		return 1;
	if (word_listed(own, s))
		return 1;
	for (size_t k = 0; k < sizeof(units) / sizeof(units[0]); k++)
		if (word_number(s, units[k], &v) && v < 1001)
			return 1;
	if ((strcmp(s, "ddr4") == 0 || strcmp(s, "ddr5") == 0) ||
	    (i > 0 && word_number(s, "", &v) && strncmp(words_get(&q->w, i - 1), "ddr", 3) == 0))
		return 1;
	if (strncmp(s, "sgx", 3) == 0 || strcmp(s, "sp3") == 0 || strcmp(s, "sp5") == 0 || strcmp(s, "sp6") == 0 ||
	    strncmp(s, "lga", 3) == 0)
		return 1;
	/* "Platium" */
	for (size_t k = 0; k < sizeof(brands) / sizeof(brands[0]); k++)
		if (strlen(s) >= 4 && !word_has_digit(s) && word_distance(s, brands[k]) == 1)
			return word_listed(own, brands[k]) || is_vendor_word(brands[k], c);
	return 0;
}

static int is_baseboard(const struct candidate *c)
{
	return strcmp(c->form, "baseboard") == 0;
}

/* "pcie", "sxm", "sxm5", "nvl", "oam", "superchip" */
static int is_form(const char *s)
{
	return word_listed(" pcie sxm sxm2 sxm3 sxm4 sxm5 sxm6 nvl oam superchip ", s);
}

static int has_form(const struct candidate *c, const char *s)
{
	if (strcmp(s, "nvl") == 0)
		return words_have(&c->model, s);
	if (is_baseboard(c))
		return words_have(&c->model, "hgx") && strncmp(s, "sxm", 3) == 0;
	return strcmp(s, "sxm") == 0 ? strncmp(c->form, s, 3) == 0 : strcmp(c->form, s) == 0;
}

static int explained_gpu(const struct query *q, int i, const struct candidate *c)
{
	static const char says_nothing[] = " gpu gpus tensor core cores card cards accelerator accelerators computing"
		" graphics hbm virtualized cts dlc passive liquid cooled air cool x16 gen4 gen5 mig power cap each ";
	const char *s = words_get(&q->w, i);
	struct words architecture;
	double v;

	if (is_form(s))
		return has_form(c, s);
	/* of a board the whole memory, or that of a module: it carries four or eight */
	if (word_number(s, "gb", &v))
		return v == c->memory_gb || (is_baseboard(c) && (v * 8 == c->memory_gb || v * 4 == c->memory_gb));
	if (strncmp(s, "hbm", 3) == 0 || strncmp(s, "gddr", 4) == 0)
		return c->memory_type[0] == '\0' || strcmp(s, c->memory_type) == 0 || strcmp(s, "hbm") == 0;
	/* a cap below the card's own watts is a setting; more than that is another card */
	if (word_number(s, "w", &v))
		return v <= c->tdp_w;
	if (words_have(&c->model, s) || word_listed(says_nothing, s))
		return 1;
	if (strcmp(s, "se") == 0)
		return words_have(&c->model, "server") && words_have(&c->model, "edition");
	if (word_listed(" generation edition ", s))
		return 1;
	if (strstr(s, "g.") && strstr(s, "gb")) /* "7x1g.10gb": a MIG slice */
		return 1;
	if (strcmp(s, "gracehopper") == 0)
		return words_have(&c->model, "hopper");
	if (is_baseboard(c) && word_listed(" baseboard board sxm ", s))
		return 1;
	words_split(&architecture, c->architecture);
	return words_have(&architecture, s);
}

static int is_drive_form(const char *s)
{
	return word_listed(" u.2 u.3 e1.s e3.s m.2 ", s);
}

/* 0 when s is no capacity. People round: 3.8 TB is 3.84, 960 GB is 0.96. */
static int drive_capacity(const char *s, double *tb)
{
	if (word_number(s, "tb", tb) || word_number(s, "t", tb))
		return 1;
	if (!word_number(s, "gb", tb))
		return 0;
	*tb /= 1000;
	return 1;
}

static int near_capacity(double a, double b)
{
	return fabs(a - b) <= 0.025 * b;
}

/* A drive named after its form, when the text says no form: its sister in a bay has the same name. */
int fit_is_maybe(const struct query *q, const struct candidate *c)
{
	int named = 0;

	if (c->part.kind != PART_DRIVE)
		return 0;
	for (int i = 0; i < q->w.n; i++)
		if (is_drive_form(words_get(&q->w, i)))
			return 0;
	for (int i = 0; i < c->model.n; i++)
		named |= is_drive_form(words_get(&c->model, i));
	return named;
}

static int explained_drive(const struct query *q, int i, const struct candidate *c)
{
	static const char says_nothing[] = " nvme ssd ssds pcie gen4 gen5 4.0 5.0 x4 2.5 2.0 tlc 3d v6 sed tcg opal"
		" enterprise drive drives data series mm 7mm 15mm 110mm 22x110m 22x110 22110 1 3 dwpd 1dwpd 3dwpd"
		" inch qlc ";
	const char *s = words_get(&q->w, i);
	double tb;

	if (drive_capacity(s, &tb))
		return near_capacity(tb, c->capacity_tb);
	/* a U.3 drive is at home in a U.2 bay, and sold as one */
	if (is_drive_form(s))
		return strcmp(s, c->drive_form) == 0 || (s[0] == 'u' && c->drive_form[0] == 'u');
	return words_have(&c->model, s) || word_listed(says_nothing, s);
}

static int explained_dimm(const struct query *q, int i, const struct candidate *c)
{
	static const char says_nothing[] = " ecc dimm dimms memory module modules server ram registered reg buffered"
		" rank ranks ranked sdram lp 1.1v 1.2v mt mts s mhz 3ds cl40 cl46 cl52 288 pin rohs ";
	const char *s = words_get(&q->w, i);

	return q->memory.used[i] || words_have(&c->model, s) || word_listed(says_nothing, s);
}

static int explained_other(const struct query *q, int i, const struct candidate *c)
{
	static const char says_nothing[] = " server servers system barebone barebones node chassis motherboard"
		" mainboard board nic adapter card mbd ";
	const char *s = words_get(&q->w, i);

	return words_have(&c->model, s) || words_have(&c->label, s) || word_listed(says_nothing, s);
}

/* Words of a name that people leave out without meaning another part; by kind. */
static int may_lack(const struct candidate *c, const char *s)
{
	double tb;

	switch (c->part.kind) {
	case PART_CPU:
		return !word_has_digit(s);
	case PART_GPU:
		if (is_baseboard(c))
			return word_listed(" delta umbriel redstone 2.0 nvl16 gpu accelerator ", s) || strstr(s, "gb");
		return is_form(s) || strstr(s, "gb") ||
		       word_listed(" instinct generation edition grace hopper data center gpu blackwell ", s);
	case PART_DRIVE:
		return drive_capacity(s, &tb) || is_drive_form(s) ||
		       word_listed(" 2280 22110 15 mm 15mm qlc tlc ultrastar dc d3 d5 d7 ", s);
	case PART_PLATFORM:
		return word_listed(" sys as ars poweredge proliant compute thinksystem cray ", s);
	case PART_NIC:
		return word_listed(" dpu supernic thor thor2 ", s);
	case PART_DIMM:
	case PART_PSU:
	case PART_CABLE:
	case PART_SWITCH:
	case PART_ACCESSORY:
	case PART_KIND_COUNT:
		break;
	}
	return 0;
}

static int says_watts(const struct query *q, double watts)
{
	double v;

	for (int i = 0; i < q->w.n; i++)
		if (word_number(words_get(&q->w, i), "w", &v) && v == watts)
			return 1;
	return 0;
}

/* 1 when the text has every word of the name that tells it from its sisters. */
static int names_it(const struct query *q, const struct candidate *c)
{
	int own = 0, capacity = 0, form = 0;
	double tb;

	if (c->part.kind == PART_DIMM)
		return 0; /* by number or by figures only */
	for (int i = 0; i < c->model.n; i++) {
		const char *s = words_get(&c->model, i);

		if (words_have(&q->w, s)) {
			own++;
		} else if (strcmp(s, "server") == 0 && words_have(&q->w, "se")) {
			own++;
		} else if (strcmp(s, "cts") == 0 && says_watts(q, c->tdp_w)) {
			own++;
		} else if (!may_lack(c, s) && !is_vendor_word(s, c) && !words_have(&c->number, s)) {
			return 0;
		}
	}
	for (int i = 0; i < q->w.n; i++) {
		capacity |= drive_capacity(words_get(&q->w, i), &tb);
		form |= is_form(words_get(&q->w, i));
	}
	if (c->part.kind == PART_DRIVE && !capacity)
		return 0;
	/* "H100 PCIe" is not the NVL; "H100" alone may be, so that it is asked */
	if (c->part.kind == PART_GPU && form && words_have(&c->model, "nvl") && !words_have(&q->w, "nvl"))
		return 0;
	return own > 0;
}

/* --- part numbers --- */

static int is_suffixed(enum part_kind kind)
{
	return kind == PART_DIMM || kind == PART_DRIVE; /* their makers add letters for revision and customer */
}

static enum rank number_rank(const char *key, const struct candidate *c)
{
	char number[KEY_BYTES];
	size_t n = strlen(key), len;

	words_key(&c->number, 0, c->number.n, number);
	len = strlen(number);
	if (len == 0 || !word_has_digit(key))
		return RANK_NONE;
	if (strcmp(key, number) == 0)
		return RANK_NUMBER;
	if (n >= NUMBER_MIN && n < len && memcmp(key, number, n) == 0) {
		if (is_suffixed(c->part.kind))
			return RANK_PREFIX;
		for (int i = 1; i < c->number.n; i++) { /* whole words only: TNRT is not TNRT2 */
			words_key(&c->number, 0, i, number);
			if (strcmp(key, number) == 0)
				return RANK_PREFIX;
		}
	} else if (is_suffixed(c->part.kind) && len >= NUMBER_WHOLE_MIN && n > len && memcmp(key, number, len) == 0) {
		return RANK_PREFIX;
	}
	return RANK_NONE;
}

enum rank fit(const struct query *q, const struct candidate *c)
{
	unsigned char used[WORDS_MAX] = { 0 };
	enum rank rank = RANK_NONE;

	for (int k = 0; k < q->chunks; k++) {
		enum rank r = number_rank(q->chunk[k].key, c);

		if (r == RANK_NONE)
			continue;
		memset(used + q->chunk[k].from, 1, (size_t)(q->chunk[k].to - q->chunk[k].from));
		rank = r > rank ? r : rank;
	}
	if (rank == RANK_NONE) {
		if (!names_it(q, c))
			return RANK_NONE;
		rank = c->part.kind == PART_GPU && words_have(&c->model, "cts") ? RANK_VARIANT : RANK_NAME;
	}
	if (c->part.kind == PART_DIMM && !memory_agrees(&q->memory, c))
		return RANK_NONE;
	for (int i = q->first; i < q->last; i++) {
		int ok = used[i] || is_vendor_word(words_get(&q->w, i), c);

		if (!ok && c->part.kind == PART_CPU)
			ok = explained_cpu(q, i, c);
		else if (!ok && c->part.kind == PART_GPU)
			ok = explained_gpu(q, i, c);
		else if (!ok && c->part.kind == PART_DRIVE)
			ok = explained_drive(q, i, c);
		else if (!ok && c->part.kind == PART_DIMM)
			ok = explained_dimm(q, i, c);
		else if (!ok)
			ok = explained_other(q, i, c);
		if (!ok)
			return RANK_NONE;
	}
	return rank;
}

enum rank fit_memory(const struct query *q, const struct candidate *c)
{
	const struct memory *m = &q->memory;

	if (!memory_agrees(m, c) || m->mts == 0 || (m->type[0] == '\0' && m->ranks == 0))
		return RANK_NONE;
	for (int i = q->first; i < q->last; i++)
		if (!explained_dimm(q, i, c) && !is_vendor_word(words_get(&q->w, i), c))
			return RANK_NONE;
	return RANK_NAME;
}

int memory_same(const struct candidate *a, const struct candidate *b)
{
	return a->part.kind == PART_DIMM && b->part.kind == PART_DIMM && a->dimm.capacity_gb == b->dimm.capacity_gb &&
	       a->dimm.generation == b->dimm.generation && a->dimm.mts == b->dimm.mts &&
	       a->dimm.ranks == b->dimm.ranks && strcmp(a->dimm.type, b->dimm.type) == 0 &&
	       strcmp(a->dimm.width, b->dimm.width) == 0;
}

void query_init(struct query *q, int kind, const char *text)
{
	double v;

	memset(q, 0, sizeof(*q));
	q->kind = kind;
	words_split(&q->w, text);
	q->last = q->w.n;
	if (q->w.n > 2 && word_number(words_get(&q->w, q->w.n - 1), "", &v) &&
	    strcmp(words_get(&q->w, q->w.n - 2), "x") == 0)
		q->last -= 2; /* "... x 12" */
	for (int i = q->first; i < q->last && q->chunks < CHUNKS;) {
		int to = i + 1;

		while (to < q->last && q->w.chunk[to] == q->w.chunk[i])
			to++;
		q->chunk[q->chunks].from = i;
		q->chunk[q->chunks].to = to;
		words_key(&q->w, i, to, q->chunk[q->chunks].key);
		q->chunks++;
		i = to;
	}
	read_memory(&q->memory, &q->w);
}
