/* SPDX-License-Identifier: MIT */
/* bestek completion SHELL: made from the rows of table.c, so that completions cannot fall behind. */
#include "cli.h"

#include <string.h>

#include "../core/base/i18n.h"

/* The words after the command: its options and those of every command. */
static void option_words(struct str *out, const struct command *cmd)
{
	for (const struct cli_opt *o = cmd ? cmd->opts : NULL; o && o->name; o++)
		str_addf(out, "--%s ", o->name);
	for (const struct cli_opt *o = cli_global_opts(); o->name; o++)
		str_addf(out, "--%s ", o->name);
}

static void choice_words(struct str *out, const struct cli_opt *o)
{
	for (int i = 0; o->choices[i]; i++)
		str_addf(out, "%s%s", i ? " " : "", o->choices[i]);
}

/* The first word of each command once: "catalog" stands for its whole family. */
static void command_words(struct str *out, const char *between)
{
	size_t n;
	const struct command *commands = cli_commands(&n);
	const char *last = "";

	for (size_t i = 0; i < n; i++) {
		size_t len = strcspn(commands[i].name, " ");
		if (commands[i].hidden || (strncmp(last, commands[i].name, len) == 0 && last[len] == ' '))
			continue;
		str_add_n(out, commands[i].name, len);
		str_add(out, between);
		last = commands[i].name;
	}
}

static void bash_values(struct str *out, const struct cli_opt *o)
{
	for (; o && o->name; o++) {
		if (!o->arg)
			continue;
		str_add(out, "\t\t");
		if (o->letter)
			str_addf(out, "-%c|", o->letter);
		str_addf(out, "--%s) ", o->name);
		if (o->choices) {
			str_add(out, "COMPREPLY=($(compgen -W '");
			choice_words(out, o);
			str_add(out, "' -- \"$word\")) ;;\n");
		} else {
			str_add(out, "COMPREPLY=($(compgen -f -- \"$word\")) ;;\n");
		}
	}
}

static void bash(struct str *out)
{
	size_t n;
	const struct command *commands = cli_commands(&n);

	str_add(out,
	        "# bash completion for bestek, made by 'bestek completion bash'\n"
	        "_bestek() {\n"
	        "\tlocal word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command= words= files= w i\n"
	        "\tlocal IFS=$' \\t\\n'\n"
	        "\tfor ((i = 1; i < COMP_CWORD; i++)); do\n"
	        "\t\tw=${COMP_WORDS[i]}\n"
	        "\t\t[[ $w == -* ]] && continue\n"
	        "\t\tif [[ -z $command ]]; then command=$w; elif [[ $command == catalog ]]; then command+=\" $w\"; fi\n"
	        "\tdone\n"
	        "\tCOMPREPLY=()\n"
	        "\tcase $before in\n");
	bash_values(out, cli_global_opts());
	str_add(out, "\tesac\n\t((${#COMPREPLY[@]})) && return\n\tcase $command in\n");
	for (size_t i = 0; i < n; i++) {
		if (commands[i].hidden)
			continue;
		str_addf(out, "\t'%s')\n\t\tcase $before in\n", commands[i].name);
		bash_values(out, commands[i].opts);
		str_add(out, "\t\tesac\n\t\t((${#COMPREPLY[@]})) && return\n\t\twords='");
		option_words(out, &commands[i]);
		str_addf(out, "'%s ;;\n", commands[i].complete_files ? " files=1" : "");
	}
	str_add(out, "\tcatalog) words='");
	for (size_t i = 0; i < n; i++)
		if (strncmp(commands[i].name, "catalog ", 8) == 0)
			str_addf(out, "%s ", commands[i].name + 8);
	str_add(out, "' ;;\n\t'') words='");
	command_words(out, " ");
	option_words(out, NULL);
	str_add(out,
	        "' files=1 ;;\n\tesac\n"
	        "\tif [[ $command == explain && $word != -* && -f $before ]]; then\n"
	        "\t\tlocal IFS=$'\\n'\n"
	        "\t\tCOMPREPLY=($(compgen -W \"$(bestek completion rules; "
	             "bestek completion parts \"$word\")\" -- \"$word\"))\n"
	        "\t\treturn\n"
	        "\tfi\n"
	        "\tif [[ ( $command == 'catalog show' || $command == 'catalog search' ) && $word != -* ]]; then\n"
	        "\t\tlocal IFS=$'\\n'\n"
	        "\t\tCOMPREPLY=($(bestek completion parts \"$word\"))\n"
	        "\t\treturn\n"
	        "\tfi\n"
	        "\tCOMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
	        "\t[[ -n $files ]] && COMPREPLY+=($(compgen -f -X '!*.bestek' -- \"$word\")"
	             " $(compgen -d -S / -- \"$word\"))\n"
	        "}\n"
	        "complete -o filenames -F _bestek bestek\n");
}

/* Text between single quotes: a quote inside ends, escapes and reopens them. */
static void quoted(struct str *out, const char *text, const char *escape)
{
	for (; *text; text++) {
		if (*text == '\'')
			str_add(out, "'\\''");
		else if (*escape && strchr(escape, *text))
			str_addf(out, "\\%c", *text);
		else
			str_add_c(out, *text);
	}
}

static void zsh_options(struct str *out, const struct cli_opt *o)
{
	for (; o && o->name; o++) {
		str_addf(out, "\t\t\t'--%s%s[", o->name, o->arg ? "=" : "");
		quoted(out, _(o->help), "[]");
		str_add(out, "]");
		if (o->choices) {
			str_addf(out, ":%s:(", o->arg);
			choice_words(out, o);
			str_add(out, ")");
		} else if (o->arg) {
			str_addf(out, ":%s:_files", o->arg);
		}
		str_add(out, "' \\\n");
	}
}

static void zsh(struct str *out)
{
	size_t n;
	const struct command *commands = cli_commands(&n);

	str_add(out, "#compdef bestek\n# zsh completion for bestek, made by 'bestek completion zsh'\n"
	             "_bestek() {\n"
	             "\tlocal command=$words[2]\n"
	             "\tif (( CURRENT == 2 )); then\n"
	             "\t\tlocal -a commands=(");
	command_words(out, " ");
	str_add(out, ")\n\t\t_describe command commands\n\t\t_files -g '*.bestek'\n\t\treturn\n\tfi\n"
	             "\tif [[ $command == catalog ]]; then\n\t\tif (( CURRENT == 3 )); then\n\t\t\tcompadd");
	for (size_t i = 0; i < n; i++)
		if (strncmp(commands[i].name, "catalog ", 8) == 0)
			str_addf(out, " %s", commands[i].name + 8);
	str_add(out, "\n\t\t\treturn\n\t\tfi\n\t\tcommand=\"catalog $words[3]\"\n\tfi\n\tcase $command in\n");
	for (size_t i = 0; i < n; i++) {
		if (commands[i].hidden)
			continue;
		str_addf(out, "\t'%s')\n\t\t_arguments -s \\\n", commands[i].name);
		zsh_options(out, commands[i].opts);
		zsh_options(out, cli_global_opts());
		if (strcmp(commands[i].name, "explain") == 0)
			str_add(out, "\t\t\t'2:file:_files -g \"*.bestek\"' "
			             "'3:rule:compadd - ${(f)\"$(bestek completion rules)\"}' ;;\n");
		else
			str_addf(out, "\t\t\t'*:%s' ;;\n",
			         commands[i].complete_files ? "file:_files -g \"*.bestek\"" : "word:");
	}
	str_add(out, "\tesac\n}\n_bestek \"$@\"\n");
}

static void fish_options(struct str *out, const struct cli_opt *o, const char *condition)
{
	for (; o && o->name; o++) {
		str_addf(out, "complete -c bestek%s -l %s", condition, o->name);
		if (o->letter)
			str_addf(out, " -s %c", o->letter);
		if (o->choices) {
			str_add(out, " -x -a '");
			choice_words(out, o);
			str_add(out, "'");
		} else if (o->arg) {
			str_add(out, " -r");
		}
		str_add(out, " -d '");
		quoted(out, _(o->help), "");
		str_add(out, "'\n");
	}
}

static void fish(struct str *out)
{
	size_t n;
	const struct command *commands = cli_commands(&n);

	str_add(out, "# fish completion for bestek, made by 'bestek completion fish'\n"
	             "complete -c bestek -n __fish_use_subcommand -f -a '");
	command_words(out, " ");
	str_add(out, "'\n");
	fish_options(out, cli_global_opts(), "");
	for (size_t i = 0; i < n; i++) {
		const char *space = strchr(commands[i].name, ' ');
		struct str condition = STR_INIT;
		if (commands[i].hidden)
			continue;
		if (space) {
			str_addf(out, "complete -c bestek -n '__fish_seen_subcommand_from catalog' -f -a '%s' -d '",
			         space + 1);
			quoted(out, _(commands[i].help), "");
			str_add(out, "'\n");
		}
		str_addf(&condition, " -n '__fish_seen_subcommand_from %s'", space ? space + 1 : commands[i].name);
		fish_options(out, commands[i].opts, str_c(&condition));
		str_release(&condition);
	}
	str_add(out, "complete -c bestek -n '__fish_seen_subcommand_from explain' -a '(bestek completion rules)'\n"
	             "complete -c bestek -n '__fish_seen_subcommand_from show search' -a "
	             "'(bestek completion parts (commandline -ct))'\n");
}

static int part_words(struct cli *c, const char *prefix, struct err *err)
{
	struct part found[40];
	int n = 0;

	if (cli_open_catalog(c, err) != ERR_OK ||
	    catalog_search(c->catalog, -1, prefix, found, (int)(sizeof(found) / sizeof(found[0])), &n, err) != ERR_OK)
		return CLI_UNREADABLE;
	for (int i = 0; i < n; i++)
		str_addf(&c->out, "%s\n", found[i].model);
	return CLI_FINE;
}

int cli_run_completion(struct cli *c, struct err *err)
{
	const char *what = c->operand[0];

	if (strcmp(what, "bash") == 0) {
		bash(&c->out);
	} else if (strcmp(what, "zsh") == 0) {
		zsh(&c->out);
	} else if (strcmp(what, "fish") == 0) {
		fish(&c->out);
	} else if (strcmp(what, "parts") == 0) {
		return part_words(c, c->operands > 1 ? c->operand[1] : "", err);
	} else if (strcmp(what, "rules") == 0) {
		if (cli_open_engine(c, err) != ERR_OK)
			return CLI_UNREADABLE;
		for (size_t i = 0; i < engine_rules(c->engine); i++)
			str_addf(&c->out, "%s\n", engine_rule(c->engine, i)->id);
	} else {
		return err_set(err, ERR_USAGE, _("'%s' is no shell that bestek knows; use bash, zsh or fish"), what);
	}
	return CLI_FINE;
}
