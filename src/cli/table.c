/* SPDX-License-Identifier: MIT */
/* The commands and the options that all of them take; help and completions read these rows. */
#include "cli.h"

#include <string.h>

#include "../core/base/i18n.h"
#include "../core/catalog/catalog.h"

static const char *const color_choices[] = { "always", "never", "auto", NULL };
static const char *const lang_choices[] = { "en", "nl", "de", NULL };
static const struct cli_opt global_opts[] = {
	{ .id = OPT_HELP, .letter = 'h', .name = "help", .help = N_("show this help") },
	{ .id = OPT_VERSION, .name = "version", .help = N_("show the versions of program, schema and price list") },
	{ .id = OPT_CATALOG, .name = "catalog", .arg = N_("FILE"), .help = N_("use this catalogue") },
	{ .id = OPT_LANG, .name = "lang", .arg = N_("LANGUAGE"), .choices = lang_choices,
	  .help = N_("language of the texts") },
	{ .id = OPT_COLOR, .name = "color", .arg = N_("WHEN"), .choices = color_choices, .help = N_("use colour") },
	{ .id = OPT_NO_COLOR, .name = "no-color", .help = N_("use no colour") },
	{ .id = OPT_ASCII, .name = "ascii", .help = N_("draw the wizard's lines in ASCII") },
	{ .id = OPT_QUIET, .letter = 'q', .name = "quiet", .help = N_("leave out notices") },
	{ .id = OPT_VERBOSE, .letter = 'v', .name = "verbose", .help = N_("tell more about failures") },
	{ .id = OPT_NO_INPUT, .name = "no-input", .help = N_("never ask anything") },
	{ 0 }
};

static const struct command commands[] = {
	{ .name = "check", .operands = "FILE...", .min = 1, .max = -1, .complete_files = 1, .run = cli_run_check,
	  .opts = cli_check_opts,
	  .help = N_("Says what is wrong with a configuration, why it matters and what would solve it."),
	  .examples = "bestek check quote.bestek\nbestek check --json *.bestek\n" },
	{ .name = "solve", .operands = "FILE", .min = 1, .max = 1, .complete_files = 1, .run = cli_run_solve,
	  .opts = cli_solve_opts,
	  .help = N_("Completes a configuration: the best machine that meets every demand, or which demands clash."),
	  .examples = "bestek solve need.bestek\nbestek solve need.bestek --by tco --top 3\n"
	              "bestek solve need.bestek -o quote.bestek\n" },
	{ .name = "explain", .operands = "FILE RULE|PART", .min = 2, .max = 2, .complete_files = 1,
	  .run = cli_run_explain, .opts = cli_explain_opts,
	  .help = N_("Says why: the numbers behind a rule and their sources, or why a part is possible or not."),
	  .examples = "bestek explain quote.bestek memory.channels-filled\n"
	              "bestek explain quote.bestek \"EPYC 9654\"\n" },
	{ .name = "export", .operands = "FILE", .min = 0, .max = 1, .complete_files = 1, .run = cli_run_export,
	  .opts = cli_export_opts,
	  .help = N_("Writes the bill of materials."),
	  .examples = "bestek export quote.bestek -f csv -o bill.csv\nbestek export quote.bestek -f txt -o -\n"
	              "bestek export -f list\n" },
	{ .name = "rules", .operands = "", .run = cli_run_rules, .opts = cli_rules_opts,
	  .help = N_("Lists the rules as a person reads them, or the words they are made of."),
	  .examples = "bestek rules\nbestek rules --vocabulary\n" },
	{ .name = "catalog info", .operands = "", .run = cli_run_catalog_info, .opts = cli_json_opts,
	  .help = N_("Says what the catalogue holds and how old its prices are."),
	  .examples = "bestek catalog info\n" },
	{ .name = "catalog search", .operands = "WORD...", .min = 1, .max = -1, .run = cli_run_catalog_search,
	  .opts = cli_catalog_search_opts,
	  .help = N_("Finds parts by words of their name or number."),
	  .examples = "bestek catalog search epyc 96\nbestek catalog search --kind gpu h100\n" },
	{ .name = "catalog show", .operands = "PART", .min = 1, .max = -1, .run = cli_run_catalog_show,
	  .opts = cli_json_opts,
	  .help = N_("Shows all that is known of one part, with prices and sources."),
	  .examples = "bestek catalog show \"H100 NVL\"\nbestek catalog show AS-4125GS-TNRT\n" },
	{ .name = "catalog verify", .operands = "", .run = cli_run_catalog_verify, .opts = cli_json_opts,
	  .help = N_("Checks the catalogue: the file, its references and every rule."),
	  .examples = "bestek catalog verify\n" },
	{ .name = "catalog build", .operands = "", .run = cli_run_catalog_build, .opts = cli_catalog_build_opts,
	  .help = N_("Builds a catalogue from a folder of CSV and rule files; every row is checked."),
	  .examples = "bestek catalog build --data data -o catalog.db\n" },
	{ .name = "help", .operands = "[COMMAND]", .max = 2, .run = cli_run_help,
	  .help = N_("Shows the help of the program or of a command."),
	  .examples = "bestek help solve\n" },
	{ .name = "completion", .operands = "bash|zsh|fish|rules|parts", .min = 1, .max = 2, .hidden = 1,
	  .run = cli_run_completion,
	  .help = N_("Writes the completions of a shell, or the words for them."),
	  .examples = "bestek completion bash\n" },
};

const struct command *cli_commands(size_t *n)
{
	*n = sizeof(commands) / sizeof(commands[0]);
	return commands;
}

const struct cli_opt *cli_global_opts(void)
{
	return global_opts;
}

/* Edits (insert, delete, replace, swap) between two short words; long ones count as far. */
static int word_distance(const char *a, const char *b)
{
	enum { MAX = 48 };
	int row[3][MAX + 1];
	size_t n = strlen(a), m = strlen(b);

	if (n > MAX || m > MAX)
		return MAX;
	for (size_t j = 0; j <= m; j++)
		row[0][j] = (int)j;
	for (size_t i = 1; i <= n; i++) {
		int *now = row[i % 3], *one = row[(i + 2) % 3], *two = row[(i + 1) % 3];
		now[0] = (int)i;
		for (size_t j = 1; j <= m; j++) {
			int d = one[j - 1] + (a[i - 1] != b[j - 1]);
			if (one[j] + 1 < d)
				d = one[j] + 1;
			if (now[j - 1] + 1 < d)
				d = now[j - 1] + 1;
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] && two[j - 2] + 1 < d)
				d = two[j - 2] + 1;
			now[j] = d;
		}
	}
	return row[n % 3][m];
}

void cli_near(struct cli_nearest *near, const char *candidate)
{
	int d = word_distance(near->word, candidate);
	int limit = 1 + (int)(strlen(candidate) / 4);

	if (d <= limit && (!near->best || d < near->distance)) {
		near->best = candidate;
		near->distance = d;
	}
}

static void option_help(struct str *out, const struct cli_opt *opts)
{
	for (; opts && opts->name; opts++) {
		struct str left = STR_INIT;
		int pad;
		if (opts->letter)
			str_addf(&left, "-%c, ", opts->letter);
		else
			str_add(&left, "    ");
		str_addf(&left, "--%s", opts->name);
		if (opts->arg)
			str_addf(&left, " %s", _(opts->arg));
		pad = 26 - str_width(str_c(&left));
		str_addf(out, "  %s%*s%s", str_c(&left), pad > 1 ? pad : 1, "", _(opts->help));
		for (int i = 0; opts->choices && opts->choices[i]; i++)
			str_addf(out, "%s%s", i ? "|" : ": ", opts->choices[i]);
		str_add(out, "\n");
		str_release(&left);
	}
}

static void example_lines(struct str *out, const char *examples)
{
	while (*examples) {
		size_t len = strcspn(examples, "\n");
		str_add(out, "  ");
		str_add_n(out, examples, len);
		str_add(out, "\n");
		examples += len + (examples[len] != '\0');
	}
}

void cli_command_help(struct str *out, const struct command *cmd)
{
	str_addf(out, "%s\n", _("Examples:"));
	example_lines(out, cmd->examples);
	str_addf(out, "\n%s\n\n", _(cmd->help));
	str_addf(out, _("Usage: bestek %s [OPTION...] %s\n"), cmd->name, cmd->operands);
	if (cmd->opts) {
		str_addf(out, "\n%s\n", _("Options:"));
		option_help(out, cmd->opts);
	}
	str_addf(out, "\n%s\n", _("Options of every command:"));
	option_help(out, global_opts);
}

void cli_help(struct str *out)
{
	str_addf(out, "%s\n", _("Examples:"));
	example_lines(out, "bestek\nbestek solve need.bestek -o quote.bestek\nbestek check quote.bestek\n"
	                   "bestek export quote.bestek -f csv -o bill.csv\n");
	str_addf(out, "\n%s\n\n", _("bestek configures an AI server and writes its bill of materials."));
	str_addf(out, "%s\n", _("Usage: bestek [OPTION...] [FILE]             the wizard (needs a terminal)"));
	str_addf(out, "%s\n\n", _("       bestek COMMAND [OPTION...] ...        without a screen"));
	str_addf(out, "%s\n", _("Commands:"));
	for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]); i++)
		if (!commands[i].hidden)
			str_addf(out, "  %-16s%s\n", commands[i].name, _(commands[i].help));
	str_addf(out, "\n%s\n", _("Options:"));
	option_help(out, global_opts);
	str_addf(out, "\n%s\n", _("Exit status: 0 fine, 1 the configuration has errors or no solution, 2 wrong usage, "
	                          "3 a file or the catalogue cannot be read or written, 4 a part is unknown."));
}

int cli_run_help(struct cli *c, struct err *err)
{
	struct cli_nearest near = { .word = c->operands ? c->operand[0] : "" };
	char name[64];
	struct str words = STR_INIT;

	if (!c->operands) {
		cli_help(&c->out);
		return CLI_FINE;
	}
	str_addf(&words, "%s%s%s", c->operand[0], c->operands > 1 ? " " : "", c->operands > 1 ? c->operand[1] : "");
	str_copy(name, sizeof(name), str_c(&words));
	str_release(&words);
	near.word = name;
	for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]); i++) {
		if (strcmp(commands[i].name, name) == 0) {
			cli_command_help(&c->out, &commands[i]);
			return CLI_FINE;
		}
		if (!commands[i].hidden)
			cli_near(&near, commands[i].name);
	}
	if (near.best)
		return err_set(err, ERR_USAGE, _("unknown command '%s'; did you mean '%s'?"), name, near.best);
	return err_set(err, ERR_USAGE, _("unknown command '%s'; see 'bestek --help'"), name);
}
