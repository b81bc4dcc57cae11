/* SPDX-License-Identifier: MIT */
/*
 * An independent judge of machines. It shares no code and no SQL with the product: it reads the catalogue's CSV
 * text by itself and judges every rule of severity error from its meaning, in three values. A fact that the
 * catalogue lacks is a range, not a number: a rule that comes out the same over the whole range is decided, any
 * other is not proven. A break that rests on a fact known from memory only is not proven either. Every function
 * is plain and slow on purpose.
 */
#ifndef BESTEK_TESTS_JUDGE_H
#define BESTEK_TESTS_JUDGE_H

#include <stdint.h>

/* The rules, by the ids that the rule book gives them. */
enum judge_rule {
	JR_MEMORY_PER_SOCKET, JR_MEMORY_CPU_MAX, JR_MEMORY_BOARD_MAX, JR_MEMORY_SLOTS, JR_MEMORY_POPULATION, JR_MEMORY_TYPE,
		JR_MEMORY_MIX,
	JR_CPU_SOCKET, JR_CPU_FAMILY, JR_CPU_TDP, JR_CPU_SOCKETS, JR_CPU_HALF, JR_CPU_CORES, JR_CPU_NO_SECOND, JR_ORDERABLE,
	JR_GPU_ASKED, JR_GPU_STACK, JR_GPU_FORM, JR_GPU_COUNT, JR_GPU_VALIDATED, JR_GPU_LANES, JR_GPU_COOLING,
	JR_STORAGE_BAYS, JR_STORAGE_LANES, JR_STORAGE_CAPACITY, JR_STORAGE_BOOT, JR_NETWORK_ASKED, JR_NETWORK_LAN,
		JR_NETWORK_SLOTS,
	JR_POWER_OPTION, JR_POWER_CAPACITY, JR_POWER_CORD, JR_SITE_FEED, JR_SITE_RACK, JR_GROWTH_GPUS, JR_GROWTH_MEMORY,
	JR_BUDGET, JR_LEAD_TIME, JR_COUNT
};
const char *judge_rule_id(enum judge_rule r);
/* -1 when the judge does not know the rule. */
int judge_rule_find(const char *id);

enum judge_kind { JK_PLATFORM, JK_CPU, JK_GPU, JK_DIMM, JK_NIC, JK_DRIVE, JK_PSU, JK_COUNT };
#define JUDGE_UNSET (-1)
enum { JUDGE_ITEMS = 2 };

/* What was asked; JUDGE_UNSET where nothing was. */
struct judge_need {
	int memory_gb, gpu, gpus, growth_gpus, growth_memory_gb, growth_nodes, network_gbps, rack_u, feed_w, volts, cores,
		weeks;
	double storage_tb;
	int64_t budget_cents;
	int discount;              /* percent */
	int spare;                 /* supplies that may fail: 0 none, 1 one (N+1), 2 half (N+N) */
	char stack[8];             /* "cuda", "rocm", "" */
};
void judge_need_init(struct judge_need *n);

/* A machine: numbers of parts in the order of their files; JUDGE_UNSET for none. */
struct judge_item { int part, count; };
struct judge_machine {
	int platform, supply, cpu, sockets, dimm, dps, gpu, gpus;
	int foreign_psu;           /* 1: supplies that the platform is not sold with */
	struct judge_item nic[JUDGE_ITEMS], drive[JUDGE_ITEMS], boot[JUDGE_ITEMS];
	struct judge_item more;    /* other modules per socket beside dimm */
};
void judge_machine_init(struct judge_machine *m);

/* Sets of rules: bit r stands for rule r. */
struct judge_verdict { uint64_t broken, unproven; };

struct judge;
struct judge *judge_new(void);
void judge_free(struct judge *j);
/*
 * One file of data/catalog by its name without ".csv"; files that decide nothing are passed over. 0, or -1 when
 * malformed.
 */
int judge_read(struct judge *j, const char *file, const char *text);
/* After the last file: references and prices. 0, or -1 when a reference leads nowhere. */
int judge_ready(struct judge *j);

int judge_parts(const struct judge *j, enum judge_kind k);
int judge_find(const struct judge *j, enum judge_kind k, const char *name); /* part number or model */
const char *judge_number(const struct judge *j, enum judge_kind k, int i);   /* "" when it has none */
const char *judge_model(const struct judge *j, enum judge_kind k, int i);
/* A carrier of several GPUs, and a GPU that needs one; no part is neither. */
int judge_is_board(const struct judge *j, int gpu);
int judge_is_module(const struct judge *j, int gpu);
int judge_supplies(const struct judge *j);
/*
 * The supply's platform, part (JUDGE_UNSET: not known by number), count (JUDGE_UNSET unknown), watts and
 * whether it is the standard one.
 */
void judge_supply(const struct judge *j, int i, int *platform, int *psu, int *count, int *watts, int *standard);

/* quoted: the machine is to be sold, not only described. */
void judge_check(const struct judge *j, const struct judge_need *n, const struct judge_machine *m, int quoted,
	struct judge_verdict *v);
/* What the machine costs for ordering, cents. */
int64_t judge_rank(const struct judge *j, const struct judge_machine *m);
/*
 * 2: every rule is proven (of the bill: none is broken). 1: none is broken for certain, and what must fit
 * together at all is known to fit. 0: neither.
 */
int judge_grade(const struct judge_verdict *v);

struct judge_best {
	int grade;                 /* as above, 0: no machine */
	int64_t rank_cents;
	struct judge_machine machine;
	long looked_at;
};
/* The cheapest of all complete machines of the best grade. */
void judge_solve(const struct judge *j, const struct judge_need *n, struct judge_best *out);

#endif
