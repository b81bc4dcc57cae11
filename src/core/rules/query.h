/* SPDX-License-Identifier: MIT */
/*
 * Writes SQL over the vocabulary. An expression is compiled once (terms replaced, constants put in); a query holds some
 * choices (bound parameters) and opens others (joined candidates). check, grey-out and solve differ in nothing else.
 */
#ifndef BESTEK_RULES_QUERY_H
#define BESTEK_RULES_QUERY_H

#include "../base/str.h"
#include "engine.h"

#define CHOICE_BIT(c) (1u << (c))
#define CHOICE_ALL (CHOICE_BIT(CHOICE_COUNT) - 1u)
#define CHOICE_MEMORY (CHOICE_BIT(CHOICE_DIMM) | CHOICE_BIT(CHOICE_DPS))

struct term;

/* A compiled expression; memory belongs to the engine. */
struct expr {
	const char *sql;   /* terms expanded; $sockets, $gpus, $dps still stand for the counts */
	unsigned choices;  /* the choices it depends on */
	const char *sure;  /* 1 when no value under it is known from memory only; "1" when that cannot be */
	unsigned sure_choices;
	const struct term **term; /* every term under it, each once */
	size_t n_terms;
};

struct rule_code {
	struct rule rule;
	struct expr when, holds, have, need;
	unsigned choices;  /* of when, holds, have and need together */
	struct stmt *detail; /* prepared at first use */
	const struct term **slot; size_t n_slots; /* the terms its text shows */
};

/* Compiles text against the engine's vocabulary. where names it in the message ("memory.cfg:12: rule memory.slots: holds"). */
int query_expr(struct engine *e, const char *where, const char *text, struct expr *out, struct err *err);
/* Compiled code of rule i. */
struct rule_code *query_rule(struct engine *e, size_t i);
/* A term by name, as an expression; NULL when there is none. */
const struct expr *query_term(struct engine *e, const char *name);

/* Appends x with its counts written for a query in which the choices of open are joined and the others bound. */
int query_put(struct str *sql, const struct expr *x, unsigned open);
int query_put_text(struct str *sql, const char *text, unsigned open);
/*
 * Appends FROM and joins; choices outside joined are left out of it (joined must cover every choice that the expressions of
 * the query depend on; memory needs the CPU). Held choices are the parameters 1 + choice. Appends the conditions that tie
 * open choices to their candidates after WHERE, so that the caller goes on with " AND ...".
 */
int query_from(struct str *sql, unsigned joined, unsigned open);
/* The memory tables alone, for a subquery inside a row that has its CPU; join stands before the first of them. */
int query_put_memory(struct str *sql, const char *join, unsigned open);
/* Appends (when -> holds): true only where the rule is proven to hold or does not apply. */
int query_put_proven(struct str *sql, const struct rule_code *r, unsigned open);
/* Appends a test that is 1 exactly where an error is proven: broken, and not resting on a recalled value. */
int query_put_broken(struct str *sql, const struct rule_code *r, unsigned open);
/* " AND condition" of an error rule for machines that may be offered: proven when strict or where the rule wants it, else not broken. */
int query_put_offer(struct str *sql, const struct rule_code *r, int strict, unsigned open);

/* The parameters of a held build. */
struct held {
	int64_t id[CHOICE_COUNT]; /* part id, count; group ids for adapters and drives; 0 = none */
	unsigned missing;         /* choices without a value */
};
/* Writes need and groups of b into the engine's temporary rows and returns its parameters. */
int query_hold(struct engine *e, const struct build *b, struct held *out, struct err *err);
/* After query_hold: judge as for a quote, whether or not the build holds a need (what is offered is to be sold). */
int query_quote(struct engine *e, struct err *err);
void query_bind(struct stmt *st, const struct held *h);
/* Fills the candidates of adapters and drives (CHOICE_NIC, _DRIVE, _BOOT) for what b asks; id -1 is "none" where that is allowed. */
int query_fill_candidates(struct engine *e, const struct build *b, enum choice c, struct err *err);
/* Prepares under the authorizer that lets rules only read. */
int query_prepare(struct engine *e, struct str *sql, struct stmt **out, struct err *err);

#endif
