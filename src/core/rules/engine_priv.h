/* SPDX-License-Identifier: MIT */
/* Inside the rules room only. */
#ifndef BESTEK_RULES_ENGINE_PRIV_H
#define BESTEK_RULES_ENGINE_PRIV_H

#include "../base/i18n.h"
#include "../base/mem.h"
#include "query.h"

enum { RULES_MAX = 512, TERM_DEPTH_MAX = 24, SLOTS_MAX = 12 };

struct term {
	const char *name, *text, *sure, *unit, *meaning, *source, *where;
	struct expr expr;
	int state; /* 0 not compiled, 1 being compiled, 2 done */
};
struct constant { const char *name; double value; };

struct engine {
	struct catalog *cat;
	struct db *db;
	struct arena *arena;
	struct term *term; size_t n_terms;          /* sorted by name */
	struct constant *constant; size_t n_constants;
	struct rule_code **rule; size_t n_rules;    /* sorted by step, id, severity */
	struct stmt *check;                         /* one row: the state of every rule */
	struct stmt *set_need, *set_item, *clear_items, *set_group[3];
	struct stmt *figures, *options[CHOICE_COUNT], *masks[CHOICE_COUNT];
	unsigned options_missing[CHOICE_COUNT];     /* what the cached statement was written for */
	struct kit_code *kit; size_t n_kits;        /* compiled at first use */
	struct stmt *kits;
	int owns_tables;                            /* the temporary tables are this engine's to drop */
};
struct kit_code { struct kit kit; int64_t platform_id; struct expr when, qty; const char *where; };

/* engine.c: an engine that has compiled its rules but prepared no query over all of them */
int engine_start(struct engine **out, struct catalog *cat, struct err *err);
/* compile.c */
int compile_load(struct engine *e, struct err *err);
struct term *compile_term(struct engine *e, const char *name, size_t len);
/* kits.c: the compiled rows */
int kits_read(struct engine *e, struct err *err);
/* hold.c */
int hold_prepare(struct engine *e, struct err *err);

/* value.c */
void value_read(struct stmt *st, int col, struct value *v);

/* detail.c: the sentence of one rule for the held build, as bound to st's parameters */
int detail_fill(struct engine *e, struct rule_code *r, const struct held *h, int state, int sure, struct finding *f, struct err *err);

#endif
