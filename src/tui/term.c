/* SPDX-License-Identifier: MIT */
#define NCURSES_NOMACROS 1
#include "term.h"

#include <curses.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

#include "../core/base/i18n.h"
#include "../core/base/mem.h"
#include "../core/base/num.h"
#include "../core/base/str.h"
#include "theme.h"

#include <term.h> /* last: it makes macros of plain words such as columns */

enum { CODE_PASTE = KEY_MAX + 1, CODE_PASTE_END = KEY_MAX + 2, PASTE_MAX = 65536, ESC_MS = 100 };

struct terminal {
	SCREEN *screen;
	int color, pastes, utf8;
	int env_rows, env_cols; /* the size when the terminal does not say */
	struct termios was;
	struct cells front; /* what the terminal shows */
	int fresh;          /* front says nothing */
	int empty_reads;    /* readable, yet nothing came: a sign of end of file */
	struct str paste;
};

/* For term_panic: set up before anything can go wrong. */
static struct {
	struct termios was;
	char reset[256];
	size_t len;
	volatile sig_atomic_t on;
} panic;

static void add_reset(const char *s)
{
	if (!s || s == (const char *)-1)
		return;
	/* Padding such as $<5> is for hardware of the past; what stands before it is what counts. */
	for (; *s && panic.len + 1 < sizeof(panic.reset); s++) {
		if (s[0] == '$' && s[1] == '<') {
			s = strchr(s, '>');
			if (!s)
				return;
			continue;
		}
		panic.reset[panic.len++] = *s;
	}
}

static const char *capability(const char *name)
{
	char copy[16];

	str_copy(copy, sizeof(copy), name);
	return tigetstr(copy);
}

static int check_terminal(struct err *err)
{
	const char *name = getenv("TERM"), *cup;
	char shown[64];
	int status = 0;

	if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
		return err_set(err, ERR_USAGE, _("the wizard needs a terminal; without one use: bestek solve FILE, "
		                                 "bestek check FILE, bestek export FILE"));
	str_copy_clean(shown, sizeof(shown), name ? name : "");
	if (!name || !*name || setupterm(name, STDOUT_FILENO, &status) != OK)
		return err_set(err, ERR_USAGE, _("the terminal type '%s' is unknown here; set TERM to one that is "
		                                 "known (such as xterm-256color), "
		               "or use: bestek solve FILE"), shown);
	cup = capability("cup");
	if (!cup || cup == (const char *)-1) {
		del_curterm(cur_term);
		return err_set(err, ERR_USAGE, _("a terminal of type '%s' cannot show a full screen; use: bestek "
		                                 "solve FILE"), shown);
	}
	panic.len = 0;
	add_reset(capability("sgr0"));
	add_reset(capability("rmkx"));
	add_reset(capability("cnorm"));
	add_reset(capability("rmcup"));
	del_curterm(cur_term);
	return ERR_OK;
}

/* Terminals that know bracketed paste by name; others could show the sequence as text. */
static int knows_paste(const char *name)
{
	static const char *const prefix[] = { "xterm", "screen", "tmux", "rxvt", "putty", "vte", "konsole", "gnome",
		"st-", "foot", "alacritty",
		"kitty", "iterm", "ghostty", "wezterm", "mosh" };

	for (size_t i = 0; i < sizeof(prefix) / sizeof(prefix[0]); i++)
		if (strncmp(name, prefix[i], strlen(prefix[i])) == 0)
			return 1;
	return strcmp(name, "st") == 0;
}

static void send_raw(const char *s)
{
	/* curses buffers by itself, and it has been flushed by its refresh before each of our calls */
	ssize_t n = write(STDOUT_FILENO, s, strlen(s));

	(void)n;
}

/* Arrow keys come in two forms; a terminal may ignore the request for the one that its description names. */
static void both_arrows(void)
{
	static const struct { const char *text; int code; } table[] = {
		{ "\033[A", KEY_UP }, { "\033[B", KEY_DOWN }, { "\033[C", KEY_RIGHT }, { "\033[D", KEY_LEFT },
		{ "\033[H", KEY_HOME }, { "\033[F", KEY_END }, { "\033OA", KEY_UP }, { "\033OB", KEY_DOWN },
		{ "\033OC", KEY_RIGHT }, { "\033OD", KEY_LEFT }, { "\033OH", KEY_HOME }, { "\033OF", KEY_END },
	};

	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++)
		if (key_defined(table[i].text) == 0)
			define_key(table[i].text, table[i].code);
}

static void setup_keys(struct terminal *t)
{
	const char *delay = getenv("ESCDELAY");
	int64_t ms = ESC_MS;

	if (delay && (num_parse_i64(delay, &ms) != 0 || ms < 1 || ms > 5000))
		ms = ESC_MS;
	set_escdelay((int)ms);
	raw(); /* Ctrl-S and Ctrl-Q reach us, and cannot freeze the screen */
	noecho();
	nonl();
	intrflush(stdscr, FALSE);
	keypad(stdscr, TRUE);
	meta(stdscr, TRUE);
	nodelay(stdscr, TRUE);
	both_arrows();
	if (t->pastes) {
		define_key("\033[200~", CODE_PASTE);
		define_key("\033[201~", CODE_PASTE_END);
		send_raw("\033[?2004h");
	}
}

static void setup_colors(struct terminal *t, int color)
{
	const char *no = getenv("NO_COLOR");

	if (color < 0 || (color == 0 && no && *no) || !has_colors() || start_color() != OK)
		return;
	use_default_colors();
	for (short i = 1; i < 8; i++)
		init_pair(i, i, -1);
	t->color = 1;
}

/* A size from the environment, only asked when the terminal itself says none. */
static int env_size(const char *name, int fallback, int most)
{
	const char *s = getenv(name);
	int64_t v;

	return s && num_parse_i64(s, &v) == 0 && v >= 2 && v <= most ? (int)v : fallback;
}

static void real_size(const struct terminal *t, int *rows, int *cols)
{
	struct winsize w = { 0 };
	int r, c;

	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &w) != 0)
		w.ws_row = w.ws_col = 0;
	r = w.ws_row ? w.ws_row : t->env_rows;
	c = w.ws_col ? w.ws_col : t->env_cols;
	*rows = r > CELLS_ROWS_MAX ? CELLS_ROWS_MAX : r;
	*cols = c > CELLS_COLS_MAX ? CELLS_COLS_MAX : c;
}

/* curses would believe LINES and COLUMNS, and any size of the terminal: tell it a size that was judged. */
static SCREEN *open_screen(struct terminal *t)
{
	char text[32];
	int rows, cols;
	SCREEN *screen;

	t->env_rows = env_size("LINES", 24, CELLS_ROWS_MAX);
	t->env_cols = env_size("COLUMNS", 80, CELLS_COLS_MAX);
	real_size(t, &rows, &cols);
	snprintf(text, sizeof(text), "%d", rows);
	setenv("LINES", text, 1);
	snprintf(text, sizeof(text), "%d", cols);
	setenv("COLUMNS", text, 1);
	use_env(TRUE);
	screen = newterm(NULL, stdout, stdin);
	unsetenv("LINES");
	unsetenv("COLUMNS");
	return screen;
}

int term_open(struct terminal **out, int color, struct err *err)
{
	struct terminal *t;
	int rc = check_terminal(err);

	if (rc != ERR_OK)
		return rc;
	t = mem_zalloc(sizeof(*t));
	if (!t)
		return err_nomem(err);
	if (tcgetattr(STDIN_FILENO, &t->was) != 0) {
		rc = err_errno(err, _("read the settings of"), "terminal", errno);
		mem_free(t);
		return rc;
	}
	t->pastes = knows_paste(getenv("TERM"));
	t->utf8 = i18n_utf8();
	if (t->pastes)
		add_reset("\033[?2004l");
	panic.was = t->was;
	t->screen = open_screen(t);
	if (!t->screen) {
		mem_free(t);
		return err_set(err, ERR_USAGE, _("the terminal cannot be used; use: bestek solve FILE"));
	}
	panic.on = 1;
	setup_keys(t);
	setup_colors(t, color);
	curs_set(1);
	t->fresh = 1;
	*out = t;
	return ERR_OK;
}

static void give_back(struct terminal *t)
{
	if (t->pastes)
		send_raw("\033[?2004l");
	endwin();
	tcsetattr(STDIN_FILENO, TCSANOW, &t->was);
}

void term_close(struct terminal *t)
{
	if (!t)
		return;
	give_back(t);
	panic.on = 0;
	delscreen(t->screen);
	cells_release(&t->front);
	str_release(&t->paste);
	mem_free(t);
}

void term_panic(void)
{
	ssize_t n;

	if (!panic.on)
		return;
	n = write(STDOUT_FILENO, panic.reset, panic.len);
	(void)n;
	tcsetattr(STDIN_FILENO, TCSANOW, &panic.was);
}

void term_resize(struct terminal *t, int *rows, int *cols)
{
	real_size(t, rows, cols);
	if (getmaxy(stdscr) != *rows || getmaxx(stdscr) != *cols)
		resizeterm(*rows, *cols);
	t->fresh = 1;
}

static attr_t attributes(enum style style, int color, short *pair)
{
	struct look look = theme_look(style, color);
	attr_t a = A_NORMAL;

	if (look.attrs & LOOK_BOLD)
		a |= A_BOLD;
	if (look.attrs & LOOK_DIM)
		a |= A_DIM;
	if (look.attrs & LOOK_REVERSE)
		a |= A_REVERSE;
	if (look.attrs & LOOK_UNDERLINE)
		a |= A_UNDERLINE;
	*pair = (short)look.color;
	return a;
}

static void put_cell(const struct terminal *t, int y, int x, const struct cell *cell)
{
	wchar_t w[CCHARW_MAX + 1];
	cchar_t out;
	size_t n = 0;
	short pair;
	attr_t a = attributes((enum style)cell->style, t->color, &pair);

	if (cell->width == 0)
		return;
	for (const unsigned char *s = (const unsigned char *)cell->ch; *s && n < CCHARW_MAX; n++) {
		int len = *s < 0x80 ? 1 : *s < 0xe0 ? 2 : *s < 0xf0 ? 3 : 4;
		unsigned cp = len == 1 ? *s : *s & (0xffu >> (len + 1));

		for (int i = 1; i < len && s[i]; i++)
			cp = cp << 6 | (s[i] & 0x3f);
		w[n] = (wchar_t)cp;
		s += len;
	}
	if (!t->utf8 && (n == 0 || w[0] >= 0x80)) { /* one mark for one character, whatever its bytes */
		w[0] = L'?';
		n = 1;
	}
	w[n] = L'\0';
	if (setcchar(&out, w, a, pair, NULL) != OK)
		setcchar(&out, L"?", a, pair, NULL);
	mvadd_wch(y, x, &out);
	if (!t->utf8 && cell->width == 2) {
		setcchar(&out, L" ", a, pair, NULL);
		mvadd_wch(y, x + 1, &out);
	}
}

void term_show(struct terminal *t, const struct cells *c)
{
	int all = t->fresh || t->front.rows != c->rows || t->front.cols != c->cols;

	if (all && cells_resize(&t->front, c->rows, c->cols) != 0)
		return;
	if (t->fresh)
		clearok(curscr, TRUE);
	if (all)
		erase();
	for (int y = 0; y < c->rows; y++)
		for (int x = 0; x < c->cols; x++) {
			size_t i = (size_t)y * (size_t)c->cols + (size_t)x;
			const struct cell *now = &c->cell[i], *was = &t->front.cell[i];

			if (all || now->style != was->style || now->width != was->width ||
			    strcmp(now->ch, was->ch) != 0)
				put_cell(t, y, x, now);
		}
	memcpy(t->front.cell, c->cell, (size_t)c->rows * (size_t)c->cols * sizeof(*c->cell));
	t->fresh = 0;
	move(c->cursor_y < c->rows ? c->cursor_y : 0, c->cursor_x < c->cols ? c->cursor_x : 0);
	refresh();
}

void term_forget(struct terminal *t)
{
	t->fresh = 1;
}

void term_stop(struct terminal *t, int all)
{
	struct sigaction dfl = { .sa_handler = SIG_DFL }, was;

	give_back(t);
	sigaction(SIGTSTP, &dfl, &was);
	if (all)
		kill(0, SIGTSTP);
	else
		raise(SIGTSTP);
	sigaction(SIGTSTP, &was, NULL);
	refresh(); /* takes the screen again */
	setup_keys(t);
	t->fresh = 1;
}

/* --- input --- */

static size_t put_utf8(char *dst, unsigned cp)
{
	if (cp < 0x80) {
		dst[0] = (char)cp;
		return 1;
	}
	if (cp < 0x800) {
		dst[0] = (char)(0xc0 | cp >> 6);
		dst[1] = (char)(0x80 | (cp & 0x3f));
		return 2;
	}
	if (cp < 0x10000) {
		dst[0] = (char)(0xe0 | cp >> 12);
		dst[1] = (char)(0x80 | (cp >> 6 & 0x3f));
		dst[2] = (char)(0x80 | (cp & 0x3f));
		return 3;
	}
	dst[0] = (char)(0xf0 | (cp >> 18 & 7));
	dst[1] = (char)(0x80 | (cp >> 12 & 0x3f));
	dst[2] = (char)(0x80 | (cp >> 6 & 0x3f));
	dst[3] = (char)(0x80 | (cp & 0x3f));
	return 4;
}

static int key_of(wint_t code)
{
	static const struct { int code; int key; } table[] = {
		{ KEY_UP, K_UP }, { KEY_DOWN, K_DOWN }, { KEY_LEFT, K_LEFT }, { KEY_RIGHT, K_RIGHT },
		{ KEY_PPAGE, K_PGUP }, { KEY_NPAGE, K_PGDN }, { KEY_HOME, K_HOME }, { KEY_FIND, K_HOME },
		{ KEY_END, K_END }, { KEY_SELECT, K_END }, { KEY_BTAB, K_BACKTAB }, { KEY_DC, K_DELETE },
		{ KEY_BACKSPACE, K_BACKSPACE }, { KEY_ENTER, K_ENTER }, { KEY_F0 + 1, K_F1 }, { KEY_F0 + 2, K_F2 },
		{ KEY_F0 + 9, K_F9 }, { KEY_F0 + 10, K_F10 },
	};

	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++)
		if ((wint_t)table[i].code == code)
			return table[i].key;
	return K_OTHER;
}

/* Reads up to the closing mark or a second of silence: a lost mark must not swallow the keyboard for ever. */
static void read_paste(struct terminal *t, struct event *ev)
{
	struct pollfd p = { .fd = STDIN_FILENO, .events = POLLIN };

	str_clear(&t->paste);
	for (;;) {
		wint_t ch;
		int rc = get_wch(&ch);
		char text[4];

		if (rc == ERR) {
			if (poll(&p, 1, 1000) <= 0 || !(p.revents & POLLIN) || ++t->empty_reads > 8)
				break;
			continue;
		}
		t->empty_reads = 0;
		if (rc == KEY_CODE_YES && ch == CODE_PASTE_END)
			break;
		if (rc == OK && ch != 0 && t->paste.len < PASTE_MAX)
			str_add_n(&t->paste, text, put_utf8(text, (unsigned)ch));
	}
	ev->type = EV_PASTE;
	ev->paste = str_c(&t->paste);
}

/* 1 when there was a key. */
static int read_key(struct terminal *t, struct event *ev)
{
	wint_t ch = 0;
	int rc = get_wch(&ch);

	if (rc == ERR)
		return 0;
	t->empty_reads = 0;
	ev->type = EV_KEY;
	if (rc == KEY_CODE_YES) {
		if (ch == CODE_PASTE)
			read_paste(t, ev);
		else if (ch == KEY_RESIZE)
			ev->type = EV_NONE; /* ours: from resizeterm */
		else
			ev->key = key_of(ch);
	} else if (ch == 8) {
		ev->key = K_BACKSPACE;
	} else if (ch < 0x80) {
		ev->key = (int)ch;
		if (ch >= ' ' && ch < 0x7f)
			ev->text[0] = (char)ch;
	} else if (ch < 0xa0) {
		ev->key = K_OTHER;
	} else {
		ev->key = K_TEXT;
		put_utf8(ev->text, (unsigned)ch);
	}
	return ev->type != EV_NONE;
}

void term_wait(struct terminal *t, int fd, int timeout_ms, struct event *ev)
{
	struct pollfd p[2] = { { .fd = STDIN_FILENO, .events = POLLIN }, { .fd = fd, .events = POLLIN } };
	int n;

	memset(ev, 0, sizeof(*ev));
	if (read_key(t, ev)) /* curses may hold keys already */
		return;
	n = poll(p, 2, timeout_ms);
	if (n <= 0 || p[1].revents)
		return;
	if ((p[0].revents & (POLLERR | POLLNVAL)) || ((p[0].revents & POLLHUP) && !(p[0].revents & POLLIN))) {
		ev->type = EV_HANGUP;
		return;
	}
	if (!read_key(t, ev) && ev->type == EV_NONE && ++t->empty_reads > 4) {
		int waiting = 0;

		if (ioctl(STDIN_FILENO, FIONREAD, &waiting) != 0 || waiting == 0)
			ev->type = EV_HANGUP; /* readable without a byte: end of file */
		t->empty_reads = 0;
	}
}
