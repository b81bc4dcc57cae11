/* SPDX-License-Identifier: MIT */
/*
 * A configuration: needs (what the customer asked) and picks (what was chosen). Plain data of fixed size, so that a
 * copy is an assignment; only the kept unknown keys live on the heap (build_copy, build_release).
 */
#ifndef BESTEK_BUILD_BUILD_H
#define BESTEK_BUILD_BUILD_H

#include <stddef.h>
#include <stdint.h>

#include "../base/err.h"
#include "../catalog/catalog.h"

#define BUILD_UNSET INT64_MIN /* an integer that was not given */
#define BUILD_UNSET_F (-1e300) /* a real number that was not given */

enum { BUILD_TEXT = 160, BUILD_ITEMS = 16, BUILD_WORDS = 12, BUILD_WORD = 32, BUILD_FILE_MAX = 1 << 20 };

/* Why a pick stands in the build. */
enum pick_origin { PICK_NONE, PICK_USER, PICK_SOLVER };

struct part_ref {
	char text[BUILD_TEXT]; /* as written by a person, or the part's model/part number when the solver chose */
	int64_t id;            /* catalogue id; 0 when empty or unresolved */
	int line;              /* line in the file, 0 when not from a file */
	enum pick_origin origin;
	char reason[BUILD_WORD]; /* solver: objective or rule id */
};

struct item { struct part_ref part; int64_t count; };
struct item_list { struct item item[BUILD_ITEMS]; int n; };
struct word_list { char word[BUILD_WORDS][BUILD_WORD]; int n; };

struct need {
	char workload[BUILD_WORD];   /* id of data/workloads.cfg, "" unset */
	char model[BUILD_TEXT];      /* language model, free text */
	char precision[BUILD_WORD];
	char priority[BUILD_WORD];   /* latency | throughput | cost */
	int64_t context, users;      /* tokens, concurrent users */
	int64_t memory_per_socket_gb;
	struct part_ref gpu; int64_t gpus;            /* gpu = { model, count } */
	/* growth = { gpus, months, memory_per_socket_gb, nodes } */
	int64_t growth_gpus, growth_months, growth_memory_per_socket_gb, growth_nodes;
	int64_t network_gbps;
	double storage_tb;
	char redundancy[BUILD_WORD]; /* none | N+1 | N+N */
	int64_t rack_units, feed_w, site_voltage, cores, deliver_weeks;
	double ambient_c;
	int64_t per_core_licence;    /* 0 or 1 (bool in the file) */
	double budget_eur;
	struct word_list stack, certified;
};

struct picks {
	struct part_ref platform, cpu, dimm, gpu, psu;
	int64_t sockets, dimms_per_socket, gpus, psu_count, psu_w; /* psu_w: rating of supplies without a part number */
	enum pick_origin sockets_origin, dimms_per_socket_origin, gpus_origin; /* PICK_SOLVER: the solver may change it */
	struct item_list more_dimms; /* other modules beside dimm: count per socket; a mix is an error the rules name */
	struct item_list nics, drives, boot; /* boot: boot drives */
	struct word_list options;    /* words: "tpm", "dcms", ... and "-WORD" leaves a kit line out */
};

struct build_extra; /* unknown keys, kept on save */

struct build {
	char path[1024];             /* where it was loaded from or saved to, "" when new */
	char customer[BUILD_TEXT];
	char currency[4];            /* ISO 4217, "EUR" by default */
	char language[8];
	double discount_percent;     /* off the list total; unset = 0 */
	double vat_percent;          /* unset = constant vat_percent */
	int has_need, has_build;     /* the file held that half */
	struct need need;
	struct picks pick;
	struct build_extra *extra;   /* owned, shared by copies through a count */
};

/* All unset, currency EUR. */
void build_init(struct build *b);
void build_release(struct build *b);
/* *dst = *src with the extra counted; dst must be initialised. */
void build_copy(struct build *dst, const struct build *src);
/* 1 when every field (not path, line, origin, reason, id, unknown keys) is the same. */
int build_equal(const struct build *a, const struct build *b);

/* The fields, one table for load, save, explain and the wizard. */
enum field_type { FIELD_TEXT, FIELD_WORD, FIELD_INT, FIELD_REAL, FIELD_BOOL, FIELD_PART, FIELD_ITEMS, FIELD_WORDS };
struct field {
	const char *key;     /* path in the file: "need.gpu.count", "build.cpu", "customer" */
	enum field_type type;
	size_t offset, size; /* in struct build */
	double min, max;     /* numbers; FIELD_ITEMS: of each count */
	int part_kind;       /* FIELD_PART, FIELD_ITEMS: enum part_kind; else -1 */
	const char *unit;    /* "GB", "W", "" */
	const char *help;    /* N_() */
	const char *const *choices; /* FIELD_WORD(S): NULL-terminated, or NULL for any */
	const char *form;    /* FIELD_WORD: an example that gives the number and case of the letters ("EUR"), or NULL */
};
const struct field *build_fields(size_t *n);
const struct field *build_field(const char *key); /* NULL when unknown */

/* A message about a file that did not stop the load (unknown key, value cut). */
typedef void (*build_note_fn)(void *data, int line, const char *text);

/*
 * Loads a file (libconfig; BOM and CRLF accepted; 1 MiB at most; include directives refused). Wrong types and ranges
 * are ERR_SYNTAX/ERR_RANGE naming file, line and cure, and leave *b as it was. Unknown keys are noted and kept. Parts
 * are not resolved. b must be initialised.
 */
int build_load(struct build *b, const char *path, build_note_fn note, void *data, struct err *err);
/* The same from text; name stands in messages. */
int build_parse(struct build *b, const char *name, const char *text, size_t len, build_note_fn note, void *data,
                struct err *err);
/* Saves atomically; unknown keys are kept, comments are not; solver picks are written like the user's. */
int build_save(const struct build *b, const char *path, struct err *err);
/* The same into memory (caller mem_free's). */
int build_write(const struct build *b, char **out, size_t *len, struct err *err);

/* A value that no part has. */
struct unresolved {
	const char *field;   /* key of the field, e.g. "build.cpu" */
	char value[BUILD_TEXT];
	int line;
	struct part near[5]; int n_near;
};
struct unresolved_list { struct unresolved item[BUILD_ITEMS * 3]; int n; };
/*
 * Fills every part_ref's id. Unknown values go to *out (as many as it holds) and keep id 0; only a failing database is
 * an error.
 */
int build_resolve(struct build *b, struct catalog *cat, struct unresolved_list *out, struct err *err);

/* Undo: up to 200 states; the oldest is forgotten first. A build keeps its path when it goes back or forth. */
struct history;
struct history *history_new(void); /* NULL when out of memory; caller history_free's */
void history_free(struct history *h);
/* Remembers b as the state before a change; forgets redo. */
int history_push(struct history *h, const struct build *b, struct err *err);
int history_undo(struct history *h, struct build *b); /* 1 when b was replaced */
int history_redo(struct history *h, struct build *b);

#endif
