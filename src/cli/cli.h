/* SPDX-License-Identifier: MIT */
/*
 * The command line: one row per subcommand and per option; usage, help and completions come from the rows. A command
 * appends its result to cli.out, which is written to standard output once, checked; notices go to standard error.
 */
#ifndef BESTEK_CLI_CLI_H
#define BESTEK_CLI_CLI_H

#include <stddef.h>

#include "../core/base/err.h"
#include "../core/base/str.h"
#include "../core/build/build.h"
#include "../core/rules/engine.h"

enum cli_status { CLI_FINE = 0, CLI_ERRORS = 1, CLI_USAGE = 2, CLI_UNREADABLE = 3, CLI_UNKNOWN_PART = 4 };

enum cli_opt_id {
	OPT_HELP, OPT_VERSION, OPT_CATALOG, OPT_LANG, OPT_NO_COLOR, OPT_COLOR, OPT_QUIET, OPT_VERBOSE, OPT_NO_INPUT,
	OPT_ASCII, OPT_JSON, OPT_FIX, OPT_BY, OPT_TOP, OPT_OUTPUT, OPT_FORCE, OPT_FORMAT, OPT_MARKDOWN, OPT_VOCABULARY,
	OPT_DATA, OPT_KIND,
	OPT_COUNT
};

struct cli_opt {
	enum cli_opt_id id;
	char letter;                /* 0: only the long form */
	const char *name;           /* without the dashes */
	const char *arg;            /* N_() name of the value, NULL for a flag */
	const char *const *choices; /* NULL-terminated, or NULL for any value */
	const char *help;           /* N_() */
};

struct cli;
struct command {
	const char *name;           /* "check", "catalog build" */
	const char *operands;       /* "FILE..." as in the usage line */
	const char *help;           /* N_() one sentence */
	const char *examples;       /* one a line */
	const struct cli_opt *opts; /* ends with a row without name; NULL: none of its own */
	int min, max;               /* operands; max -1: any number */
	int hidden;                 /* not listed */
	int complete_files;         /* operands are files, for completions */
	/* Returns an exit status; a failure is left in err, which then decides the status. */
	int (*run)(struct cli *c, struct err *err);
};

enum { CLI_OPERANDS_MAX = 256 };

struct cli {
	const struct command *command;
	const char *value[OPT_COUNT];         /* "" for a given flag, NULL for what was not given; borrowed from argv */
	const char *operand[CLI_OPERANDS_MAX]; int operands;
	int quiet, verbose, color;
	struct catalog *catalog;              /* owned, opened on demand */
	struct engine *engine;                /* owned, opened on demand */
	struct str out;                       /* what standard output gets */
};

/* What the wizard is told; everything is borrowed. */
/* color: 1 always, -1 never, 0 as terminal and NO_COLOR say. */
struct cli_wizard { struct engine *engine; const char *file; int color, ascii; };

/*
 * Runs one command line and returns the exit status. wizard opens the full screen (src/main.c hands it in, so that this
 * room needs none of the screen's).
 */
int cli_main(int argc, char **argv, int (*wizard)(const struct cli_wizard *, struct err *));

/* --- table.c --- */
const struct command *cli_commands(size_t *n);
const struct cli_opt *cli_global_opts(void); /* ends with a row without name */
/* The name nearest to word, or NULL when none is near; add each candidate with cli_near. */
struct cli_nearest { const char *word, *best; int distance; };
void cli_near(struct cli_nearest *near, const char *candidate);
void cli_help(struct str *out);                                     /* the program */
void cli_command_help(struct str *out, const struct command *cmd);  /* one command */
int cli_run_completion(struct cli *c, struct err *err);
int cli_run_help(struct cli *c, struct err *err);

/* --- common.c --- */
/* Opens the catalogue, and the engine on it, once. */
int cli_open_catalog(struct cli *c, struct err *err);
int cli_open_engine(struct cli *c, struct err *err);
/* One line to standard error, "bestek: ..."; a notice is silent under --quiet. */
void cli_complain(const char *text);
void cli_notice(struct cli *c, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Loads path ("-": standard input), resolves its parts; notes unknown keys on standard error. b is initialised. */
int cli_load(struct cli *c, struct build *b, const char *path, struct unresolved_list *unresolved, struct err *err);
/* Lists unresolved values for a person. */
void cli_show_unresolved(struct str *out, const char *path, const struct unresolved_list *u);
/* The same to standard error, and close parts alone. */
void cli_complain_unresolved(const char *path, const struct unresolved_list *u);
void cli_complain_near(const struct part *near, int n);
/* The marks of a severity: "x error". Coloured when colour is on. */
void cli_show_severity(struct cli *c, enum severity severity);
/* One finding, two lines and more, indented. */
void cli_show_finding(struct cli *c, const struct finding *f, int with_why);
/* "1 error, 2 warnings, 3 pieces of advice" */
void cli_show_counts(struct str *out, const struct findings *f);
/* [{field, value, line, closest}]; a new reference. */
struct json_t;
struct json_t *cli_unresolved_json(const struct unresolved_list *u);
/* Refuses to replace an existing file unless --force was given. */
int cli_may_write(struct cli *c, const char *path, struct err *err);

/* --- one file each --- */
int cli_run_check(struct cli *c, struct err *err);
int cli_run_solve(struct cli *c, struct err *err);
int cli_run_explain(struct cli *c, struct err *err);
int cli_run_export(struct cli *c, struct err *err);
int cli_run_rules(struct cli *c, struct err *err);
int cli_run_catalog_build(struct cli *c, struct err *err);
int cli_run_catalog_info(struct cli *c, struct err *err);
int cli_run_catalog_search(struct cli *c, struct err *err);
int cli_run_catalog_show(struct cli *c, struct err *err);
int cli_run_catalog_verify(struct cli *c, struct err *err);
extern const struct cli_opt cli_check_opts[], cli_solve_opts[], cli_explain_opts[], cli_export_opts[], cli_rules_opts[],
	cli_catalog_build_opts[], cli_catalog_search_opts[], cli_json_opts[];

#endif
