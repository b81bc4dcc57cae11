/* SPDX-License-Identifier: MIT */
#include "judge.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LENGTH(a) (sizeof(a) / sizeof((a)[0]))
enum { PARTS_MAX = 1024, LIST_MAX = 24, SLOTS_MAX = 40, SUPPLIES_MAX = 256, RATINGS_MAX = 64, ROWS_MAX = 512,
	BOARDS_MAX = 32 };

/* --- planning figures (power_licence_tco 1): what a part without a figure of its own draws, fans, efficiency --- */

static const double nic_w = 25, boot_m2_w = 8, drive_gen4_w = 12, drive_gen5_w = 25, board_1s_w = 100, board_2s_w = 150;
static const double fan_gpu = 0.12, fan_air = 0.10, fan_liquid = 0.04, power_factor = 0.98, feed_share = 0.8;

/* 80 PLUS: efficiency at load, straight lines between. */
struct curve { const char *name; int n; double load[4], eta[4]; };
static const struct curve curves[] = {
	{ "titanium", 4, { 0.1, 0.2, 0.5, 1 }, { 0.90, 0.94, 0.96, 0.91 } },
	{ "platinum", 3, { 0.2, 0.5, 1 }, { 0.90, 0.94, 0.91 } },
	{ "gold", 3, { 0.2, 0.5, 1 }, { 0.88, 0.92, 0.88 } },
};

static double dimm_watts(double gb)
{
	return gb <= 32 ? 5 : gb <= 96 ? 8 : gb <= 128 ? 10 : 15;
}

/* --- three values, and ranges for what is not known --- */

enum { NO = 0, YES = 1, UNSURE = 2 };
static const double endless = 1e15;

struct range { double lo, hi; };

static int not3(int a)
{
	return a == UNSURE ? UNSURE : !a;
}

static int and3(int a, int b)
{
	return a == NO || b == NO ? NO : a == UNSURE || b == UNSURE ? UNSURE : YES;
}

static int or3(int a, int b)
{
	return not3(and3(not3(a), not3(b)));
}

static int only_if(int when, int holds)
{
	return or3(not3(when), holds);
}

static struct range exactly(double v)
{
	return (struct range){ v, v };
}

static struct range between(double lo, double hi)
{
	return (struct range){ lo, hi };
}

static struct range plus(struct range a, struct range b)
{
	return (struct range){ a.lo + b.lo, fmin(a.hi + b.hi, endless) };
}

static struct range minus(struct range a, struct range b)
{
	return (struct range){ a.lo - b.hi, a.hi - b.lo };
}

/* Neither is below zero. */
static struct range times(struct range a, struct range b)
{
	return (struct range){ a.lo * b.lo, a.hi == 0 || b.hi == 0 ? 0 : fmin(a.hi * b.hi, endless) };
}

static struct range at_least_zero(struct range a)
{
	return (struct range){ fmax(a.lo, 0), fmax(a.hi, 0) };
}

static struct range floor_of(struct range a)
{
	return (struct range){ floor(a.lo), floor(a.hi) };
}

static int at_most(struct range a, struct range b)
{
	double dust = 1e-9 * (1 + fabs(b.lo) + fabs(a.hi));

	return a.hi <= b.lo + (dust < 1e-3 ? dust : 0) ? YES : a.lo > b.hi + 1e-9 * (1 + fabs(a.lo)) ? NO : UNSURE;
}

/* --- the catalogue as it is written --- */

/* A cell: its value, and whether it is known from memory only. Empty: unknown. */
struct fact { double v; char known, recalled; };
struct text { const char *s; char recalled; };

struct sheet { char *text, **cell; int cols, rows; };

struct part {
	const char *vendor, *model, *number, *status;
	const char *recalled; int all_recalled, row;
	int priced; int64_t cents, rank;
};

struct platform {
	struct text socket, gpu_form, topology;
	struct fact sockets, tdp, slots, max_gb, rack_u, dw, sw, fixed, bays, m2, ocp, nics, volt_min, volt_max, lan, liquid,
		lanes2;
	int is_system, n_families, n_gpus, n_slots;
	const char *family[LIST_MAX];
	struct { int gpu, recalled; } gpu[LIST_MAX];
	struct { int count, lanes; const char *owner, *purpose; } slot[SLOTS_MAX]; /* lanes -1, owner "": unknown */
};
struct cpu { struct text family, socket, types; struct fact max_sockets, cores, tdp, channels, max_gb, lanes1, lanes2;
	};
struct gpu { struct text form, cooling; struct fact gb, tdp, lanes, width; };
struct dimm { struct text generation, type, width; struct fact gb, ranks; };
struct nic { struct text form; struct fact ports, gbps, lanes, tdp; };
struct drive { struct text form; struct fact tb, gen, lanes, watts; };
struct psu { struct text efficiency, inlet; };
struct supply { int platform, psu, standard; struct fact count, rated; };

struct judge {
	struct sheet sheet[32];
	char name[32][32];
	int n_sheets;
	int parts[JK_COUNT];
	struct part part[JK_COUNT][PARTS_MAX];
	struct platform platform[PARTS_MAX];
	struct cpu cpu[PARTS_MAX];
	struct gpu gpu[PARTS_MAX];
	struct dimm dimm[PARTS_MAX];
	struct nic nic[PARTS_MAX];
	struct drive drive[PARTS_MAX];
	struct psu psu[PARTS_MAX];
	struct supply supply[SUPPLIES_MAX]; int n_supplies;
	struct { int psu; double from, to, watts; } rating[RATINGS_MAX]; int n_ratings;
	/* allowed: 1 yes 0 no -1 blank */
	struct { const char *family; int channels, count, allowed, recalled; } population[ROWS_MAX]; int n_populations;
	struct { const char *family, *type; int recalled; } speed[ROWS_MAX]; int n_speeds;
	struct { int board, gpu, modules, priced; int64_t cents, rank; } board[BOARDS_MAX]; int n_boards;
	struct { const char *class_name; int weeks; } lead[LIST_MAX]; int n_leads;
};

static const char *const kind_names[JK_COUNT] = { "platform", "cpu", "gpu", "dimm", "nic", "drive", "psu" };

struct judge *judge_new(void)
{
	return calloc(1, sizeof(struct judge));
}

void judge_free(struct judge *j)
{
	for (int i = 0; j && i < j->n_sheets; i++) {
		free(j->sheet[i].text);
		free(j->sheet[i].cell);
	}
	free(j);
}

/* Splits text in place; a quoted cell may hold commas, doubled quotes and line ends. */
static int split(struct sheet *s)
{
	char *p = s->text, *to;
	int cap = 0, n = 0, col = 0;

	while (*p) {
		int quoted = *p == '"', last;

		if (n == cap) {
			char **more = realloc(s->cell, (size_t)(cap = cap ? cap * 2 : 256) * sizeof(char *));

			if (!more)
				return -1;
			s->cell = more;
		}
		s->cell[n++] = to = quoted ? ++p : p;
		while (*p && (quoted || (*p != ',' && *p != '\n'))) {
			if (quoted && *p == '"' && *++p != '"')
				quoted = 0;
			else
				*to++ = *p++;
		}
		last = *p != ',';
		if (*p)
			p++;
		*to = '\0';
		col++;
		if (last) {
			if (s->cols && col != s->cols)
				return -1;
			s->cols = col;
			s->rows++;
			col = 0;
		}
	}
	s->rows--;
	return s->rows < 0 ? -1 : 0;
}

int judge_read(struct judge *j, const char *file, const char *text)
{
	struct sheet *s = &j->sheet[j->n_sheets];

	if (j->n_sheets == (int)LENGTH(j->sheet))
		return -1;
	s->text = strdup(text);
	(void)snprintf(j->name[j->n_sheets++], sizeof(j->name[0]), "%s", file);
	return s->text ? split(s) : -1;
}

static const struct sheet *sheet_of(const struct judge *j, const char *file)
{
	static const struct sheet none;

	for (int i = 0; i < j->n_sheets; i++)
		if (strcmp(j->name[i], file) == 0)
			return &j->sheet[i];
	return &none;
}

static const char *cell(const struct sheet *s, int row, const char *column)
{
	for (int c = 0; c < s->cols; c++)
		if (strcmp(s->cell[c], column) == 0)
			return s->cell[(row + 1) * s->cols + c];
	return "";
}

static int has_word(const char *list, const char *word)
{
	size_t n = strlen(word);

	for (const char *p = list; (p = strstr(p, word)); p += n)
		if ((p == list || p[-1] == ' ') && (p[n] == ' ' || p[n] == '\0'))
			return 1;
	return 0;
}

static int same(const char *a, const char *b)
{
	return strcmp(a, b) == 0;
}

static int is_recalled(const struct part *p, const char *column)
{
	return p->all_recalled || has_word(p->recalled, column);
}

static struct fact fact_of(const struct sheet *s, const struct part *p, const char *column)
{
	const char *t = cell(s, p->row, column);

	return (struct fact){ *t ? atof(t) : 0, *t != '\0', (char)is_recalled(p, column) };
}

static struct text text_of(const struct sheet *s, const struct part *p, const char *column)
{
	return (struct text){ cell(s, p->row, column), (char)is_recalled(p, column) };
}

int judge_parts(const struct judge *j, enum judge_kind k)
{
	return j->parts[k];
}

const char *judge_number(const struct judge *j, enum judge_kind k, int i)
{
	return j->part[k][i].number;
}

const char *judge_model(const struct judge *j, enum judge_kind k, int i)
{
	return j->part[k][i].model;
}

int judge_find(const struct judge *j, enum judge_kind k, const char *name)
{
	for (int i = 0; i < j->parts[k]; i++)
		if (same(j->part[k][i].number, name))
			return i;
	for (int i = 0; i < j->parts[k]; i++)
		if (same(j->part[k][i].model, name))
			return i;
	return JUDGE_UNSET;
}

/* "kind:name", or a name of kind k. */
static int reference(const struct judge *j, enum judge_kind k, const char *name)
{
	size_t n = strlen(kind_names[k]);

	return judge_find(j, k, strncmp(name, kind_names[k], n) == 0 && name[n] == ':' ? name + n + 1 : name);
}

int judge_is_board(const struct judge *j, int gpu)
{
	return gpu >= 0 && same(j->gpu[gpu].form.s, "baseboard");
}

int judge_is_module(const struct judge *j, int gpu)
{
	return gpu >= 0 && !judge_is_board(j, gpu) && !same(j->gpu[gpu].form.s, "pcie");
}

int judge_supplies(const struct judge *j)
{
	return j->n_supplies;
}

void judge_supply(const struct judge *j, int i, int *platform, int *psu, int *count, int *watts, int *standard)
{
	const struct supply *u = &j->supply[i];

	*platform = u->platform;
	*psu = u->psu;
	*count = u->count.known ? (int)u->count.v : JUDGE_UNSET;
	*watts = u->rated.known ? (int)u->rated.v : JUDGE_UNSET;
	*standard = u->standard;
}

static int read_parts(struct judge *j, enum judge_kind k)
{
	const struct sheet *s = sheet_of(j, kind_names[k]);

	if (s->rows > PARTS_MAX)
		return -1;
	j->parts[k] = s->rows;
	for (int i = 0; i < s->rows; i++) {
		struct part *p = &j->part[k][i];

		p->row = i;
		p->vendor = cell(s, i, "vendor");
		p->model = cell(s, i, "model");
		p->number = cell(s, i, "part_number");
		p->status = cell(s, i, "status");
		p->recalled = cell(s, i, "recalled");
		p->all_recalled = has_word(p->recalled, "*") || (!*p->recalled && same(cell(s, i, "confidence"), "recalled"));
		switch (k) {
		case JK_PLATFORM: {
			struct platform *x = &j->platform[i];

			x->is_system = same(cell(s, i, "class"), "system");
			x->socket = text_of(s, p, "cpu_socket");
			x->gpu_form = text_of(s, p, "gpu_form");
			x->topology = text_of(s, p, "topology");
			x->sockets = fact_of(s, p, "sockets");
			x->tdp = fact_of(s, p, "max_cpu_tdp_w");
			x->slots = fact_of(s, p, "dimm_slots");
			x->max_gb = fact_of(s, p, "max_mem_gb");
			x->rack_u = fact_of(s, p, "rack_u");
			x->dw = fact_of(s, p, "gpu_max_dw");
			x->sw = fact_of(s, p, "gpu_max_sw");
			x->fixed = fact_of(s, p, "gpu_fixed");
			x->bays = fact_of(s, p, "nvme_bays");
			x->m2 = fact_of(s, p, "m2_slots");
			x->ocp = fact_of(s, p, "ocp_slots");
			x->nics = fact_of(s, p, "nic_slots");
			x->volt_min = fact_of(s, p, "voltage_min");
			x->volt_max = fact_of(s, p, "voltage_max");
			x->lan = fact_of(s, p, "has_lan");
			x->liquid = fact_of(s, p, "liquid_only");
			break;
		}
		case JK_CPU:
			j->cpu[i] = (struct cpu){ text_of(s, p, "family"), text_of(s, p, "socket"), text_of(s, p, "mem_type"), fact_of(s,
				p, "max_sockets"),
				fact_of(s, p, "cores"), fact_of(s, p, "tdp_w"), fact_of(s, p, "channels"), fact_of(s, p, "max_mem_gb"),
				fact_of(s, p, "lanes_1p"), fact_of(s, p, "lanes_2p") };
			break;
		case JK_GPU:
			j->gpu[i] = (struct gpu){ text_of(s, p, "form"), text_of(s, p, "cooling"), fact_of(s, p, "memory_gb"), fact_of(s,
				p, "tdp_w"),
				fact_of(s, p, "lanes"), fact_of(s, p, "slot_width") };
			break;
		case JK_DIMM:
			j->dimm[i] = (struct dimm){ text_of(s, p, "generation"), text_of(s, p, "type"), text_of(s, p, "width"),
				fact_of(s, p, "capacity_gb"), fact_of(s, p, "ranks") };
			break;
		case JK_NIC:
			j->nic[i] = (struct nic){ text_of(s, p, "form"), fact_of(s, p, "ports"), fact_of(s, p, "speed_gbps"), fact_of(s, p,
				"lanes"),
				fact_of(s, p, "tdp_w") };
			break;
		case JK_DRIVE:
			j->drive[i] = (struct drive){ text_of(s, p, "form"), fact_of(s, p, "capacity_tb"), fact_of(s, p, "pcie_gen"),
				fact_of(s, p, "lanes"), fact_of(s, p, "power_w") };
			break;
		case JK_PSU:
			j->psu[i] = (struct psu){ text_of(s, p, "efficiency"), text_of(s, p, "inlet") };
			break;
		case JK_COUNT:
			break;
		}
	}
	return 0;
}

static struct fact listed_fact(const struct sheet *s, int row, const char *column)
{
	const char *t = cell(s, row, column), *r = cell(s, row, "recalled");

	return (struct fact){ *t ? atof(t) : 0, *t != '\0', (char)(has_word(r, column) || has_word(r, "*")) };
}

/* What belongs to platforms. */
static int read_platform_lists(struct judge *j)
{
	const struct sheet *s = sheet_of(j, "platform_family");

	for (int i = 0; i < s->rows; i++) {
		int p = reference(j, JK_PLATFORM, cell(s, i, "platform"));

		if (p < 0 || j->platform[p].n_families == LIST_MAX)
			return -1;
		j->platform[p].family[j->platform[p].n_families++] = cell(s, i, "family");
	}
	s = sheet_of(j, "platform_gpu");
	for (int i = 0; i < s->rows; i++) {
		int p = reference(j, JK_PLATFORM, cell(s, i, "platform")), g = reference(j, JK_GPU, cell(s, i, "gpu"));

		if (p < 0 || g < 0 || j->platform[p].n_gpus == LIST_MAX)
			return -1;
		j->platform[p].gpu[j->platform[p].n_gpus].gpu = g;
		j->platform[p].gpu[j->platform[p].n_gpus++].recalled = same(cell(s, i, "confidence"), "recalled");
	}
	s = sheet_of(j, "platform_slot");
	for (int i = 0; i < s->rows; i++) {
		int p = reference(j, JK_PLATFORM, cell(s, i, "platform")), n;

		if (p < 0 || j->platform[p].n_slots == SLOTS_MAX)
			return -1;
		n = j->platform[p].n_slots++;
		j->platform[p].slot[n].count = (int)strtol(cell(s, i, "slots"), NULL, 10);
		j->platform[p].slot[n].lanes = *cell(s, i, "lanes") ? (int)strtol(cell(s, i, "lanes"), NULL, 10) : -1;
		j->platform[p].slot[n].owner = cell(s, i, "attached");
		j->platform[p].slot[n].purpose = cell(s, i, "purpose");
	}
	s = sheet_of(j, "platform_lanes");
	for (int i = 0; i < s->rows; i++) {
		int p = reference(j, JK_PLATFORM, cell(s, i, "platform"));

		if (p < 0)
			return -1;
		j->platform[p].lanes2 = (struct fact){ atof(cell(s, i, "lanes_2p")), 1, 0 };
	}
	s = sheet_of(j, "psu_option");
	for (int i = 0; i < s->rows; i++) {
		struct supply *u = &j->supply[j->n_supplies];

		if (j->n_supplies == SUPPLIES_MAX)
			return -1;
		u->platform = reference(j, JK_PLATFORM, cell(s, i, "platform"));
		u->psu = *cell(s, i, "psu") ? reference(j, JK_PSU, cell(s, i, "psu")) : JUDGE_UNSET;
		u->count = listed_fact(s, i, "count");
		u->rated = listed_fact(s, i, "rated_w");
		u->standard = same(cell(s, i, "standard"), "1");
		if (u->platform < 0 || (u->psu < 0 && *cell(s, i, "psu")))
			return -1;
		j->n_supplies++;
	}
	return 0;
}

static int read_tables(struct judge *j)
{
	const struct sheet *s = sheet_of(j, "psu_rating");

	if (s->rows > RATINGS_MAX || sheet_of(j, "memory_population")->rows > ROWS_MAX || sheet_of(j,
		"memory_speed")->rows > ROWS_MAX ||
	    sheet_of(j, "baseboard")->rows > BOARDS_MAX || sheet_of(j, "lead_time")->rows > LIST_MAX)
		return -1;
	for (int i = 0; i < s->rows; i++) {
		j->rating[i].psu = reference(j, JK_PSU, cell(s, i, "psu"));
		j->rating[i].from = atof(cell(s, i, "volt_min"));
		j->rating[i].to = atof(cell(s, i, "volt_max"));
		j->rating[i].watts = atof(cell(s, i, "watts"));
		if (j->rating[i].psu < 0)
			return -1;
	}
	j->n_ratings = s->rows;
	s = sheet_of(j, "memory_population");
	for (int i = 0; i < s->rows; i++) {
		const char *allowed = cell(s, i, "allowed");

		j->population[i].family = cell(s, i, "family");
		j->population[i].channels = (int)strtol(cell(s, i, "channels"), NULL, 10);
		j->population[i].count = (int)strtol(cell(s, i, "dimms_per_socket"), NULL, 10);
		j->population[i].allowed = same(allowed, "yes") ? 1 : same(allowed, "no") ? 0 : -1;
		j->population[i].recalled = same(cell(s, i, "confidence"), "recalled");
	}
	j->n_populations = s->rows;
	s = sheet_of(j, "memory_speed");
	for (int i = 0; i < s->rows; i++) {
		j->speed[i].family = cell(s, i, "family");
		j->speed[i].type = cell(s, i, "dimm_type");
	}
	j->n_speeds = s->rows;
	s = sheet_of(j, "baseboard");
	for (int i = 0; i < s->rows; i++) {
		j->board[i].board = reference(j, JK_GPU, cell(s, i, "baseboard"));
		j->board[i].gpu = reference(j, JK_GPU, cell(s, i, "gpu"));
		j->board[i].modules = (int)strtol(cell(s, i, "modules"), NULL, 10);
		if (j->board[i].board < 0 || j->board[i].gpu < 0)
			return -1;
	}
	j->n_boards = s->rows;
	s = sheet_of(j, "lead_time");
	for (int i = 0; i < s->rows; i++) {
		j->lead[i].class_name = cell(s, i, "class");
		j->lead[i].weeks = (int)strtol(cell(s, i, "weeks_high"), NULL, 10);
	}
	j->n_leads = s->rows;
	return 0;
}

/* --- prices --- */

/* The day a date begins: "2026", "2026-Q3", "2026-08" and "2026-08-25" as yyyymmdd. */
static int day_of(const char *s)
{
	int year = 0, month = 1, day = 1, quarter = 1;

	if (sscanf(s, "%d-Q%d", &year, &quarter) == 2)
		month = 3 * quarter - 2;
	else
		(void)sscanf(s, "%d-%d-%d", &year, &month, &day);
	return year * 10000 + month * 100 + day;
}

static int kind_of_price(const char *s)
{
	return same(s, "list") ? 0 : same(s, "retail") ? 1 : same(s, "street") ? 2 : 3;
}

static double rate_of(const struct judge *j, const char *currency)
{
	const struct sheet *s = sheet_of(j, "fx");
	double rate = 0;
	int day = 0;

	for (int i = 0; i < s->rows; i++)
		if (same(cell(s, i, "currency"), currency) && day_of(cell(s, i, "date")) >= day) {
			day = day_of(cell(s, i, "date"));
			rate = atof(cell(s, i, "micros")) / 1e6;
		}
	return rate;
}

static double vat_of(const struct judge *j, const char *region)
{
	const struct sheet *s = sheet_of(j, "vat");

	for (int i = 0; i < s->rows; i++)
		if (same(cell(s, i, "region"), region))
			return atof(cell(s, i, "basis_points")) / 10000;
	return -1;
}

static struct part *priced_part(struct judge *j, const char *name)
{
	for (int tier = 0; tier < 2; tier++)
		for (int k = 0; k < JK_COUNT; k++) {
			size_t n = strlen(kind_names[k]);
			int typed = strncmp(name, kind_names[k], n) == 0 && name[n] == ':';

			if (strchr(name, ':') && !typed)
				continue;
			for (int i = 0; i < j->parts[k]; i++)
				if (same(tier ? j->part[k][i].model : j->part[k][i].number, typed ? name + n + 1 : name))
					return &j->part[k][i];
		}
	return NULL;
}

/*
 * The newest price in use counts; of one day list before retail before street, then the lowest. EUR cents
 * without VAT.
 */
static void read_prices(struct judge *j)
{
	const struct sheet *s = sheet_of(j, "price");
	struct { int day, kind; double amount; } best[JK_COUNT][PARTS_MAX];

	memset(best, 0, sizeof(best));
	for (int i = 0; i < s->rows; i++) {
		struct part *p = priced_part(j, cell(s, i, "part"));
		double rate = rate_of(j, cell(s, i, "currency")), vat = 0, amount = atof(cell(s, i, "amount"));
		int day = day_of(cell(s, i, "date")), kind = kind_of_price(cell(s, i, "kind")), k = 0, at;

		if (same(cell(s, i, "vat"), "incl"))
			vat = vat_of(j, cell(s, i, "region"));
		if (!p || !same(cell(s, i, "used"), "1") || rate <= 0 || vat < 0 || atof(cell(s, i, "quantity")) > 1)
			continue;
		while (p < j->part[k] || p >= j->part[k] + PARTS_MAX)
			k++;
		at = (int)(p - j->part[k]);
		if (p->priced && (day < best[k][at].day || (day == best[k][at].day && (kind > best[k][at].kind ||
		    (kind == best[k][at].kind && amount >= best[k][at].amount)))))
			continue;
		best[k][at].day = day;
		best[k][at].kind = kind;
		best[k][at].amount = amount;
		p->priced = 1;
		p->cents = (int64_t)floor(amount * 100 / (1 + vat) * rate + 0.5);
	}
}

/* What a part's price is in proportion to. */
static double size_of(const struct judge *j, enum judge_kind k, int i)
{
	switch (k) {
	case JK_CPU: return j->cpu[i].cores.v;
	case JK_GPU: return j->gpu[i].gb.v;
	case JK_DIMM: return j->dimm[i].gb.v;
	case JK_NIC: return j->nic[i].ports.v * j->nic[i].gbps.v;
	case JK_DRIVE: return j->drive[i].tb.v;
	case JK_PLATFORM: case JK_PSU: case JK_COUNT: break;
	}
	return 1;
}

/*
 * The dearest known price per unit of the class; of CPUs first within the family; a GPU board's price says
 * nothing of a GPU.
 */
static double dearest(const struct judge *j, enum judge_kind k, const char *family)
{
	double most = -1;

	for (int i = 0; i < j->parts[k]; i++)
		if (j->part[k][i].priced && (!family || same(j->cpu[i].family.s, family)) &&
		    !(k == JK_GPU && same(j->gpu[i].form.s, "baseboard")))
			most = fmax(most, (double)j->part[k][i].cents / size_of(j, k, i));
	return most;
}

static void rank_parts(struct judge *j)
{
	for (int k = 0; k < JK_COUNT; k++)
		for (int i = 0; i < j->parts[k]; i++) {
			struct part *p = &j->part[k][i];
			double each = k == JK_CPU ? dearest(j, JK_CPU, j->cpu[i].family.s) : -1;

			if (each < 0)
				each = dearest(j, (enum judge_kind)k, NULL);
			p->rank = p->priced ? p->cents : each < 0 ? 0 : (int64_t)(size_of(j, (enum judge_kind)k, i) * each);
		}
	for (int i = 0; i < j->n_boards; i++) {
		const struct part *b = &j->part[JK_GPU][j->board[i].board], *g = &j->part[JK_GPU][j->board[i].gpu];

		j->board[i].priced = b->priced || g->priced;
		j->board[i].cents = b->priced ? b->cents : j->board[i].modules * g->cents;
		j->board[i].rank = j->board[i].priced ? j->board[i].cents : j->board[i].modules * g->rank;
	}
}

int judge_ready(struct judge *j)
{
	for (int k = 0; k < JK_COUNT; k++)
		if (read_parts(j, (enum judge_kind)k) != 0)
			return -1;
	if (read_platform_lists(j) != 0 || read_tables(j) != 0)
		return -1;
	read_prices(j);
	rank_parts(j);
	return 0;
}

void judge_need_init(struct judge_need *n)
{
	*n = (struct judge_need){ JUDGE_UNSET, JUDGE_UNSET, JUDGE_UNSET, JUDGE_UNSET, JUDGE_UNSET, JUDGE_UNSET, JUDGE_UNSET,
		JUDGE_UNSET,
		JUDGE_UNSET, JUDGE_UNSET, JUDGE_UNSET, JUDGE_UNSET, JUDGE_UNSET, JUDGE_UNSET, 0, 0, "" };
}

void judge_machine_init(struct judge_machine *m)
{
	memset(m, 0, sizeof(*m));
	m->platform = m->supply = m->cpu = m->dimm = m->gpu = m->more.part = JUDGE_UNSET;
	for (int i = 0; i < JUDGE_ITEMS; i++)
		m->nic[i].part = m->drive[i].part = m->boot[i].part = JUDGE_UNSET;
}

/* --- the rules --- */

/*
 * Where a fact is missing: what must fit together at all has to be known to fit; of the rest a doubtful machine
 * is better than none; an unknown price or delay is no reason to pass a machine over.
 */
enum { DOUBT, FIT, BILL };
static const struct { enum judge_rule rule; const char *id; int missing; } rules[JR_COUNT] = {
	{ JR_MEMORY_PER_SOCKET, "memory.per-socket", DOUBT }, { JR_MEMORY_CPU_MAX, "memory.cpu-max", DOUBT },
	{ JR_MEMORY_BOARD_MAX, "memory.board-max", DOUBT }, { JR_MEMORY_SLOTS, "memory.slots", FIT },
	{ JR_MEMORY_POPULATION, "memory.population-allowed", DOUBT }, { JR_MEMORY_TYPE, "memory.type", FIT },
		{ JR_MEMORY_MIX, "memory.mix", DOUBT },
	{ JR_CPU_SOCKET, "cpu.socket", FIT }, { JR_CPU_FAMILY, "cpu.family", FIT }, { JR_CPU_TDP, "cpu.tdp", DOUBT },
		{ JR_CPU_SOCKETS, "cpu.sockets", FIT },
	{ JR_CPU_HALF, "cpu.half-populated", FIT }, { JR_CPU_CORES, "cpu.cores", DOUBT }, { JR_CPU_NO_SECOND,
		"cpu.no-second-socket", DOUBT },
	{ JR_ORDERABLE, "part.orderable", FIT }, { JR_GPU_ASKED, "gpu.asked", FIT }, { JR_GPU_STACK, "gpu.stack", DOUBT },
		{ JR_GPU_FORM, "gpu.form", FIT },
	{ JR_GPU_COUNT, "gpu.count", FIT }, { JR_GPU_VALIDATED, "gpu.validated", DOUBT }, { JR_GPU_LANES, "gpu.lanes", DOUBT },
	{ JR_GPU_COOLING, "gpu.cooling", DOUBT }, { JR_STORAGE_BAYS, "storage.bays", FIT }, { JR_STORAGE_LANES,
		"storage.lanes", DOUBT },
	{ JR_STORAGE_CAPACITY, "storage.capacity", DOUBT }, { JR_STORAGE_BOOT, "storage.boot", DOUBT }, { JR_NETWORK_ASKED,
		"network.asked", DOUBT },
	{ JR_NETWORK_LAN, "network.lan", FIT }, { JR_NETWORK_SLOTS, "network.slots", FIT }, { JR_POWER_OPTION,
		"power.option", DOUBT },
	{ JR_POWER_CAPACITY, "power.capacity", DOUBT }, { JR_POWER_CORD, "power.cord", DOUBT }, { JR_SITE_FEED, "site.feed",
		DOUBT },
	{ JR_SITE_RACK, "site.rack", FIT }, { JR_GROWTH_GPUS, "growth.gpus", DOUBT }, { JR_GROWTH_MEMORY, "growth.memory",
		DOUBT },
	{ JR_BUDGET, "budget", BILL }, { JR_LEAD_TIME, "lead-time", BILL },
};

const char *judge_rule_id(enum judge_rule r)
{
	return rules[r].id;
}

int judge_rule_find(const char *id)
{
	for (int i = 0; i < JR_COUNT; i++)
		if (same(rules[i].id, id))
			return i;
	return -1;
}

int judge_grade(const struct judge_verdict *v)
{
	int grade = v->broken ? 0 : 2;

	for (int i = 0; grade && i < JR_COUNT; i++)
		if (v->unproven >> i & 1 && rules[i].missing != BILL)
			grade = rules[i].missing == FIT ? 0 : 1;
	return grade;
}

/*
 * One look at a machine. doubting: what is known from memory only counts as unknown. said collects the answers of every
 * decision in order.
 */
enum { SAID_MAX = 96 };
struct look {
	const struct judge *j;
	const struct judge_need *n;
	const struct judge_machine *m;
	int quoted, doubting, n_said;
	struct { enum judge_rule rule; int is; } said[SAID_MAX];
};

static void say(struct look *l, enum judge_rule r, int is)
{
	l->said[l->n_said].rule = r;
	l->said[l->n_said++].is = is;
}

static int sees(const struct look *l, struct fact f)
{
	return f.known && !(l->doubting && f.recalled);
}

/* A quantity: 0 to anything where it is not seen. */
static struct range quantity(const struct look *l, struct fact f)
{
	return sees(l, f) ? exactly(f.v) : between(0, endless);
}

static struct range quantity_in(const struct look *l, struct fact f, double lo, double hi)
{
	return sees(l, f) ? exactly(f.v) : between(lo, hi);
}

/* NULL where it is not seen. */
static const char *word(const struct look *l, struct text t)
{
	return *t.s && !(l->doubting && t.recalled) ? t.s : NULL;
}

static int is_word(const struct look *l, struct text t, const char *s)
{
	const char *w = word(l, t);

	return w ? same(w, s) : UNSURE;
}

static struct range sockets(const struct look *l)
{
	return exactly(l->m->sockets);
}

static void judge_memory(struct look *l)
{
	const struct judge *j = l->j;
	const struct judge_machine *m = l->m;
	const struct platform *p = &j->platform[m->platform];
	const struct cpu *c = &j->cpu[m->cpu];
	const struct dimm *d = &j->dimm[m->dimm];
	const char *family = word(l, c->family), *types = word(l, c->types), *type = word(l, d->type), *gen = word(l,
		d->generation);
	struct range each = quantity(l, p->sockets), per_socket = times(exactly(m->dps), quantity(l, d->gb));
	int count = m->dps, fits = UNSURE, allowed = UNSURE;

	if (m->more.part >= 0) {
		const struct dimm *x = &j->dimm[m->more.part];
		int alike = and3(at_most(quantity(l, d->gb), quantity(l, x->gb)), at_most(quantity(l, x->gb), quantity(l, d->gb)));

		count += m->more.count;
		per_socket = plus(per_socket, times(exactly(m->more.count), quantity(l, x->gb)));
		alike = and3(alike, word(l, x->type) && type ? is_word(l, x->type, type) : UNSURE);
		alike = and3(alike, word(l, x->width) && word(l, d->width) ? is_word(l, x->width, d->width.s) : UNSURE);
		alike = and3(alike, sees(l, x->ranks) && sees(l, d->ranks) ? x->ranks.v == d->ranks.v : UNSURE);
		say(l, JR_MEMORY_MIX, alike);
	}
	if (l->n->memory_gb != JUDGE_UNSET)
		say(l, JR_MEMORY_PER_SOCKET, at_most(exactly(l->n->memory_gb), per_socket));
	say(l, JR_MEMORY_CPU_MAX, at_most(per_socket, quantity(l, c->max_gb)));
	/* the board's limit is for all its sockets, each has its share of it and of the slots */
	say(l, JR_MEMORY_BOARD_MAX, at_most(times(per_socket, each), quantity(l, p->max_gb)));
	say(l, JR_MEMORY_SLOTS, at_most(times(exactly(count), each), quantity(l, p->slots)));
	for (int i = 0; family && i < j->n_populations; i++)
		if (same(j->population[i].family, family) && sees(l, c->channels) &&
			j->population[i].channels == (int)c->channels.v &&
		    j->population[i].count == count && j->population[i].allowed >= 0 && !(l->doubting && j->population[i].recalled))
			allowed = j->population[i].allowed;
	say(l, JR_MEMORY_POPULATION, allowed);
	if (types && gen && !strstr(types, gen)) {
		fits = NO;
	} else if (type && types && gen) {
		if (same(type, "MRDIMM"))
			fits = strstr(types, "MRDIMM") != NULL;
		else if (same(type, "UDIMM") || (same(type, "LRDIMM") && same(gen, "DDR5")))
			fits = NO;
		else
			for (int i = 0; family && i < j->n_speeds; i++)
				if (same(j->speed[i].family, family) && same(j->speed[i].type, type))
					fits = YES;
	}
	say(l, JR_MEMORY_TYPE, fits);
}

static void judge_cpu(struct look *l)
{
	const struct judge_machine *m = l->m;
	const struct platform *p = &l->j->platform[m->platform];
	const struct cpu *c = &l->j->cpu[m->cpu];
	const char *socket = word(l, p->socket), *family = word(l, c->family);
	int fits = socket ? is_word(l, c->socket, socket) : UNSURE, listed = UNSURE;

	say(l, JR_CPU_SOCKET, fits);
	for (int i = 0; family && i < p->n_families; i++)
		listed = listed == YES || same(p->family[i], family);
	if (fits == YES)
		say(l, JR_CPU_FAMILY, listed);
	say(l, JR_CPU_TDP, at_most(quantity(l, c->tdp), quantity(l, p->tdp)));
	say(l, JR_CPU_SOCKETS, at_most(sockets(l), quantity(l, p->sockets)));
	say(l, JR_CPU_SOCKETS, at_most(sockets(l), quantity(l, c->max_sockets)));
	if (l->n->cores != JUDGE_UNSET)
		say(l, JR_CPU_CORES, at_most(exactly(l->n->cores), times(sockets(l), quantity(l, c->cores))));
}

/* --- slots and lanes --- */

static int is_card(const struct judge *j, int gpu)
{
	return same(j->gpu[gpu].form.s, "pcie");
}

static int sum_items(const struct judge_item *item)
{
	int n = 0;

	for (int i = 0; i < JUDGE_ITEMS; i++)
		n += item[i].part >= 0 ? item[i].count : 0;
	return n;
}

/*
 * Slots of a purpose ("any", "nic", "gpu") with at least that many lanes; -1: the platform's list has none of
 * the kind.
 */
static int slots_for(const struct platform *p, const char *purpose, int lanes)
{
	int n = -1;

	for (int i = 0; i < p->n_slots; i++)
		if (same(p->slot[i].purpose, purpose) && (p->slot[i].lanes < 0 || p->slot[i].lanes >= lanes))
			n = (n < 0 ? 0 : n) + p->slot[i].count;
	return n;
}

static int none_is_zero(int n)
{
	return n < 0 ? 0 : n;
}

/* GPUs of this form and width that the platform takes. A slot for a double-width card takes a single one. */
static struct range gpu_slots(const struct look *l, int gpu)
{
	const struct platform *p = &l->j->platform[l->m->platform];
	const struct gpu *g = &l->j->gpu[gpu];
	struct range dw = quantity(l, p->dw), single = sees(l, p->sw) ? exactly(p->sw.v) : between(dw.lo, endless);

	if (same(g->form.s, "superchip")) /* the board's own processor */
		return exactly(1);
	if (!is_card(l->j, gpu))
		return quantity(l, p->fixed);
	if (!sees(l, g->width))
		return between(fmin(dw.lo, single.lo), fmax(dw.hi, single.hi));
	return g->width.v == 1 ? single : dw;
}

/* Lanes of adapters and of drives outside M.2 slots; a device of unknown width takes as much as its kind can. */
static struct range nic_lanes(const struct look *l)
{
	struct range sum = exactly(0);

	for (int i = 0; i < JUDGE_ITEMS; i++)
		if (l->m->nic[i].part >= 0)
			sum = plus(sum, times(exactly(l->m->nic[i].count), quantity_in(l, l->j->nic[l->m->nic[i].part].lanes, 1, 16)));
	return sum;
}

static int is_m2(const struct judge *j, int drive)
{
	return same(j->drive[drive].form.s, "M.2");
}

static struct range drive_lanes(const struct look *l)
{
	struct range sum = exactly(0);

	for (int i = 0; i < 2 * JUDGE_ITEMS; i++) {
		const struct judge_item *x = i < JUDGE_ITEMS ? &l->m->drive[i] : &l->m->boot[i - JUDGE_ITEMS];

		if (x->part >= 0 && !is_m2(l->j, x->part))
			sum = plus(sum, times(exactly(x->count), quantity_in(l, l->j->drive[x->part].lanes, 2, 4)));
	}
	return sum;
}

static struct range gpu_lanes(const struct look *l, int count)
{
	return l->m->gpus > 0 && is_card(l->j, l->m->gpu) ? times(exactly(count), quantity_in(l, l->j->gpu[l->m->gpu].lanes,
		1, 16)) : exactly(0);
}

/*
 * Lanes of one socket or two. Of a pair of EPYCs the board decides: 3 links between them leave the most, 4
 * links as many as one of them has alone.
 */
static struct range cpu_lanes(const struct look *l, int n)
{
	const struct cpu *c = &l->j->cpu[l->m->cpu];
	struct range one = quantity(l, c->lanes1), both = quantity(l, c->lanes2);

	if (n == 1)
		return one;
	if (sees(l, l->j->platform[l->m->platform].lanes2)) /* of a CPU that is not made for pairs it says the least */
		return between(l->j->platform[l->m->platform].lanes2.v, both.hi < endless ? l->j->platform[l->m->platform].lanes2.v
			: endless);
	return same(l->j->part[JK_CPU][l->m->cpu].vendor, "AMD") ? between(fmin(one.lo, both.hi), both.hi) : both;
}

/* Is every slot of these purposes known to belong to CPU 0 or 1? Then live: slots of CPU 0. */
static int owned(const struct platform *p, const char *const *purpose, int lanes, int *live)
{
	int all = 1, any = 0;

	*live = 0;
	for (int i = 0; i < p->n_slots; i++)
		for (int k = 0; purpose[k]; k++) {
			if (!same(p->slot[i].purpose, purpose[k]) || (p->slot[i].lanes >= 0 && p->slot[i].lanes < lanes))
				continue;
			any = 1;
			if (same(p->slot[i].owner, "0"))
				*live += p->slot[i].count;
			else if (!same(p->slot[i].owner, "1"))
				all = 0;
		}
	return any && all;
}

/* One CPU in a board of two: what hangs on the other is dead. */
static void judge_half(struct look *l, int count_fits)
{
	static const char *const for_gpus[] = { "any", "gpu", NULL }, *const for_cards[] = { "any", "gpu", "nic", NULL },
		*const for_bays[] = { "nvme-bay", NULL };
	const struct judge_machine *m = l->m;
	const struct platform *p = &l->j->platform[m->platform];
	int half = not3(at_most(quantity(l, p->sockets), sockets(l))), live, cards = 0, bays = 0;

	for (int i = 0; i < JUDGE_ITEMS; i++) {
		const char *form = m->nic[i].part >= 0 ? l->j->nic[m->nic[i].part].form.s : "";

		cards += m->nic[i].part >= 0 && !same(form, "OCP3") && !same(form, "AIOM") ? m->nic[i].count : 0;
		bays += m->drive[i].part >= 0 && !is_m2(l->j, m->drive[i].part) ? m->drive[i].count : 0;
		bays += m->boot[i].part >= 0 && !is_m2(l->j, m->boot[i].part) ? m->boot[i].count : 0;
	}
	if (m->gpus > 0 && is_card(l->j, m->gpu) && count_fits == YES) {
		struct range slots = gpu_slots(l, m->gpu), reach;

		/* an owner that is not known: each socket has its even share */
		reach = floor_of(between(slots.lo * m->sockets / fmax(p->sockets.v, 1),
			fmin(slots.hi * m->sockets / fmax(p->sockets.v, 1), endless)));
		if (owned(p, for_gpus, 16, &live))
			reach = between(fmin(slots.lo, live), fmin(slots.hi, live));
		say(l, JR_CPU_HALF, only_if(half, at_most(exactly(m->gpus), reach)));
	}
	if (m->gpus > 0 && is_card(l->j, m->gpu))
		cards += m->gpus;
	if (owned(p, for_cards, 8, &live))
		say(l, JR_CPU_HALF, only_if(half, at_most(exactly(cards), exactly(live))));
	if (owned(p, for_bays, 0, &live))
		say(l, JR_CPU_HALF, only_if(half, at_most(exactly(bays), exactly(live))));
}

static void judge_growth(struct look *l, int topology)
{
	const struct judge_need *n = l->n;
	const struct judge_machine *m = l->m;
	const struct platform *p = &l->j->platform[m->platform];
	const struct cpu *c = &l->j->cpu[m->cpu];

	if (n->growth_nodes > 1)
		return;
	if (n->growth_gpus > m->gpus && m->gpus > 0) {
		struct range planned = exactly(n->growth_gpus), slots = gpu_slots(l, m->gpu);
		struct range used = plus(plus(gpu_lanes(l, n->growth_gpus), nic_lanes(l)), drive_lanes(l)), lanes = cpu_lanes(l,
			m->sockets);
		int fits = at_most(planned, slots), room = none_is_zero(slots_for(p, "any", 8)) + none_is_zero(slots_for(p, "gpu",
			0));

		say(l, JR_GROWTH_GPUS, fits);
		if (is_card(l->j, m->gpu) && room > 0)
			say(l, JR_GROWTH_GPUS, at_most(planned, exactly(room)));
		/* a second CPU can be added later, where board and CPU allow it */
		if (m->sockets == 1 && p->sockets.v > 1 && c->max_sockets.v > 1) {
			struct range both = cpu_lanes(l, 2);

			lanes = between(fmax(lanes.lo, both.lo), fmax(lanes.hi, both.hi));
		}
		if (is_card(l->j, m->gpu) && fits == YES)
			say(l, JR_GROWTH_GPUS, only_if(topology, at_most(used, lanes)));
		if (is_card(l->j, m->gpu) && p->sockets.v == 1)
			say(l, JR_CPU_NO_SECOND, only_if(topology, at_most(used, cpu_lanes(l, 1))));
	}
	if (n->growth_memory_gb != JUDGE_UNSET)
		say(l, JR_GROWTH_MEMORY, and3(at_most(times(exactly(n->growth_memory_gb), quantity(l, p->sockets)), quantity(l,
			p->max_gb)),
			at_most(exactly(n->growth_memory_gb), quantity(l, c->max_gb))));
}

static void judge_gpu(struct look *l)
{
	const struct judge_machine *m = l->m;
	const struct platform *p = &l->j->platform[m->platform];
	int listed = 0, confirmed = 0, sure_list = 0, form, fits = YES, topology = is_word(l, p->topology, "direct");
	struct range used = plus(plus(gpu_lanes(l, m->gpus), nic_lanes(l)), drive_lanes(l)), total = cpu_lanes(l, m->sockets);

	if (l->n->gpu != JUDGE_UNSET || l->n->gpus != JUDGE_UNSET)
		say(l, JR_GPU_ASKED, (l->n->gpu == JUDGE_UNSET || (m->gpus > 0 && m->gpu == l->n->gpu)) &&
			m->gpus >= (l->n->gpus == JUDGE_UNSET ? 1 : l->n->gpus));
	if (m->gpus > 0) {
		const struct gpu *g = &l->j->gpu[m->gpu];
		const char *takes = word(l, p->gpu_form), *is = word(l, g->form), *cooling = word(l, g->cooling),
			*vendor = l->j->part[JK_GPU][m->gpu].vendor;

		for (int i = 0; i < p->n_gpus; i++)
			if (!(l->doubting && p->gpu[i].recalled)) {
				sure_list |= !p->gpu[i].recalled;
				listed |= p->gpu[i].gpu == m->gpu;
				confirmed |= p->gpu[i].gpu == m->gpu && !p->gpu[i].recalled;
			}
		if (l->n->stack[0])
			say(l, JR_GPU_STACK, same(vendor, same(l->n->stack, "cuda") ? "NVIDIA" : "AMD"));
		form = listed ? YES : takes && is ? same(takes, is) : UNSURE;
		say(l, JR_GPU_FORM, form);
		if (same(g->form.s, "superchip")) {
			say(l, JR_GPU_COUNT, m->gpus <= 1);
		} else if (form == YES) {
			struct range slots = gpu_slots(l, m->gpu), have = exactly(m->gpus);

			fits = at_most(have, slots);
			if (!is_card(l->j, m->gpu)) {
				fits = and3(fits, at_most(slots, have));
				say(l, JR_GPU_VALIDATED, confirmed ? YES : listed || !sure_list ? UNSURE : NO);
			} else if (sees(l, g->lanes) && g->lanes.v == 16 && slots_for(p, "any", 0) + slots_for(p, "gpu", 0) > 0) {
				/* slots are known; a card of one slot may stand in an adapter's too; cards of x8 are not counted here */
				int wide = (int)g->lanes.v, single = !sees(l, g->width) || g->width.v == 1;

				say(l, JR_GPU_COUNT, at_most(have, exactly(none_is_zero(slots_for(p, "any", wide)) + none_is_zero(slots_for(p,
					"gpu", wide)) + (single ? none_is_zero(slots_for(p, "nic", wide)) : 0))));
			}
			say(l, JR_GPU_COUNT, fits);
		} else {
			fits = UNSURE;
		}
		if (is_card(l->j, m->gpu))
			say(l, JR_GPU_LANES, only_if(topology, at_most(used, total)));
		if (!cooling)
			say(l, JR_GPU_COOLING, UNSURE);
		else if (same(cooling, "liquid"))
			say(l, JR_GPU_COOLING, confirmed ? YES : sees(l, p->liquid) ? p->liquid.v != 0 : UNSURE);
		else if (same(cooling, "passive"))
			say(l, JR_GPU_COOLING, p->is_system ? YES : UNSURE);
	}
	judge_half(l, fits);
	judge_growth(l, topology);
	/* drives have their lanes after GPUs and adapters */
	if (drive_lanes(l).hi > 0)
		say(l, JR_STORAGE_LANES, only_if(topology, at_most(drive_lanes(l),
			at_least_zero(minus(minus(total, nic_lanes(l)), gpu_lanes(l, m->gpus))))));
}

static void judge_storage(struct look *l)
{
	const struct judge_machine *m = l->m;
	const struct platform *p = &l->j->platform[m->platform];
	struct range tb = exactly(0);
	int bays = 0, m2 = 0;

	for (int i = 0; i < 2 * JUDGE_ITEMS; i++) {
		const struct judge_item *x = i < JUDGE_ITEMS ? &m->drive[i] : &m->boot[i - JUDGE_ITEMS];

		if (x->part < 0)
			continue;
		*(is_m2(l->j, x->part) ? &m2 : &bays) += x->count;
		if (i < JUDGE_ITEMS)
			tb = plus(tb, times(exactly(x->count), quantity(l, l->j->drive[x->part].tb)));
	}
	if (bays)
		say(l, JR_STORAGE_BAYS, at_most(exactly(bays), quantity(l, p->bays)));
	if (m2)
		say(l, JR_STORAGE_BAYS, at_most(exactly(m2), quantity(l, p->m2)));
	if (l->n->storage_tb >= 0)
		say(l, JR_STORAGE_CAPACITY, at_most(exactly(l->n->storage_tb - 0.0001), tb));
	if (l->quoted)
		say(l, JR_STORAGE_BOOT, sum_items(m->boot) >= 1);
}

static void judge_network(struct look *l)
{
	const struct judge_machine *m = l->m;
	const struct platform *p = &l->j->platform[m->platform];
	struct range gbps = exactly(0), room = quantity(l, p->nics);
	int cards = 0, ocp = 0, any = slots_for(p, "any", 8), nic = slots_for(p, "nic", 8);

	for (int i = 0; i < JUDGE_ITEMS; i++) {
		const struct nic *x = &l->j->nic[none_is_zero(m->nic[i].part)];

		if (m->nic[i].part < 0)
			continue;
		*(same(x->form.s, "OCP3") || same(x->form.s, "AIOM") ? &ocp : &cards) += m->nic[i].count;
		gbps = plus(gbps, times(exactly(m->nic[i].count), times(quantity(l, x->ports), quantity(l, x->gbps))));
	}
	if (any >= 0 || nic >= 0) /* slots are known: GPU cards take theirs first, then those for any card */
		room = exactly(none_is_zero(any) + none_is_zero(nic) - (m->gpus > 0 && is_card(l->j, m->gpu)
			? none_is_zero(m->gpus - none_is_zero(slots_for(p, "gpu", 0))) : 0));
	if (l->n->network_gbps != JUDGE_UNSET)
		say(l, JR_NETWORK_ASKED, at_most(exactly(l->n->network_gbps), gbps));
	if (l->quoted && cards + ocp == 0)
		say(l, JR_NETWORK_LAN, sees(l, p->lan) ? p->lan.v != 0 : UNSURE);
	if (cards)
		say(l, JR_NETWORK_SLOTS, at_most(exactly(cards), room));
	if (ocp)
		say(l, JR_NETWORK_SLOTS, at_most(exactly(ocp), quantity(l, p->ocp)));
}

/* --- power --- */

/* Watts by the planning formula. */
static struct range power_of(const struct look *l)
{
	const struct judge *j = l->j;
	const struct judge_machine *m = l->m;
	const struct platform *p = &j->platform[m->platform];
	int gpu_chassis = (*p->gpu_form.s && !same(p->gpu_form.s, "none") && !same(p->gpu_form.s, "pcie")) || (p->dw.known &&
		p->dw.v >= 4);
	struct range sum = exactly(m->sockets == 1 ? board_1s_w : board_2s_w);
	double fan = p->liquid.v != 0 ? fan_liquid : gpu_chassis ? fan_gpu : fan_air;

	sum = plus(sum, times(sockets(l), quantity(l, j->cpu[m->cpu].tdp)));
	sum = plus(sum, exactly(m->sockets * m->dps * dimm_watts(j->dimm[m->dimm].gb.v)));
	if (m->more.part >= 0)
		sum = plus(sum, exactly(m->sockets * m->more.count * dimm_watts(j->dimm[m->more.part].gb.v)));
	if (m->gpus > 0)
		sum = plus(sum, times(exactly(m->gpus), quantity(l, j->gpu[m->gpu].tdp)));
	for (int i = 0; i < JUDGE_ITEMS; i++) {
		if (m->nic[i].part >= 0) {
			struct fact w = j->nic[m->nic[i].part].tdp;

			sum = plus(sum, times(exactly(m->nic[i].count), w.known ? quantity(l, w) : exactly(nic_w)));
		}
		for (int boot = 0; boot < 2; boot++) {
			const struct judge_item *x = boot ? &m->boot[i] : &m->drive[i];
			const struct drive *d = &j->drive[none_is_zero(x->part)];

			if (x->part >= 0)
				sum = plus(sum, times(exactly(x->count), d->watts.known ? quantity(l, d->watts) : exactly(is_m2(j, x->part)
					? boot_m2_w
					: d->gen.known && d->gen.v >= 5 ? drive_gen5_w : drive_gen4_w)));
		}
	}
	return times(sum, exactly(1 + fan));
}

static const struct curve *curve_of(const struct judge *j, int psu)
{
	for (size_t i = 0; psu >= 0 && i < LENGTH(curves); i++)
		if (same(curves[i].name, j->psu[psu].efficiency.s))
			return &curves[i];
	return &curves[0]; /* what a new server in the EU must have */
}

static double eta_at(const struct curve *c, double load)
{
	int i = 1;

	if (load <= c->load[0])
		return c->eta[0];
	while (i < c->n && load > c->load[i])
		i++;
	if (i == c->n)
		return c->eta[c->n - 1];
	return c->eta[i - 1] + (load - c->load[i - 1]) / (c->load[i] - c->load[i - 1]) * (c->eta[i] - c->eta[i - 1]);
}

/* Watts from the wall; where the supplies are not known, at the best and at the worst efficiency of their class. */
static struct range from_wall(const struct curve *c, struct range power, struct range all_supplies)
{
	double worst = 1, best = 0;

	for (int i = 0; i < c->n; i++) {
		worst = fmin(worst, c->eta[i]);
		best = fmax(best, c->eta[i]);
	}
	if (all_supplies.lo != all_supplies.hi || all_supplies.lo <= 0)
		return between(power.lo / best, fmin(power.hi / worst, endless));
	return between(power.lo / eta_at(c, power.lo / all_supplies.lo),
		power.hi >= endless ? endless : power.hi / eta_at(c, power.hi / all_supplies.lo));
}

static void judge_power(struct look *l)
{
	const struct judge *j = l->j;
	const struct judge_need *n = l->n;
	const struct judge_machine *m = l->m;
	const struct platform *p = &j->platform[m->platform];
	const struct supply *u = m->supply >= 0 ? &j->supply[m->supply] : NULL;
	double volts = n->volts == JUDGE_UNSET ? 230 : n->volts, step = endless;
	struct range power = power_of(l), count = between(0, endless), watts = between(0, endless), left;
	int options = 0, in_range;

	for (int i = 0; i < j->n_supplies; i++)
		options += j->supply[i].platform == m->platform;
	if (options)
		say(l, JR_POWER_OPTION, u && !m->foreign_psu);
	/* the site's voltage against what the machine takes; nobody named one: 230 V, which all take */
	in_range = and3(p->volt_min.known || n->volts != JUDGE_UNSET ? at_most(quantity(l, p->volt_min), exactly(volts)) : YES,
		p->volt_max.known || n->volts != JUDGE_UNSET ? at_most(exactly(volts), quantity(l, p->volt_max)) : YES);
	if (u && !m->foreign_psu) {
		double first = endless, last = 0;

		count = quantity(l, u->count);
		watts = quantity(l, u->rated);
		for (int i = 0; i < j->n_ratings; i++)
			if (j->rating[i].psu == u->psu) {
				first = fmin(first, j->rating[i].from);
				last = fmax(last, j->rating[i].to);
				if (volts >= j->rating[i].from && volts <= j->rating[i].to)
					step = fmin(step, j->rating[i].watts); /* at the border of two steps the lower one */
			}
		if (first < endless) { /* steps are known; they speak for the voltage too, but not of a gap between two */
			watts = step < endless ? exactly(step) : volts < first || volts > last ? exactly(0) : between(0, watts.hi);
			in_range = in_range == UNSURE ? YES : in_range;
		}
		if (in_range != YES)
			watts = between(0, in_range == NO ? 0 : watts.hi);
	}
	left = n->spare == 2 ? floor_of(between(count.lo / 2, count.hi / 2)) : n->spare == 1 ? at_least_zero(minus(count,
		exactly(1))) : count;
	say(l, JR_POWER_CAPACITY, at_most(power, times(left, watts)));
	if (u && !m->foreign_psu && u->psu >= 0 && watts.hi > 0) {
		const char *inlet = word(l, j->psu[u->psu].inlet);
		double amps = inlet && same(inlet, "C14") ? 10 : inlet && same(inlet, "C20") ? 16 : 0;
		double per_amp = eta_at(curve_of(j, u->psu), 1) * volts * power_factor;
		/* the cord carries what its supply does when only those that must remain are left, at most what it can */
		struct range carried = between(fmin(left.hi > 0 ? power.lo / left.hi : endless, watts.lo), fmin(left.lo > 0
			? power.hi / left.lo : endless, watts.hi));

		int holds = at_most(between(carried.lo / per_amp, carried.hi / per_amp), exactly(amps));

		if (amps > 0 && (holds != UNSURE || watts.lo == watts.hi)) /* that the watts are unknown is said above */
			say(l, JR_POWER_CORD, holds);
		else if (*j->psu[u->psu].inlet.s && !inlet)
			say(l, JR_POWER_CORD, UNSURE);
	}
	if (n->feed_w != JUDGE_UNSET)
		say(l, JR_SITE_FEED, at_most(from_wall(curve_of(j, u && !m->foreign_psu ? u->psu : JUDGE_UNSET), power, times(count,
			watts)),
			exactly(feed_share * n->feed_w)));
	if (n->rack_u != JUDGE_UNSET)
		say(l, JR_SITE_RACK, at_most(quantity(l, p->rack_u), exactly(n->rack_u)));
}

/* --- money, time, orders --- */

static int board_of(const struct judge *j, const struct judge_machine *m)
{
	for (int i = 0; m->gpus > 0 && i < j->n_boards; i++)
		if (j->board[i].gpu == m->gpu && j->board[i].modules == m->gpus)
			return i;
	return -1;
}

/* The main lines: parts and how many of each; the GPUs may be a board. */
struct line { enum judge_kind kind; int part, count; };
static int lines_of(const struct judge *j, const struct judge_machine *m, struct line *line)
{
	int n = 0;

	line[n++] = (struct line){ JK_PLATFORM, m->platform, 1 };
	line[n++] = (struct line){ JK_CPU, m->cpu, m->sockets };
	line[n++] = (struct line){ JK_DIMM, m->dimm, m->sockets * m->dps };
	if (m->more.part >= 0)
		line[n++] = (struct line){ JK_DIMM, m->more.part, m->sockets * m->more.count };
	if (m->gpus > 0 && board_of(j, m) < 0)
		line[n++] = (struct line){ JK_GPU, m->gpu, m->gpus };
	for (int i = 0; i < JUDGE_ITEMS; i++) {
		if (m->nic[i].part >= 0)
			line[n++] = (struct line){ JK_NIC, m->nic[i].part, m->nic[i].count };
		if (m->drive[i].part >= 0)
			line[n++] = (struct line){ JK_DRIVE, m->drive[i].part, m->drive[i].count };
		if (m->boot[i].part >= 0)
			line[n++] = (struct line){ JK_DRIVE, m->boot[i].part, m->boot[i].count };
	}
	return n;
}

int64_t judge_rank(const struct judge *j, const struct judge_machine *m)
{
	struct line line[16];
	int n = lines_of(j, m, line), board = board_of(j, m);
	int64_t sum = board >= 0 ? j->board[board].rank : 0;

	for (int i = 0; i < n; i++)
		sum += line[i].count * j->part[line[i].kind][line[i].part].rank;
	return sum;
}

static int weeks_of(const struct judge *j, const char *class_name)
{
	for (int i = 0; i < j->n_leads; i++)
		if (same(j->lead[i].class_name, class_name))
			return j->lead[i].weeks;
	return -1;
}

static int line_weeks(const struct judge *j, const struct judge_machine *m, const struct line *x)
{
	char text[64];
	int weeks;

	switch (x->kind) {
	case JK_PLATFORM:
		weeks = m->gpus > 0 ? weeks_of(j, "gpu-platform") : -1;
		return weeks >= 0 ? weeks : weeks_of(j, "platform");
	case JK_CPU:
		(void)snprintf(text, sizeof(text), "cpu:%s", j->part[JK_CPU][x->part].vendor);
		return weeks_of(j, text);
	case JK_DIMM:
		weeks = j->dimm[x->part].gb.v >= 96 ? weeks_of(j, "dimm-large") : -1;
		return weeks >= 0 ? weeks : weeks_of(j, "dimm");
	case JK_GPU: return weeks_of(j, "gpu");
	case JK_NIC: return weeks_of(j, "nic");
	case JK_DRIVE: return weeks_of(j, "drive");
	case JK_PSU: case JK_COUNT: break;
	}
	return -1;
}

static int is_sold(const struct judge *j, enum judge_kind k, int part)
{
	const char *s = j->part[k][part].status;

	return !same(s, "ended") && !same(s, "oem");
}

static void judge_order(struct look *l)
{
	const struct judge *j = l->j;
	const struct judge_machine *m = l->m;
	struct line line[16];
	int n = lines_of(j, m, line), board = board_of(j, m), unknown = 0, in_time = YES;
	int64_t sum = 0;

	if (m->gpus > 0 && board >= 0) {
		unknown += !j->board[board].priced;
		sum += j->board[board].cents;
		line[n++] = (struct line){ JK_GPU, m->gpu, 0 }; /* the modules count for time and orders */
	}
	for (int i = 0; i < n; i++) {
		int weeks = line_weeks(j, m, &line[i]);

		if (line[i].count > 0) {
			unknown += !j->part[line[i].kind][line[i].part].priced;
			sum += line[i].count * j->part[line[i].kind][line[i].part].cents;
		}
		if (l->n->weeks != JUDGE_UNSET)
			in_time = and3(in_time, weeks < 0 ? UNSURE : weeks <= l->n->weeks);
		if (l->quoted)
			say(l, JR_ORDERABLE, is_sold(j, line[i].kind, line[i].part));
	}
	if (l->quoted) {
		say(l, JR_ORDERABLE, j->platform[m->platform].is_system);
		say(l, JR_ORDERABLE, *j->part[JK_DIMM][m->dimm].number != '\0'); /* a class of product has none */
	}
	if (l->n->budget_cents >= 0)
		say(l, JR_BUDGET, sum * (100 - l->n->discount) > l->n->budget_cents * 100 ? NO : unknown ? UNSURE : YES);
	if (l->n->weeks != JUDGE_UNSET)
		say(l, JR_LEAD_TIME, in_time);
}

static void look_at(struct look *l, int doubting)
{
	l->doubting = doubting;
	l->n_said = 0;
	judge_memory(l);
	judge_cpu(l);
	judge_gpu(l);
	judge_storage(l);
	judge_network(l);
	judge_power(l);
	judge_order(l);
}

void judge_check(const struct judge *j, const struct judge_need *n, const struct judge_machine *m, int quoted,
	struct judge_verdict *v)
{
	struct look all = { .j = j, .n = n, .m = m, .quoted = quoted }, sure = all;
	int bad = 0;

	v->broken = v->unproven = 0;
	look_at(&all, 0);
	for (int i = 0; i < all.n_said; i++) {
		bad |= all.said[i].is == NO;
		if (all.said[i].is == UNSURE)
			v->unproven |= UINT64_C(1) << all.said[i].rule;
	}
	if (!bad)
		return;
	look_at(&sure, 1);
	for (int r = 0; r < JR_COUNT; r++) {
		int doubted = 0, certain = 0;

		for (int i = 0; i < all.n_said; i++)
			doubted |= (int)all.said[i].rule == r && all.said[i].is == NO;
		for (int i = 0; i < sure.n_said; i++)
			certain |= (int)sure.said[i].rule == r && sure.said[i].is == NO;
		if (doubted && certain)
			v->broken |= UINT64_C(1) << r;
		else if (doubted)
			v->unproven |= UINT64_C(1) << r;
	}
}

/* --- every machine --- */

/* Is it certain already that this part of the judgement fails? More devices never mend what it looks at. */
static int is_hopeless(const struct judge *j, const struct judge_need *n, const struct judge_machine *m,
	void (*area)(struct look *))
{
	struct look l = { .j = j, .n = n, .m = m, .quoted = 1, .doubting = 1 };

	area(&l);
	for (int i = 0; i < l.n_said; i++)
		if (l.said[i].is == NO)
			return 1;
	return 0;
}

static int is_offered(const struct judge *j, enum judge_kind k, int part)
{
	int numbered = k != JK_NIC && k != JK_DRIVE && k != JK_DIMM;

	return is_sold(j, k, part) && !same(j->part[k][part].status, "announced") && (numbered || *j->part[k][part].number);
}

/* Choices of one kind: none, or one model, as few as reach the demand. */
struct choices { struct judge_item item[PARTS_MAX]; int n; };

static void add_choice(struct choices *c, int part, int count)
{
	c->item[c->n].part = part;
	c->item[c->n++].count = count;
}

static void find_choices(const struct judge *j, const struct judge_need *n, struct choices *nic,
	struct choices *drive, struct choices *boot)
{
	nic->n = drive->n = boot->n = 0;
	add_choice(nic, JUDGE_UNSET, 0);
	add_choice(drive, JUDGE_UNSET, 0);
	for (int i = 0; i < j->parts[JK_NIC]; i++) {
		int each = (int)(j->nic[i].ports.v * j->nic[i].gbps.v), count = 1;

		while (n->network_gbps > count * each)
			count++;
		if (is_offered(j, JK_NIC, i) && count <= (n->network_gbps > 1600 ? 16 : 2))
			add_choice(nic, i, count);
	}
	for (int i = 0; i < j->parts[JK_DRIVE]; i++) {
		int count = 1;

		while (count <= 64 && count * j->drive[i].tb.v < n->storage_tb - 0.0001)
			count++;
		if (is_offered(j, JK_DRIVE, i) && !is_m2(j, i) && count <= 64)
			add_choice(drive, i, count);
		if (is_offered(j, JK_DRIVE, i) && j->drive[i].tb.v <= 2)
			add_choice(boot, i, 2);
	}
}

struct hunt {
	const struct judge *j;
	const struct judge_need *n;
	struct judge_machine m;
	struct choices nic, drive, boot;
	struct judge_best *best;
};

static void try_machine(struct hunt *h)
{
	struct judge_verdict v;
	int64_t rank = judge_rank(h->j, &h->m);
	int grade;

	h->best->looked_at++;
	if (h->best->grade == 2 && rank >= h->best->rank_cents)
		return;
	judge_check(h->j, h->n, &h->m, 1, &v);
	grade = judge_grade(&v);
	if (grade > h->best->grade || (grade && grade == h->best->grade && rank < h->best->rank_cents)) {
		h->best->grade = grade;
		h->best->rank_cents = rank;
		h->best->machine = h->m;
	}
}

static void try_extras(struct hunt *h)
{
	for (int a = 0; a < h->nic.n; a++)
		for (int b = 0; b < h->drive.n; b++)
			for (int c = 0; c < h->boot.n; c++) {
				h->m.nic[0] = h->nic.item[a];
				h->m.drive[0] = h->drive.item[b];
				h->m.boot[0] = h->boot.item[c];
				try_machine(h);
			}
	h->m.nic[0] = h->m.drive[0] = h->m.boot[0] = (struct judge_item){ JUDGE_UNSET, 0 };
}

static void try_supplies(struct hunt *h)
{
	int any = 0;

	for (int i = 0; i < h->j->n_supplies; i++)
		if (h->j->supply[i].platform == h->m.platform) {
			any = 1;
			h->m.supply = i;
			try_extras(h);
		}
	h->m.supply = JUDGE_UNSET;
	if (!any)
		try_extras(h);
}

static void try_memory(struct hunt *h)
{
	const struct judge *j = h->j;
	const struct cpu *c = &j->cpu[h->m.cpu];

	for (int i = 0; i < j->n_populations; i++) {
		if (!same(j->population[i].family, c->family.s) || j->population[i].channels != (int)c->channels.v ||
		    j->population[i].allowed == 0 || j->population[i].count == 0)
			continue;
		for (int d = 0; d < j->parts[JK_DIMM]; d++) {
			if (!is_offered(j, JK_DIMM, d))
				continue;
			h->m.dimm = d;
			h->m.dps = j->population[i].count;
			if (h->m.dps * j->dimm[d].gb.v >= h->n->memory_gb && !is_hopeless(j, h->n, &h->m, judge_memory))
				try_supplies(h);
		}
	}
}

static void try_gpus(struct hunt *h)
{
	const struct judge *j = h->j;

	h->m.gpu = JUDGE_UNSET;
	h->m.gpus = 0;
	if (h->n->gpu == JUDGE_UNSET && h->n->gpus == JUDGE_UNSET) {
		if (!is_hopeless(j, h->n, &h->m, judge_gpu))
			try_memory(h);
		return;
	}
	for (int g = 0; g < j->parts[JK_GPU]; g++) {
		if (!is_offered(j, JK_GPU, g) || same(j->gpu[g].form.s, "baseboard"))
			continue;
		for (int n = 1; n <= 16; n++) {
			h->m.gpu = g;
			h->m.gpus = n;
			if (!is_hopeless(j, h->n, &h->m, judge_gpu))
				try_memory(h);
		}
	}
}

void judge_solve(const struct judge *j, const struct judge_need *n, struct judge_best *out)
{
	struct hunt *h = calloc(1, sizeof(*h));

	memset(out, 0, sizeof(*out));
	if (!h)
		return;
	h->j = j;
	h->n = n;
	h->best = out;
	judge_machine_init(&h->m);
	find_choices(j, n, &h->nic, &h->drive, &h->boot);
	for (int p = 0; p < j->parts[JK_PLATFORM]; p++) {
		if (!j->platform[p].is_system || !is_offered(j, JK_PLATFORM, p) || same(j->part[JK_PLATFORM][p].status, "legacy"))
			continue;
		for (int c = 0; c < j->parts[JK_CPU]; c++) {
			if (!is_offered(j, JK_CPU, c) || !same(j->cpu[c].socket.s, j->platform[p].socket.s))
				continue;
			for (int s = 1; s <= 2; s++) {
				h->m.platform = p;
				h->m.cpu = c;
				h->m.sockets = s;
				if (!is_hopeless(j, n, &h->m, judge_cpu))
					try_gpus(h);
			}
		}
	}
	free(h);
}
