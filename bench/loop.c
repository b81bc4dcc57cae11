/* SPDX-License-Identifier: MIT */
#include "loop.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/str.h"
#include "core/catalog/db.h"

#define UNKNOWN INT64_MIN
#define NOT_SOLD "('ended','oem','announced')"
/* A part without a number is a class of product: no candidate. */
#define NUMBERED "EXISTS (SELECT 1 FROM part p WHERE p.id = x.id AND p.part_number IS NOT NULL)"
#define WARNING_WEIGHT INT64_C(1000000000000)

enum { PLATFORMS = 256, SUPPLIES = 512, CPUS = 1024, GPUS = 256, GROUPS = 256, MEMORY = 16384, RATINGS = 256,
	NAMES = 64 };

struct platform {
	int64_t id, sockets, socket, max_cpu_tdp_w, liquid_only, dimm_slots, max_mem_gb, max_mem_mts;
	int64_t gpu_max_dw, gpu_max_sw, nvme_bays, m2_slots, ocp_slots;
	int64_t nic_slots, slot_any, slot_nic, slot_gpu, slot_live_gpu;
	int64_t rack_u, cents, rank_cents, volt_min, volt_max;
	int gpu_pcie, gpu_module; /* the form of GPU that it takes; neither: none or unknown */
	int direct, switched;     /* how GPUs reach the CPUs; neither: unknown */
	uint64_t families;        /* bits of the CPU families on its list */
	unsigned char listed[GPUS];
};
struct supply {
	int64_t id, platform_id, psu_id, count, rated_w;
	int known_class, titanium;
	double cord_amps;         /* 0: unknown */
};
struct rating { int64_t psu_id, watts; double volt_min, volt_max; };
struct cpu {
	int64_t id, family, socket, max_sockets, cores, tdp_w, channels, mem_mts, max_mem_gb, pcie_gen;
	int64_t lanes_1p, lanes_2p, cents, rank_cents;
	int ddr4, ddr5, mrdimm;
	int memory, memory_end;   /* its options */
};
struct gpu {
	int64_t id, memory_gb, tdp_w, pcie_gen, lanes, slot_width, cents, rank_cents;
	int pcie, active, liquid, legacy;
};
/* One way to fill a socket. */
struct memory {
	int64_t family, channels, dimm_id, dps, gb, mts, family_mts, family_1dpc_mts, cents, rank_cents;
	int ddr5, mrdimm, never, speed_listed, allowed, balanced;
	double power_w;
};
/* Adapters or drives: one model, as many as reach what was asked. */
struct group {
	int64_t id, count, cards, ocp, bays, m2, lanes, starved, cents, rank_cents;
	double watts, amount;     /* amount: Gb/s or TB */
};

struct loop {
	struct platform platform[PLATFORMS];
	struct supply supply[SUPPLIES];
	struct rating rating[RATINGS];
	struct cpu cpu[CPUS];
	struct gpu gpu[GPUS];
	struct memory memory[MEMORY];
	struct group nic[GROUPS], drive[GROUPS], boot[GROUPS];
	int platforms, supplies, ratings, cpus, gpus, memories, nics, drives, boots;
	char name[NAMES][32];     /* CPU families and sockets, told apart by their place here */
	int names;
	/* the need */
	int64_t gpu_id, asked_gpus, asked_cores, asked_gb, growth_gpus, budget_cents;
	double asked_gbps, asked_tb, volts, discount_percent;
	int spare_supply, spare_half; /* N+1, N+N */
	/* planning values */
	double fan_liquid, fan_air_gpu, fan_air, board_w_1s, board_w_2s, nic_w, boot_w, drive_w_gen4, drive_w_gen5;
	double power_factor, headroom, host_ram_min_x, cores_per_gpu_min;
};

/* --- reading the catalogue --- */

static int64_t number(struct stmt *st, int col)
{
	return stmt_is_null(st, col) ? UNKNOWN : stmt_i64(st, col);
}

static int64_t number_or(struct stmt *st, int col, int64_t other)
{
	return stmt_is_null(st, col) ? other : stmt_i64(st, col);
}

static int is(struct stmt *st, int col, const char *text)
{
	const char *s = stmt_text(st, col);

	return s && strcmp(s, text) == 0;
}

static int holds_word(struct stmt *st, int col, const char *word)
{
	const char *s = stmt_text(st, col);

	return s && strstr(s, word);
}

/* The place of a name; -1 for NULL and when there are too many. */
static int64_t name_of(struct loop *l, const char *name)
{
	if (!name)
		return -1;
	for (int i = 0; i < l->names; i++)
		if (strcmp(l->name[i], name) == 0)
			return i;
	if (l->names == NAMES)
		return -1;
	str_copy(l->name[l->names], sizeof(l->name[0]), name);
	return l->names++;
}

static int take_constant(struct loop *l, struct stmt *st)
{
	const struct { const char *name; double *to; } all[] = {
		{ "fan_liquid", &l->fan_liquid }, { "fan_air_gpu", &l->fan_air_gpu }, { "fan_air", &l->fan_air },
		{ "board_w_1s", &l->board_w_1s }, { "board_w_2s", &l->board_w_2s }, { "nic_w", &l->nic_w },
		{ "boot_w", &l->boot_w }, { "drive_w_gen4", &l->drive_w_gen4 }, { "drive_w_gen5", &l->drive_w_gen5 },
		{ "power_factor", &l->power_factor }, { "psu_headroom", &l->headroom },
		{ "host_ram_min_x", &l->host_ram_min_x }, { "cores_per_gpu_min", &l->cores_per_gpu_min },
	};

	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++)
		if (is(st, 0, all[i].name))
			*all[i].to = stmt_double(st, 1);
	if (is(st, 0, "site_voltage") && l->volts <= 0)
		l->volts = stmt_double(st, 1);
	return 0;
}

static int take_platform(struct loop *l, struct stmt *st)
{
	struct platform *p = &l->platform[l->platforms++];
	int c = 0;

	p->id = number(st, c++);
	p->sockets = number(st, c++);
	p->socket = name_of(l, stmt_text(st, c++));
	p->max_cpu_tdp_w = number(st, c++);
	p->liquid_only = number(st, c++);
	p->dimm_slots = number(st, c++);
	p->max_mem_gb = number(st, c++);
	p->max_mem_mts = number_or(st, c++, 99999);
	p->gpu_pcie = is(st, c, "pcie");
	p->gpu_module = !stmt_is_null(st, c) && !p->gpu_pcie && !is(st, c, "none");
	c++;
	p->gpu_max_dw = number(st, c++);
	p->gpu_max_sw = number(st, c++);
	p->direct = is(st, c, "direct");
	p->switched = !p->direct && !stmt_is_null(st, c);
	c++;
	p->nvme_bays = number(st, c++);
	p->m2_slots = number(st, c++);
	p->ocp_slots = number(st, c++);
	p->nic_slots = number(st, c++);
	p->slot_any = number(st, c++);
	p->slot_nic = number(st, c++);
	p->slot_gpu = number_or(st, c++, 0);
	p->slot_live_gpu = number(st, c++);
	p->rack_u = number_or(st, c++, 0);
	p->cents = number_or(st, c++, 0);
	p->rank_cents = number(st, c++);
	p->volt_min = number(st, c++);
	p->volt_max = number(st, c++);
	return l->platforms == PLATFORMS;
}

static struct platform *platform_of(struct loop *l, int64_t id)
{
	for (int i = 0; i < l->platforms; i++)
		if (l->platform[i].id == id)
			return &l->platform[i];
	return NULL;
}

static int take_family(struct loop *l, struct stmt *st)
{
	struct platform *p = platform_of(l, stmt_i64(st, 0));
	int64_t family = name_of(l, stmt_text(st, 1));

	if (p && family >= 0)
		p->families |= UINT64_C(1) << family;
	return family < 0;
}

static int take_listed(struct loop *l, struct stmt *st)
{
	struct platform *p = platform_of(l, stmt_i64(st, 0));

	for (int i = 0; p && i < l->gpus; i++)
		p->listed[i] |= l->gpu[i].id == stmt_i64(st, 1);
	return 0;
}

static int take_supply(struct loop *l, struct stmt *st)
{
	struct supply *u = &l->supply[l->supplies++];

	u->id = number(st, 0);
	u->platform_id = number(st, 1);
	u->psu_id = number(st, 2);
	u->count = number(st, 3);
	u->rated_w = number(st, 4);
	u->known_class = !stmt_is_null(st, 5);
	u->titanium = is(st, 5, "titanium");
	u->cord_amps = is(st, 6, "C14") ? 10 : is(st, 6, "C20") ? 16 : 0;
	return l->supplies == SUPPLIES;
}

static int take_rating(struct loop *l, struct stmt *st)
{
	struct rating *r = &l->rating[l->ratings++];

	r->psu_id = number(st, 0);
	r->volt_min = stmt_double(st, 1);
	r->volt_max = stmt_double(st, 2);
	r->watts = number(st, 3);
	return l->ratings == RATINGS;
}

static int take_cpu(struct loop *l, struct stmt *st)
{
	struct cpu *x = &l->cpu[l->cpus++];
	int c = 0;

	x->id = number(st, c++);
	x->family = name_of(l, stmt_text(st, c++));
	x->socket = name_of(l, stmt_text(st, c++));
	x->max_sockets = number(st, c++);
	x->cores = number(st, c++);
	x->tdp_w = number(st, c++);
	x->channels = number(st, c++);
	x->ddr4 = holds_word(st, c, "DDR4");
	x->ddr5 = holds_word(st, c, "DDR5");
	x->mrdimm = holds_word(st, c++, "MRDIMM");
	x->mem_mts = number(st, c++);
	x->max_mem_gb = number(st, c++);
	x->pcie_gen = number(st, c++);
	x->lanes_1p = number(st, c++);
	x->lanes_2p = number(st, c++);
	x->cents = number_or(st, c++, 0);
	x->rank_cents = number(st, c++);
	return l->cpus == CPUS || x->family < 0 || x->socket < 0;
}

static int take_gpu(struct loop *l, struct stmt *st)
{
	struct gpu *g = &l->gpu[l->gpus++];

	g->id = number(st, 0);
	g->pcie = is(st, 1, "pcie");
	g->memory_gb = number(st, 2);
	g->tdp_w = number(st, 3);
	g->pcie_gen = number(st, 4);
	g->lanes = number(st, 5);
	g->slot_width = number(st, 6);
	g->active = is(st, 7, "active");
	g->liquid = is(st, 7, "liquid");
	g->legacy = is(st, 8, "legacy");
	g->cents = number_or(st, 9, 0);
	g->rank_cents = number(st, 10);
	return l->gpus == GPUS;
}

static int take_memory(struct loop *l, struct stmt *st)
{
	struct memory *m = &l->memory[l->memories++];
	int c = 0;

	m->family = name_of(l, stmt_text(st, c++));
	m->channels = number(st, c++);
	m->dimm_id = number(st, c++);
	m->dps = number(st, c++);
	m->gb = number(st, c++);
	m->rank_cents = number(st, c++);
	m->ddr5 = is(st, c++, "DDR5");
	m->mrdimm = is(st, c, "MRDIMM");
	m->never = is(st, c, "UDIMM") || (is(st, c, "LRDIMM") && m->ddr5);
	c++;
	m->mts = number(st, c++);
	m->power_w = stmt_double(st, c++);
	m->cents = number_or(st, c++, 0);
	m->allowed = is(st, c++, "yes");
	m->balanced = is(st, c++, "yes");
	m->speed_listed = number(st, c++) == 1;
	m->family_mts = number(st, c++);
	m->family_1dpc_mts = number(st, c++);
	return l->memories == MEMORY || m->family < 0;
}

static int take_nic(struct loop *l, struct stmt *st)
{
	static const double gbs_per_lane[] = { [3] = 0.985, [4] = 1.969, [5] = 3.938 };
	struct group *g = &l->nic[l->nics];
	int64_t gbps = stmt_i64(st, 1) * stmt_i64(st, 2), gen = number_or(st, 3, 0), lanes = number_or(st, 4, 16);
	int ocp = is(st, 5, "OCP3") || is(st, 5, "AIOM");

	g->id = stmt_i64(st, 0);
	g->count = ((int64_t)l->asked_gbps + gbps - 1) / gbps;
	if (g->count > (l->asked_gbps > 1600 ? 16 : 2))
		return 0;
	g->cards = ocp ? 0 : g->count;
	g->ocp = ocp ? g->count : 0;
	g->amount = (double)(g->count * gbps);
	g->lanes = g->count * lanes;
	if ((double)gbps / 8 > (double)lanes * (gen >= 3 && gen <= 5 ? gbs_per_lane[gen] : 7.56))
		g->starved = g->count;
	g->watts = (double)g->count * (stmt_is_null(st, 6) ? l->nic_w : stmt_double(st, 6));
	g->cents = g->count * number_or(st, 7, 0);
	g->rank_cents = g->count * number(st, 8);
	return ++l->nics == GROUPS;
}

static void fill_drive(const struct loop *l, struct stmt *st, int64_t count, struct group *g)
{
	int m2 = is(st, 2, "M.2");
	double watts = m2 ? l->boot_w : number_or(st, 3, 0) >= 5 ? l->drive_w_gen5 : l->drive_w_gen4;

	memset(g, 0, sizeof(*g));
	g->id = stmt_i64(st, 0);
	g->count = count;
	g->bays = m2 ? 0 : count;
	g->m2 = m2 ? count : 0;
	g->amount = (double)count * stmt_double(st, 1);
	g->lanes = m2 ? 0 : count * number_or(st, 4, 4);
	g->watts = (double)count * (stmt_is_null(st, 5) ? watts : stmt_double(st, 5));
	g->cents = count * number_or(st, 6, 0);
	g->rank_cents = count * number(st, 7);
}

static int take_drive(struct loop *l, struct stmt *st)
{
	double tb = stmt_double(st, 1);
	int64_t count = (int64_t)(l->asked_tb / tb);

	if ((double)count * tb < l->asked_tb - 0.0001)
		count++;
	if (count >= 1 && count <= 64 && !is(st, 2, "M.2"))
		fill_drive(l, st, count, &l->drive[l->drives++]);
	if (tb <= 2)
		fill_drive(l, st, 2, &l->boot[l->boots++]);
	return l->drives == GROUPS || l->boots == GROUPS;
}

static int group_order(const void *va, const void *vb)
{
	const struct group *a = va, *b = vb;

	return a->rank_cents < b->rank_cents ? -1 : a->rank_cents > b->rank_cents;
}

/* In this order: constants and GPUs are needed by what follows. */
static const struct { const char *sql; int (*take)(struct loop *l, struct stmt *st); } tables[] = {
	{ "SELECT name, value FROM constant", take_constant },
	{ "SELECT id, form, memory_gb, tdp_w, pcie_gen, lanes, slot_width, cooling, status, cents, rank_cents FROM gpu"
	  " WHERE form <> 'baseboard' AND status NOT IN " NOT_SOLD, take_gpu },
	{ "SELECT id, sockets, cpu_socket, max_cpu_tdp_w, liquid_only, dimm_slots, max_mem_gb, max_mem_mts, gpu_form,"
	  " gpu_max_dw, gpu_max_sw, topology, nvme_bays, m2_slots, ocp_slots, nic_slots, slot_any, slot_nic, slot_gpu,"
	  " slot_live_gpu, rack_u, cents, rank_cents, voltage_min, voltage_max FROM platform"
	  " WHERE class = 'system' AND status NOT IN " NOT_SOLD " AND status <> 'legacy'", take_platform },
	{ "SELECT platform_id, family FROM platform_family", take_family },
	{ "SELECT platform_id, gpu_id FROM platform_gpu", take_listed },
	{ "SELECT u.id, u.platform_id, u.psu_id, u.count, u.rated_w, s.efficiency, s.inlet FROM psu_option u"
	  " LEFT JOIN psu s ON s.id = u.psu_id", take_supply },
	{ "SELECT psu_id, volt_min, volt_max, watts FROM psu_rating", take_rating },
	{ "SELECT id, family, socket, max_sockets, cores, tdp_w, channels, mem_type, mem_mts, max_mem_gb, pcie_gen,"
	  " lanes_1p, lanes_2p, cents, rank_cents FROM cpu"
	  " WHERE status NOT IN " NOT_SOLD " ORDER BY rank_cents", take_cpu },
	{ "SELECT m.family, m.channels, d.id, m.dps, m.gb, m.rank_cents, d.generation, d.type, d.mts, d.power_w,"
	  " d.cents, a.allowed, a.balanced,"
	  " EXISTS (SELECT 1 FROM memory_speed x WHERE x.family = m.family AND x.dimm_type = d.type),"
	  " s.max_mts, s1.max_mts FROM memory_option m JOIN dimm d ON d.id = m.dimm_id"
	  " LEFT JOIN memory_population a ON (a.family, a.channels, a.dimms_per_socket) = (m.family, m.channels, m.dps)"
	  " LEFT JOIN memory_speed s ON (s.family, s.dimm_type, s.ranks) = (m.family, d.type, d.ranks)"
	  "  AND s.dpc = CASE WHEN m.dps > m.channels THEN 2 ELSE 1 END"
	  " LEFT JOIN memory_speed s1 ON (s1.family, s1.dimm_type, s1.ranks, s1.dpc) = (m.family, d.type, d.ranks, 1)"
	  " WHERE d.status NOT IN " NOT_SOLD " AND d.part_number IS NOT NULL"
	  " ORDER BY m.family, m.channels, m.rank_cents", take_memory },
	{ "SELECT id, ports, speed_gbps, pcie_gen, lanes, form, tdp_w, cents, rank_cents FROM nic x"
	  " WHERE status NOT IN " NOT_SOLD " AND " NUMBERED, take_nic },
	{ "SELECT id, capacity_tb, form, pcie_gen, lanes, power_w, cents, rank_cents FROM drive x"
	  " WHERE status NOT IN " NOT_SOLD " AND " NUMBERED, take_drive },
};

static int read_table(struct loop *l, struct db *db, size_t i, struct err *err)
{
	struct stmt *st = NULL;
	int rc = stmt_prepare(&st, db, tables[i].sql, err), step = 0;

	while (rc == ERR_OK && (step = stmt_step(st, err)) == 1)
		if (tables[i].take(l, st))
			rc = err_set(err, ERR_DATA, "the loop's arrays are too small for this catalogue");
	stmt_free(st);
	return step < 0 ? ERR_DATA : rc;
}

/* Demands that no if below knows. */
static int is_known_need(const struct build *b)
{
	const struct need *n = &b->need;

	return n->gpu.id != 0 && n->network_gbps > 0 && n->storage_tb > 0 && n->redundancy[0] &&
	       n->rack_units == BUILD_UNSET && n->feed_w == BUILD_UNSET && n->deliver_weeks == BUILD_UNSET &&
	       n->growth_memory_per_socket_gb == BUILD_UNSET && n->growth_nodes == BUILD_UNSET &&
	       n->stack.n == 0 && n->certified.n == 0 && !b->has_build;
}

static void take_need(struct loop *l, const struct build *b)
{
	const struct need *n = &b->need;

	l->gpu_id = n->gpu.id;
	l->asked_gpus = n->gpus == BUILD_UNSET ? 1 : n->gpus;
	l->asked_cores = n->cores == BUILD_UNSET ? 0 : n->cores;
	l->asked_gb = n->memory_per_socket_gb == BUILD_UNSET ? 0 : n->memory_per_socket_gb;
	l->growth_gpus = n->growth_gpus == BUILD_UNSET ? 0 : n->growth_gpus;
	l->budget_cents = n->budget_eur <= BUILD_UNSET_F ? INT64_MAX : (int64_t)(n->budget_eur * 100 + 0.5);
	l->asked_gbps = (double)n->network_gbps;
	l->asked_tb = n->storage_tb;
	l->volts = n->site_voltage == BUILD_UNSET ? 0 : (double)n->site_voltage;
	l->discount_percent = b->discount_percent > 0 ? b->discount_percent : 0;
	l->spare_supply = strcmp(n->redundancy, "N+1") == 0;
	l->spare_half = strcmp(n->redundancy, "N+N") == 0;
}

int loop_load(struct loop **out, struct engine *e, const struct build *b, struct err *err)
{
	struct loop *l = mem_zalloc(sizeof(*l));
	int rc = ERR_OK;

	if (!l)
		return err_nomem(err);
	if (!is_known_need(b))
		rc = err_set(err, ERR_DATA, "the need has a demand that bench/loop.c has no rule for");
	take_need(l, b);
	for (size_t i = 0; i < sizeof(tables) / sizeof(tables[0]) && rc == ERR_OK; i++)
		rc = read_table(l, catalog_db(engine_catalog(e)), i, err);
	for (int i = 0; i < l->cpus; i++) {
		struct cpu *c = &l->cpu[i];
		int k = 0;

		while (k < l->memories && (l->memory[k].family != c->family || l->memory[k].channels != c->channels))
			k++;
		c->memory = k;
		while (k < l->memories && l->memory[k].family == c->family && l->memory[k].channels == c->channels)
			k++;
		c->memory_end = k;
	}
	qsort(l->nic, (size_t)l->nics, sizeof(l->nic[0]), group_order);
	qsort(l->drive, (size_t)l->drives, sizeof(l->drive[0]), group_order);
	qsort(l->boot, (size_t)l->boots, sizeof(l->boot[0]), group_order);
	if (rc == ERR_OK && (l->nics == 0 || l->drives == 0 || l->boots == 0))
		rc = err_set(err, ERR_DATA, "no adapter or drive reaches what the need asks");
	if (rc == ERR_OK)
		*out = l;
	else
		loop_free(l);
	return rc;
}

void loop_free(struct loop *l)
{
	mem_free(l);
}

/* --- the rules: an unknown value proves nothing, so what rests on it does not hold --- */

static int at_most(int64_t a, int64_t b)
{
	return a != UNKNOWN && b != UNKNOWN && a <= b;
}

/* A machine as far as it is chosen, and what follows from that. */
struct frame {
	const struct platform *p;
	const struct supply *u;
	const struct gpu *g;
	int listed;                /* the platform's list has the GPU */
	int64_t sockets, gpus;
	int64_t gpu_slots, gpu_lanes, psu_watts, usable_w;
	double fans;               /* 1 + their share */
	double watts;              /* of what is chosen so far */
	int64_t cents, rank_cents; /* list price where known; for ordering */
	int64_t warnings;
};
struct host { const struct cpu *c; int64_t lanes; }; /* lanes of the populated sockets */

static int64_t usable_watts(const struct loop *l, struct frame *f)
{
	const struct platform *p = f->p;
	const struct supply *u = f->u;
	int64_t left = l->spare_half ? u->count / 2 : l->spare_supply ? u->count - 1 : u->count;
	int rated = 0;

	f->psu_watts = u->rated_w;
	for (int i = 0; i < l->ratings; i++) {
		const struct rating *r = &l->rating[i];

		if (r->psu_id != u->psu_id)
			continue;
		if (!rated++)
			f->psu_watts = 0;
		if (l->volts < r->volt_min || l->volts > r->volt_max)
			continue;
		if (f->psu_watts == 0 || r->watts < f->psu_watts)
			f->psu_watts = r->watts;
	}
	if ((p->volt_min != UNKNOWN && l->volts < (double)p->volt_min) ||
	    (p->volt_max != UNKNOWN && l->volts > (double)p->volt_max))
		f->psu_watts = 0;
	return u->count == UNKNOWN || f->psu_watts == UNKNOWN ? UNKNOWN : left * f->psu_watts;
}

/* gpu.form, gpu.count, gpu.cooling, growth.gpus, cpu.sockets, cpu.half-populated */
static int gpu_holds(const struct loop *l, const struct frame *f)
{
	const struct platform *p = f->p;
	int64_t card_slots = (p->slot_any == UNKNOWN ? 0 : p->slot_any) + p->slot_gpu, live;
	int grows = l->growth_gpus > f->gpus;

	if (!f->g->pcie || (!p->gpu_pcie && !f->listed))
		return 0;
	if (!at_most(f->gpus, f->gpu_slots))
		return 0;
	if (f->g->liquid && p->liquid_only != 1)
		return 0;
	if (!p->direct && !p->switched) /* gpu.lanes cannot be proven */
		return 0;
	if (grows && !at_most(l->growth_gpus, f->gpu_slots))
		return 0;
	if (grows && card_slots > 0 && l->growth_gpus > card_slots)
		return 0;
	if (f->sockets > p->sockets)
		return 0;
	if (f->sockets < p->sockets) {
		live = f->gpu_slots * f->sockets / p->sockets;
		if (p->slot_live_gpu != UNKNOWN)
			live = p->slot_live_gpu < f->gpu_slots ? p->slot_live_gpu : f->gpu_slots;
		if (f->gpus > live)
			return 0;
	}
	return 1;
}

/* power.capacity as far as it is known, power.cord */
static int supply_holds(const struct loop *l, const struct frame *f)
{
	if (f->usable_w == UNKNOWN || f->watts > (double)f->usable_w)
		return 0;
	return f->u->cord_amps <= 0 || f->psu_watts <= 0 ||
	       (double)f->psu_watts / 0.91 / (l->volts * l->power_factor) <= f->u->cord_amps;
}

/* cpu.socket is the caller's; cpu.family, cpu.tdp, cpu.sockets, cpu.cores */
static int cpu_holds(const struct loop *l, const struct frame *f, const struct cpu *c)
{
	return (f->p->families >> c->family & 1) && at_most(c->tdp_w, f->p->max_cpu_tdp_w) &&
	       at_most(f->sockets, c->max_sockets) && c->cores * f->sockets >= l->asked_cores;
}

/* memory.per-socket, .cpu-max, .board-max, .slots, .population-allowed, .type */
static int memory_holds(const struct loop *l, const struct frame *f, const struct cpu *c, const struct memory *m)
{
	const struct platform *p = f->p;

	if (m->gb < l->asked_gb || !at_most(m->gb, c->max_mem_gb))
		return 0;
	if (p->max_mem_gb == UNKNOWN || m->gb > p->max_mem_gb / p->sockets)
		return 0;
	if (p->dimm_slots == UNKNOWN || m->dps * f->sockets > p->dimm_slots / p->sockets * f->sockets)
		return 0;
	if (!m->allowed || !(m->ddr5 ? c->ddr5 : c->ddr4))
		return 0;
	return m->mrdimm ? c->mrdimm : !m->never && m->speed_listed;
}

/* network.asked, network.slots */
static int nic_holds(const struct loop *l, const struct frame *f, const struct group *nic)
{
	const struct platform *p = f->p;
	int64_t any = p->slot_any == UNKNOWN ? 0 : p->slot_any, own = p->slot_nic == UNKNOWN ? 0 : p->slot_nic;
	int64_t slots = p->nic_slots;

	if (p->slot_any != UNKNOWN || p->slot_nic != UNKNOWN)
		slots = any + own - (p->gpu_pcie && f->gpus > p->slot_gpu ? f->gpus - p->slot_gpu : 0);
	return nic->amount >= l->asked_gbps && (nic->cards == 0 || at_most(nic->cards, slots)) &&
	       (nic->ocp == 0 || at_most(nic->ocp, p->ocp_slots));
}

/* storage.bays, storage.capacity */
static int drives_hold(const struct loop *l, const struct frame *f, const struct group *drive, const struct group *boot)
{
	int64_t bays = drive->bays + boot->bays, m2 = drive->m2 + boot->m2;

	return drive->amount >= l->asked_tb - 0.0001 && (bays == 0 || at_most(bays, f->p->nvme_bays)) &&
	       (m2 == 0 || at_most(m2, f->p->m2_slots));
}

/* gpu.lanes, growth.gpus, storage.lanes, cpu.no-second-socket: of boards that attach their slots to the CPUs */
static int lanes_hold(const struct loop *l, const struct frame *f, const struct host *h, int64_t nic, int64_t drives)
{
	int64_t used = f->gpu_lanes + nic + drives, left, grown = h->lanes;

	if (!f->p->direct)
		return 1;
	if (h->lanes == UNKNOWN || f->g->lanes == UNKNOWN || used > h->lanes)
		return 0;
	left = h->lanes - nic - f->gpu_lanes;
	if (drives > 0 && drives > (left > 0 ? left : 0))
		return 0;
	if (l->growth_gpus <= f->gpus)
		return 1;
	if (f->sockets < f->p->sockets) {
		if (h->c->lanes_2p == UNKNOWN)
			return 0;
		grown = h->lanes > h->c->lanes_2p ? h->lanes : h->c->lanes_2p;
	}
	if ((l->growth_gpus - f->gpus) * f->g->lanes + used > grown)
		return 0;
	return f->p->sockets != 1 || l->growth_gpus * f->g->lanes + nic + drives <= h->c->lanes_1p;
}

/* budget: only what certainly costs more is out */
static int budget_holds(const struct loop *l, int64_t cents)
{
	return (double)cents * (100 - l->discount_percent) / 100.0 <= (double)l->budget_cents;
}

/* --- warnings: broken or not proven --- */

/* gpu.validated, gpu.balance, cpu.half-populated, part.orderable, power.titanium */
static int64_t frame_warnings(const struct frame *f)
{
	return !f->listed + (f->gpus > 1 && f->sockets > 1 && f->gpus % f->sockets != 0) +
	       (f->sockets < f->p->sockets) + f->g->legacy + (f->u->known_class && !f->u->titanium);
}

/* workload.cores, gpu.full-bandwidth (generation) */
static int64_t cpu_warnings(const struct loop *l, const struct frame *f, const struct cpu *c)
{
	return ((double)(c->cores * f->sockets) < l->cores_per_gpu_min * (double)f->gpus) +
	       (f->g->pcie_gen != UNKNOWN && f->g->pcie_gen > c->pcie_gen);
}

static int64_t least(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

/* memory.channels-filled, .balanced, .two-per-channel, .speed, .host-to-gpu */
static int64_t memory_warnings(const struct loop *l, const struct frame *f, const struct cpu *c, const struct memory *m)
{
	int64_t board = f->p->max_mem_mts, cap = least(board, m->mrdimm ? INT64_MAX : c->mem_mts), n;

	n = (m->dps < c->channels) + !m->balanced;
	n += (double)(m->gb * f->sockets) < l->host_ram_min_x * (double)(f->g->memory_gb * f->gpus);
	if (m->dps > c->channels) {
		int64_t now = least(m->mts, least(cap, m->family_mts));
		int64_t one = least(m->mts, least(cap, m->family_1dpc_mts));

		n += m->family_mts == UNKNOWN || m->family_1dpc_mts == UNKNOWN || now < one;
	} else {
		n += m->mts < (m->family_mts == UNKNOWN ? least(cap, 99999) : least(cap, m->family_mts));
	}
	return n;
}

/* gpu.full-bandwidth (switches) */
static int64_t lane_warnings(const struct frame *f, const struct host *h, int64_t used)
{
	return f->p->switched && !(f->g->lanes != UNKNOWN && at_most(f->gpu_lanes + used, h->lanes));
}

/* growth.power, power.headroom */
static int64_t power_warnings(const struct loop *l, const struct frame *f, double watts)
{
	int grows = l->growth_gpus > f->gpus;

	return (grows && watts + (double)((l->growth_gpus - f->gpus) * f->g->tdp_w) * f->fans > (double)f->usable_w) +
	       (watts > (double)f->usable_w * (1 - l->headroom));
}

/* --- the loops --- */

struct run {
	const struct loop *l;
	int64_t weight;            /* of one warning */
	struct machine *best;
	const struct memory *memory[MEMORY]; /* what the present CPU takes, cheapest first */
	int64_t memory_warnings[MEMORY];
	int memories;
};

static int64_t value(const struct run *r, int64_t warnings, int64_t cents)
{
	return warnings * r->weight + cents;
}

static int is_better(const struct machine *a, const struct machine *b)
{
	if (!b->found || a->value != b->value)
		return !b->found || a->value < b->value;
	if (a->warnings != b->warnings)
		return a->warnings < b->warnings;
	if (a->power_w != b->power_w)
		return a->power_w < b->power_w;
	return a->rack_u < b->rack_u;
}

static int is_too_dear(const struct run *r, int64_t warnings, int64_t cents)
{
	return r->best->found && value(r, warnings, cents) > r->best->value;
}

/* f holds everything but the memory by now. */
static void try_memory(struct run *r, const struct frame *f, const struct cpu *c, const struct group *nic,
                       const struct group *drive, const struct group *boot)
{
	for (int i = 0; i < r->memories; i++) {
		const struct memory *m = r->memory[i];
		int64_t cents = f->rank_cents + f->sockets * m->rank_cents;
		int64_t warnings = f->warnings + r->memory_warnings[i];
		double watts = f->watts + (double)(f->sockets * m->dps) * m->power_w * f->fans;
		struct machine x;

		if (is_too_dear(r, f->warnings, cents))
			break;
		r->best->judged++;
		if (watts > (double)f->usable_w || !budget_holds(r->l, f->cents + f->sockets * m->dps * m->cents))
			continue;
		warnings += power_warnings(r->l, f, watts);
		x = (struct machine){ .found = 1, .judged = r->best->judged, .value = value(r, warnings, cents),
			.cents = cents, .warnings = warnings, .power_w = llround(watts), .rack_u = f->p->rack_u,
			.platform_id = f->p->id, .supply_id = f->u->id, .cpu_id = c->id, .dimm_id = m->dimm_id,
			.nic_id = nic->id, .drive_id = drive->id, .boot_id = boot->id,
			.sockets = f->sockets, .gpus = f->gpus, .dimms_per_socket = m->dps };
		if (is_better(&x, r->best))
			*r->best = x;
	}
}

static void add_group(struct frame *f, const struct group *g)
{
	f->watts += g->watts * f->fans;
	f->cents += g->cents;
	f->rank_cents += g->rank_cents;
}

/* f holds platform, supplies, GPUs and the CPU. */
static void try_extras(struct run *r, const struct frame *f, const struct host *h)
{
	const struct loop *l = r->l;
	int64_t memory = f->sockets * r->memory[0]->rank_cents; /* at least */

	for (int i = 0; i < l->nics; i++) {
		const struct group *nic = &l->nic[i];
		struct frame a = *f;

		add_group(&a, nic);
		a.warnings += nic->starved > 0;
		if (is_too_dear(r, f->warnings, a.rank_cents + memory + l->drive[0].rank_cents + l->boot[0].rank_cents))
			break;
		if (!nic_holds(l, &a, nic))
			continue;
		for (int j = 0; j < l->drives; j++) {
			const struct group *drive = &l->drive[j];
			struct frame b = a;

			add_group(&b, drive);
			if (is_too_dear(r, a.warnings, b.rank_cents + memory + l->boot[0].rank_cents))
				break;
			for (int k = 0; k < l->boots; k++) {
				const struct group *boot = &l->boot[k];
				int64_t drives = drive->lanes + boot->lanes;
				struct frame c = b;

				add_group(&c, boot);
				if (is_too_dear(r, a.warnings, c.rank_cents + memory))
					break;
				if (!drives_hold(l, &c, drive, boot) || !lanes_hold(l, &c, h, nic->lanes, drives) ||
				    !supply_holds(l, &c) || !budget_holds(l, c.cents))
					continue;
				c.warnings += lane_warnings(&c, h, nic->lanes + drives);
				try_memory(r, &c, h->c, nic, drive, boot);
			}
		}
	}
}

static void try_frame(struct run *r, const struct frame *f)
{
	const struct loop *l = r->l;
	int64_t extras = l->nic[0].rank_cents + l->drive[0].rank_cents + l->boot[0].rank_cents;

	for (int i = 0; i < l->cpus; i++) {
		const struct cpu *c = &l->cpu[i];
		struct frame with = *f;
		struct host h = { .c = c, .lanes = c->lanes_1p };

		if (c->socket != f->p->socket)
			continue;
		with.rank_cents += f->sockets * c->rank_cents;
		with.cents += f->sockets * c->cents;
		with.watts += (double)(f->sockets * c->tdp_w) * f->fans;
		if (is_too_dear(r, f->warnings, with.rank_cents + extras))
			break;
		if (!cpu_holds(l, f, c) || !supply_holds(l, &with) || !budget_holds(l, with.cents))
			continue;
		with.warnings += cpu_warnings(l, f, c);
		if (f->sockets > 1)
			h.lanes = c->lanes_2p == UNKNOWN ? UNKNOWN : c->lanes_2p * f->sockets / 2;
		r->memories = 0;
		for (int k = c->memory; k < c->memory_end; k++)
			if (memory_holds(l, f, c, &l->memory[k])) {
				r->memory_warnings[r->memories] = memory_warnings(l, f, c, &l->memory[k]);
				r->memory[r->memories++] = &l->memory[k];
			}
		if (r->memories > 0)
			try_extras(r, &with, &h);
	}
}

static double fan_share(const struct loop *l, const struct platform *p)
{
	if (p->liquid_only == 1)
		return l->fan_liquid;
	return p->gpu_module || (p->gpu_max_dw != UNKNOWN && p->gpu_max_dw >= 4) ? l->fan_air_gpu : l->fan_air;
}

static void fill_frame(const struct loop *l, struct frame *f, int gpu)
{
	const struct platform *p = f->p;
	const struct gpu *g = &l->gpu[gpu];

	f->g = g;
	f->listed = p->listed[gpu];
	f->gpu_slots = g->slot_width == 1 && p->gpu_max_sw != UNKNOWN ? p->gpu_max_sw : p->gpu_max_dw;
	f->gpu_lanes = g->lanes == UNKNOWN ? UNKNOWN : f->gpus * g->lanes;
	f->fans = 1 + fan_share(l, p);
	f->usable_w = usable_watts(l, f);
	f->watts = (f->sockets == 1 ? l->board_w_1s : l->board_w_2s) * f->fans + (double)(f->gpus * g->tdp_w) * f->fans;
	f->cents = p->cents + f->gpus * g->cents;
	f->rank_cents = p->rank_cents + f->gpus * g->rank_cents;
	f->warnings = frame_warnings(f);
}

/* Every count of the GPU that was asked, in one platform with one choice of supplies. */
static void try_platform(struct run *r, const struct platform *p, const struct supply *u)
{
	const struct loop *l = r->l;

	for (int g = 0; g < l->gpus; g++) {
		if (l->gpu[g].id != l->gpu_id) /* gpu.asked */
			continue;
		for (int64_t gpus = l->asked_gpus; gpus <= 16; gpus++)
			for (int64_t sockets = 1; sockets <= 2; sockets++) {
				struct frame f = { .p = p, .u = u, .sockets = sockets, .gpus = gpus };

				fill_frame(l, &f, g);
				if (gpu_holds(l, &f) && supply_holds(l, &f) &&
				    !is_too_dear(r, f.warnings, f.rank_cents))
					try_frame(r, &f);
			}
	}
}

void loop_run(const struct loop *l, int warnings_first, struct machine *best)
{
	static struct run r; /* large; runs do not stand side by side */

	memset(best, 0, sizeof(*best));
	r.l = l;
	r.weight = warnings_first ? WARNING_WEIGHT : 0;
	r.best = best;
	for (int i = 0; i < l->platforms; i++)
		for (int u = 0; u < l->supplies; u++)
			if (l->supply[u].platform_id == l->platform[i].id)
				try_platform(&r, &l->platform[i], &l->supply[u]);
}
