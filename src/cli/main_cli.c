/* SPDX-License-Identifier: MIT */
/* One command line: options, the command, its operands; then the one write to standard output. */
#include <config.h>

#include "cli.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../core/base/file.h"
#include "../core/base/i18n.h"
#include "../core/base/num.h"

static const struct cli_opt *find_long(const struct cli_opt *opts, const char *name, size_t len)
{
	for (; opts && opts->name; opts++)
		if (strlen(opts->name) == len && memcmp(opts->name, name, len) == 0)
			return opts;
	return NULL;
}

static const struct cli_opt *find_letter(const struct cli_opt *opts, char letter)
{
	for (; opts && opts->name; opts++)
		if (opts->letter == letter)
			return opts;
	return NULL;
}

static const struct cli_opt *own_opts(const struct cli *c)
{
	return c->command ? c->command->opts : NULL;
}

/* The command as a person would type it for help. */
static const char *command_words(const struct cli *c)
{
	return c->command ? c->command->name : "";
}

static int unknown_option(const struct cli *c, const char *name, struct err *err)
{
	struct cli_nearest near = { .word = name };

	for (const struct cli_opt *o = own_opts(c); o && o->name; o++)
		cli_near(&near, o->name);
	for (const struct cli_opt *o = cli_global_opts(); o->name; o++)
		cli_near(&near, o->name);
	if (near.best)
		return err_set(err, ERR_USAGE, _("unknown option '--%s'; did you mean '--%s'?"), name, near.best);
	return err_set(err, ERR_USAGE, _("unknown option '--%s'; see 'bestek %s%s--help'"), name, command_words(c),
	               c->command ? " " : "");
}

static int set_option(struct cli *c, const struct cli_opt *o, const char *value, struct err *err)
{
	if (o->choices) {
		struct cli_nearest near = { .word = value };
		struct str list = STR_INIT;
		int i, rc;
		for (i = 0; o->choices[i]; i++) {
			if (strcmp(o->choices[i], value) == 0)
				break;
			cli_near(&near, o->choices[i]);
			str_addf(&list, "%s%s", i ? ", " : "", o->choices[i]);
		}
		if (!o->choices[i]) {
			if (near.best)
				rc = err_set(err, ERR_USAGE, _("--%s cannot be '%s'; did you mean '%s'?"), o->name,
				             value, near.best);
			else
				rc = err_set(err, ERR_USAGE, _("--%s cannot be '%s'; use one of: %s"), o->name, value,
				             str_c(&list));
			str_release(&list);
			return rc;
		}
		str_release(&list);
	}
	c->value[o->id] = value;
	return ERR_OK;
}

static int long_option(struct cli *c, int argc, char **argv, int *i, struct err *err)
{
	const char *word = argv[*i] + 2, *eq = strchr(word, '=');
	size_t len = eq ? (size_t)(eq - word) : strlen(word);
	const struct cli_opt *o = find_long(own_opts(c), word, len);
	char name[64];

	if (!o)
		o = find_long(cli_global_opts(), word, len);
	if (!o) {
		if (len >= sizeof(name))
			len = sizeof(name) - 1;
		memcpy(name, word, len);
		name[len] = '\0';
		return unknown_option(c, name, err);
	}
	if (!o->arg)
		return eq ? err_set(err, ERR_USAGE, _("--%s takes no value"), o->name) : set_option(c, o, "", err);
	if (eq)
		return set_option(c, o, eq + 1, err);
	if (*i + 1 >= argc)
		return err_set(err, ERR_USAGE, _("--%s needs a value"), o->name);
	return set_option(c, o, argv[++*i], err);
}

/* "-o FILE", "-oFILE", "-hq". */
static int short_options(struct cli *c, int argc, char **argv, int *i, struct err *err)
{
	int rc = ERR_OK;

	for (const char *p = argv[*i] + 1; *p && rc == ERR_OK; p++) {
		const struct cli_opt *o = find_letter(own_opts(c), *p);
		if (!o)
			o = find_letter(cli_global_opts(), *p);
		if (!o)
			return err_set(err, ERR_USAGE, _("unknown option '%s'; see 'bestek %s%s--help'"), argv[*i],
			               command_words(c), c->command ? " " : "");
		if (!o->arg) {
			rc = set_option(c, o, "", err);
			continue;
		}
		if (p[1])
			return set_option(c, o, p + 1, err);
		if (*i + 1 >= argc)
			return err_set(err, ERR_USAGE, _("-%c needs a value"), *p);
		return set_option(c, o, argv[++*i], err);
	}
	return rc;
}

/* Reads options and operands from *i on; with no command yet, stops at the first operand. */
static int parse(struct cli *c, int argc, char **argv, int *i, int *no_more_options, struct err *err)
{
	int rc = ERR_OK;

	for (; *i < argc && rc == ERR_OK; (*i)++) {
		const char *word = argv[*i];
		if (!*no_more_options && strcmp(word, "--") == 0) {
			*no_more_options = 1;
		} else if (!*no_more_options && word[0] == '-' && word[1] == '-') {
			rc = long_option(c, argc, argv, i, err);
		} else if (!*no_more_options && word[0] == '-' && word[1]) {
			rc = short_options(c, argc, argv, i, err);
		} else {
			if (!c->command)
				return ERR_OK;
			if (c->operands == CLI_OPERANDS_MAX)
				return err_set(err, ERR_USAGE, _("more than %d operands"), CLI_OPERANDS_MAX);
			c->operand[c->operands++] = word;
		}
	}
	return rc;
}

/* Words of a family ("catalog") are matched together with the one that follows. */
static const struct command *find_command(int argc, char **argv, int *i, int *family)
{
	size_t n, len = strlen(argv[*i]);
	const struct command *commands = cli_commands(&n);

	*family = 0;
	for (size_t k = 0; k < n; k++) {
		const char *name = commands[k].name;
		if (strncmp(name, argv[*i], len) != 0)
			continue;
		if (name[len] == '\0') {
			*i += 1;
			return &commands[k];
		}
		if (name[len] != ' ')
			continue;
		*family = 1;
		if (*i + 1 < argc && strcmp(name + len + 1, argv[*i + 1]) == 0) {
			*i += 2;
			return &commands[k];
		}
	}
	return NULL;
}

/* "catalog" without a known second word: its help, or what was wrong. */
static int family_help(struct cli *c, int argc, char **argv, int i, struct err *err)
{
	const char *family = argv[i], *word = i + 1 < argc ? argv[i + 1] : NULL;
	size_t n, len = strlen(family);
	const struct command *commands = cli_commands(&n);
	struct cli_nearest near = { .word = word ? word : "" };
	int help = word && (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0);

	for (size_t k = 0; k < n; k++) {
		if (strncmp(commands[k].name, family, len) != 0 || commands[k].name[len] != ' ')
			continue;
		if (help) {
			if (c->out.len)
				str_add(&c->out, "\n");
			cli_command_help(&c->out, &commands[k]);
		}
		cli_near(&near, commands[k].name + len + 1);
	}
	if (help)
		return ERR_OK;
	if (!word)
		return err_set(err, ERR_USAGE, _("'bestek %s' needs an action; see 'bestek %s --help'"), family,
		               family);
	if (near.best)
		return err_set(err, ERR_USAGE, _("unknown action '%s %s'; did you mean '%s %s'?"), family, word, family,
		               near.best);
	return err_set(err, ERR_USAGE, _("unknown action '%s %s'; see 'bestek %s --help'"), family, word, family);
}

/* A first word that is no command: a file for the wizard, or a slip. */
static int is_file_word(const char *word)
{
	return file_exists(word) || strpbrk(word, "./") != NULL;
}

static int unknown_command(const char *word, struct err *err)
{
	struct cli_nearest near = { .word = word };
	size_t n;
	const struct command *commands = cli_commands(&n);

	for (size_t k = 0; k < n; k++)
		if (!commands[k].hidden)
			cli_near(&near, commands[k].name);
	if (near.best)
		return err_set(err, ERR_USAGE, _("unknown command '%s'; did you mean '%s'?"), word, near.best);
	return err_set(err, ERR_USAGE, _("unknown command '%s', and there is no such file; see 'bestek --help'"), word);
}

/* 1 always, -1 never, 0 as terminal and NO_COLOR say. */
static int color_wish(const struct cli *c)
{
	const char *when = c->value[OPT_COLOR];

	if (c->value[OPT_NO_COLOR] || (when && strcmp(when, "never") == 0))
		return -1;
	return when && strcmp(when, "always") == 0;
}

static int want_color(const struct cli *c)
{
	const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM");
	int wish = color_wish(c);

	if (wish != 0)
		return wish > 0;
	return !(no_color && *no_color) && isatty(STDOUT_FILENO) && term && strcmp(term, "dumb") != 0;
}

static int open_wizard(struct cli *c, int (*wizard)(const struct cli_wizard *, struct err *), const char *file,
                       struct err *err)
{
	struct cli_wizard w = { .file = file, .color = color_wish(c), .ascii = c->value[OPT_ASCII] != NULL };
	const char *term = getenv("TERM");

	if (c->value[OPT_NO_INPUT])
		return err_set(err, ERR_USAGE,
		               _("the wizard asks questions, which --no-input forbids; use 'bestek solve FILE'"));
	if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
		return err_set(err, ERR_USAGE, _("the wizard needs a terminal; without one use 'bestek solve %s'"),
		               file ? file : "FILE");
	if (!term || !*term || strcmp(term, "dumb") == 0)
		return err_set(err, ERR_USAGE,
		               _("this terminal (TERM=%s) has no full screen; use 'bestek solve %s', or set TERM"),
		               term ? term : "", file ? file : "FILE");
	if (cli_open_engine(c, err) != ERR_OK)
		return err->code;
	w.engine = c->engine;
	return wizard(&w, err);
}

static int show_version(struct cli *c, struct err *err)
{
	char date[32] = "";

	str_addf(&c->out, "bestek %s\n", PACKAGE_VERSION);
	str_addf(&c->out, _("catalogue schema %d\n"), CATALOG_SCHEMA_VERSION);
	/* The program has a version even where its catalogue is missing. */
	if (cli_open_catalog(c, err) == ERR_OK && catalog_price_date(c->catalog, date, sizeof(date), err) == ERR_OK &&
	    date[0])
		str_addf(&c->out, _("price list of %s\n"), date);
	else
		str_add(&c->out, _("no price list: the catalogue cannot be read\n"));
	err_clear(err);
	return ERR_OK;
}

static int check_operands(const struct cli *c, struct err *err)
{
	const struct command *cmd = c->command;

	if (c->operands < cmd->min)
		return err_set(err, ERR_USAGE, _("'bestek %s' needs %s; see 'bestek %s --help'"), cmd->name,
		               cmd->operands, cmd->name);
	if (cmd->max >= 0 && c->operands > cmd->max)
		return err_set(err, ERR_USAGE, _("'bestek %s' has no use for '%s'; see 'bestek %s --help'"), cmd->name,
		               c->operand[cmd->max], cmd->name);
	return ERR_OK;
}

/* Everything but the output and the errors' text. */
static int dispatch(struct cli *c, int argc, char **argv, int (*wizard)(const struct cli_wizard *, struct err *),
                    struct err *err)
{
	int i = 1, literal = 0, family = 0;
	const char *file = NULL;

	if (parse(c, argc, argv, &i, &literal, err) != ERR_OK)
		return CLI_USAGE;
	if (i < argc) {
		if (!literal)
			c->command = find_command(argc, argv, &i, &family);
		if (!c->command && family)
			return family_help(c, argc, argv, i, err);
		if (!c->command) {
			file = argv[i++];
			if (!literal && !is_file_word(file))
				return unknown_command(file, err);
			for (; i < argc && (strcmp(argv[i], "--") == 0); i++)
				literal = 1;
			while (i < argc && !literal && argv[i][0] == '-') {
				int rc = argv[i][1] == '-' ? long_option(c, argc, argv, &i, err)
				                           : short_options(c, argc, argv, &i, err);
				if (rc != ERR_OK)
					return rc;
				i++;
			}
			if (i < argc)
				return err_set(err, ERR_USAGE, _("one file at a time: '%s' is one too many"), argv[i]);
		}
	}
	if (c->command && parse(c, argc, argv, &i, &literal, err) != ERR_OK)
		return CLI_USAGE;

	c->quiet = c->value[OPT_QUIET] != NULL;
	c->verbose = c->value[OPT_VERBOSE] != NULL;
	c->color = want_color(c);
	if (c->value[OPT_LANG])
		i18n_init(c->value[OPT_LANG]);
	if (c->value[OPT_HELP]) {
		if (c->command)
			cli_command_help(&c->out, c->command);
		else
			cli_help(&c->out);
		return CLI_FINE;
	}
	if (c->value[OPT_VERSION])
		return show_version(c, err);
	if (!c->command)
		return open_wizard(c, wizard, file, err);
	if (check_operands(c, err) != ERR_OK)
		return CLI_USAGE;
	return c->command->run(c, err);
}

/* A reader that had enough (EPIPE) is no failure; a full disk is. */
static int write_out(struct cli *c, struct err *err)
{
	int failed = 0;

	if (c->out.failed)
		return err_nomem(err);
	if (c->out.len && fwrite(c->out.s, 1, c->out.len, stdout) != c->out.len)
		failed = errno;
	if (!failed && fflush(stdout) != 0)
		failed = errno;
	if (fclose(stdout) != 0 && !failed)
		failed = errno;
	if (failed && failed != EPIPE)
		return err_errno(err, _("write"), _("standard output"), failed);
	return ERR_OK;
}

int cli_main(int argc, char **argv, int (*wizard)(const struct cli_wizard *, struct err *))
{
	struct err err = { 0 }, write_err = { 0 };
	struct cli c = { 0 };
	int status = dispatch(&c, argc, argv, wizard, &err);

	if (err.code != ERR_OK) {
		cli_complain(err.msg);
		status = err_exit_status(err.code);
		if (c.verbose && c.catalog && *db_message(catalog_db(c.catalog)))
			cli_complain(db_message(catalog_db(c.catalog)));
	}
	if (write_out(&c, &write_err) != ERR_OK) {
		cli_complain(write_err.msg);
		status = CLI_UNREADABLE;
	}
	engine_free(c.engine);
	catalog_free(c.catalog);
	str_release(&c.out);
	return status;
}
