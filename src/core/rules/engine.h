/* SPDX-License-Identifier: MIT */
/*
 * The rule engine: a configuration is a row, a rule is an SQL expression over it. One generator writes the FROM clause;
 * a choice is either held (the build's own pick) or open (every candidate). Held everywhere: check. One open: grey-out.
 * All open: solve.
 */
#ifndef BESTEK_RULES_ENGINE_H
#define BESTEK_RULES_ENGINE_H

#include <stdint.h>
#include <stdio.h>

#include "../build/build.h"
#include "../catalog/catalog.h"

enum severity { SEV_ERROR, SEV_WARNING, SEV_ADVICE, SEV_COUNT };
const char *severity_name(enum severity s); /* "error", untranslated */
const char *severity_label(enum severity s); /* translated */

/* The choices, in the order of the search. */
enum choice {
	CHOICE_GPU,      /* GPU model */
	CHOICE_GPUS,     /* how many */
	CHOICE_PLATFORM,
	CHOICE_PSU,      /* supply option of the platform */
	CHOICE_SOCKETS,
	CHOICE_CPU,
	CHOICE_NIC,      /* network adapters, one model and count */
	CHOICE_DRIVE,    /* data drives, one model and count */
	CHOICE_BOOT,     /* boot drives, one model and count */
	CHOICE_DIMM,     /* memory module */
	CHOICE_DPS,      /* DIMMs per socket */
	CHOICE_COUNT
};
const char *choice_name(enum choice c); /* "gpu", "gpus", "platform", ... untranslated */

struct rule {
	char id[48];
	enum severity severity;
	char step[16];   /* workload memory gpu growth system bill */
	char when[1024], holds[1024], have[256], need[256];
	char unit[16];
	char text[512];  /* English source text with {slots}; translate with gettext */
	char why[512];   /* why it matters, one sentence; translate */
	char source[256];
	int forbids_unknown; /* 1: no machine is offered for which the rule cannot be judged (unknown = "forbid") */
	int counts_unknown;  /* 1: a warning that weighs as much when it cannot be judged (unknown = "count") */
	char file[64]; int line;
};

/* A value as SQLite gave it. */
struct value { char type; /* 'i' 'f' 't' 'n' */ int64_t i; double f; char t[96]; };
/* For a person: number in the reader's language, or the text; "?" when unknown. */
void value_show(const struct value *v, const char *unit, char *dst, size_t size);

struct finding {
	const struct rule *rule;
	enum severity severity; /* may be lower than the rule's: an error that rests on a recalled fact is a warning */
	int proven;             /* 0: a fact is unknown or only recalled; text says which */
	struct value have, need;
	char text[768];         /* translated, complete */
};
struct findings {
	struct finding *item; size_t n, cap; /* owned */
	int errors, warnings, advice;
	const char *silent[64]; int n_silent; /* rule ids that lacked a part, borrowed */
};
void findings_release(struct findings *f);

struct engine;
/*
 * Compiles all rules of the catalogue. The engine borrows cat; a catalogue has one engine at a time (ERR_USAGE for a second,
 * which leaves the first as it is). Caller engine_free's.
 */
int engine_open(struct engine **out, struct catalog *cat, struct err *err);
void engine_free(struct engine *e);
/*
 * Judges every term, rule and kit of a catalogue: one line "FILE:LINE: ..." to log (may be NULL) for each that SQLite does not
 * take; ERR_DATA when there was one. cat must have no engine. For catalog_set_rules_check.
 */
int engine_verify(struct catalog *cat, FILE *log, struct err *err);
struct catalog *engine_catalog(struct engine *e);
size_t engine_rules(struct engine *e);
const struct rule *engine_rule(struct engine *e, size_t i); /* borrowed; sorted by step, id, severity */

/* Every rule on the one build (ids resolved). f must be zeroed or released; filled in the order of the rules, errors first. */
int engine_check(struct engine *e, const struct build *b, struct findings *f, struct err *err);

/* One candidate of a choice. */
struct option {
	int64_t id;        /* part id, psu_option id, or the count itself for CHOICE_SOCKETS, _GPUS, _DPS */
	int64_t count;     /* CHOICE_NIC, _DRIVE, _BOOT: how many */
	char label[192];   /* model or count text, untranslated */
	char detail[128];  /* figures: "96 cores 2.4 GHz 360 W" (translated units stay plain) */
	int64_t cents;     /* list price EUR cents each, -1 on request */
	const struct rule *broken; /* the first error rule that it would break and that this choice can influence; NULL = free */
	int chosen;        /* it is the build's present pick */
};
struct options { struct option *item; size_t n, cap; };
void options_release(struct options *o);
/*
 * Every candidate of one choice with the others held. Free ones first, then by price and label; at most a few hundred.
 * options_reason fills the sentence of one greyed option.
 */
int engine_options(struct engine *e, const struct build *b, enum choice c, struct options *out, struct err *err);
int engine_option_reason(struct engine *e, const struct build *b, enum choice c, const struct option *o, char *dst, size_t size, struct err *err);
/* Sets the candidate in b (origin as given). */
int engine_apply(struct engine *e, struct build *b, enum choice c, const struct option *o, enum pick_origin origin, struct err *err);

/* A change that removes a finding's error and adds none. */
struct fix {
	struct build after;       /* the build with the change; build_release it */
	char text[256];           /* "use two sockets", translated */
	char changes[2][192]; int n_changes; /* "sockets: 1 -> 2" */
	int64_t price_delta_cents; int price_known;
	int64_t power_delta_w, rack_delta_u, lead_delta_weeks;
};
/* The cheapest fix of one finding (one choice, then two). *found = 0 when there is none. */
int engine_fix(struct engine *e, const struct build *b, const struct finding *f, struct fix *out, int *found, struct err *err);

/* Figures of a build, NULLs as unset. */
struct figures {
	int64_t power_w, power_ac_w, heat_btu_h, rack_u, lead_weeks, memory_gb, memory_per_socket_gb, lanes_used, lanes_total;
	int64_t dimms, channels_filled, channels_total, psu_usable_w, memory_mts;
	double weight_kg, memory_bandwidth_gbs;
	int64_t rank_cents; /* the solver's cost key, EUR cents: unknown prices counted at the dearest known of their class */
	char cpu_family[24];
};
int engine_figures(struct engine *e, const struct build *b, struct figures *out, struct err *err);

/* A thing that must be ordered too (table platform_kit), with its quantity for this build. */
struct kit {
	int64_t part_id;        /* 0: not a part of the catalogue */
	char part_number[96];   /* "" unknown: the line says "to be confirmed" */
	char description[256];  /* English source text as in data/; translate with gettext where it is known */
	char category[16], word[32];
	int64_t quantity;
	int required, recalled, left_out; /* left_out: build.options holds "-word" */
};
typedef int (*kit_fn)(void *data, const struct kit *k);
int engine_kits(struct engine *e, const struct build *b, kit_fn fn, void *data, struct err *err);

/* The names, units, meanings and present values of the terms a rule uses (all terms when rule is NULL), and where each comes from. */
typedef int (*term_fn)(void *data, const char *name, const char *unit, const char *meaning, const struct value *v, const char *source);
int engine_terms(struct engine *e, const struct build *b, const struct rule *rule, term_fn fn, void *data, struct err *err);

#endif
