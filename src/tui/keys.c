/* SPDX-License-Identifier: MIT */
#include "keys.h"

#include "../core/base/i18n.h"

static const struct command_info commands[] = {
	{ CMD_UP, { K_UP, 'k' }, N_("Up k"), NULL, N_("up") },
	{ CMD_DOWN, { K_DOWN, 'j' }, N_("Down j"), NULL, N_("down") },
	{ CMD_NEXT_FIELD, { K_TAB }, N_("Tab"), NULL, N_("next field; after the last one the checks") },
	{ CMD_PREV_FIELD, { K_BACKTAB }, N_("Shift-Tab"), NULL, N_("field before") },
	{ CMD_ACCEPT, { K_ENTER, '\n', ' ' }, N_("Enter"), N_("choose"),
		N_("choose, open a list, accept a field; Space does the same") },
	{ CMD_BACK, { K_ESC }, "Esc", N_("back"), N_("close a box, leave a field, or go one step back") },
	{ CMD_FIX, { 'f' }, "f", N_("fix"), N_("show the cheapest fix of an error, and apply it") },
	{ CMD_SOLVE, { 's' }, "s", N_("solve"), N_("let the solver fill everything that you did not choose yourself") },
	{ CMD_OTHERS, { 'a' }, "a", N_("others"), N_("other machines that meet the need") },
	{ CMD_RELEASE, { 'x', K_DELETE }, "x", N_("release"), N_("release a choice, so that the solver may fill it") },
	{ CMD_NEXT_STEP, { ']', K_RIGHT, 'l' }, "]", N_("next"), N_("next step (also Right)") },
	{ CMD_PREV_STEP, { '[', K_LEFT, 'h' }, "[", NULL, N_("step before (also Left)") },
	{ CMD_EXPORT, { K_F10, 'e' }, "F10", N_("export"), N_("export the bill (also e)") },
	{ CMD_SEARCH, { '/' }, "/", N_("search"), N_("search as you type: in a list its rows, else all parts") },
	{ CMD_HELP, { K_F1, '?' }, "?", N_("help"), N_("this help (also F1)") },
	{ CMD_SAVE, { K_F2, 'w', K_CTRL('s') }, "F2", N_("save"), N_("save (also w)") },
	{ CMD_UNDO, { 'u' }, "u", N_("undo"), N_("undo the last change") },
	{ CMD_REDO, { K_CTRL('r') }, "Ctrl-R", NULL, N_("do it again") },
	{ CMD_MENU, { K_F9, 'm' }, "m", N_("menu"), N_("menu of all actions (also F9)") },
	{ CMD_QUIT, { 'q' }, "q", N_("quit"), N_("quit; asks when something is not saved") },
	{ CMD_OPEN, { 'o' }, "o", NULL, N_("open a file") },
	{ CMD_CHECKS, { 'c' }, "c", NULL, N_("go to the checks; Enter there explains one") },
	{ CMD_STEP, { '1', '2', '3', '4', '5', '6' }, "1-6", NULL, N_("go to a step") },
	{ CMD_PGUP, { K_PGUP, K_CTRL('b') }, N_("PgUp"), NULL, N_("a page up") },
	{ CMD_PGDN, { K_PGDN, K_CTRL('f') }, N_("PgDn"), NULL, N_("a page down") },
	{ CMD_FIRST, { K_HOME, 'g' }, N_("Home g"), NULL, N_("first row") },
	{ CMD_LAST, { K_END, 'G' }, N_("End G"), NULL, N_("last row") },
	{ CMD_MATCH_NEXT, { 'n' }, "n", NULL, N_("next row that fits the search") },
	{ CMD_MATCH_PREV, { 'N' }, "N", NULL, N_("row before that fits the search") },
	{ CMD_REDRAW, { K_CTRL('l') }, "Ctrl-L", NULL, N_("draw the screen again") },
	{ CMD_SUSPEND, { K_CTRL('z') }, "Ctrl-Z", NULL, N_("to the shell; fg comes back") },
	{ CMD_INTERRUPT, { K_CTRL('c') }, "Ctrl-C", NULL, N_("leave; the session is kept for next time") },
};

const struct command_info *tui_commands(size_t *n)
{
	*n = sizeof(commands) / sizeof(commands[0]);
	return commands;
}

static int types_text(int key)
{
	return (key >= ' ' && key < K_BACKSPACE) || key == K_TEXT;
}

enum command tui_command_of(const struct event *ev, int typing)
{
	size_t n_keys = sizeof(commands[0].keys) / sizeof(commands[0].keys[0]);

	if (ev->type != EV_KEY || (typing && types_text(ev->key)))
		return CMD_NONE;
	for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]); i++)
		for (size_t k = 0; k < n_keys && commands[i].keys[k]; k++)
			if (commands[i].keys[k] == ev->key)
				return commands[i].command;
	return CMD_NONE;
}
