/* SPDX-License-Identifier: MIT */
/*
 * The built program in a pseudo-terminal; a terminal emulator reads its screen back. Waits are for a text to appear,
 * with a deadline, never for a time to pass.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>
#include <vterm.h>

enum { DEADLINE_MS = 20000, LOG_MAX = 1 << 20 };

static struct {
	pid_t pid;
	int fd, rows, cols;
	VTerm *vt;
	VTermScreen *screen;
	char log[LOG_MAX]; /* every byte that the program sent */
	size_t log_len;
	struct termios before;
} term;
static char dir[512], binary[600], session[600];

static int64_t now_ms(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (int64_t)ts.tv_sec * 1000 + ts.tv_nsec / 1000000;
}

/* Starts the wizard; set = { "NAME=value" or "NAME" to unset, ..., NULL }. */
static void start(int rows, int cols, const char *const *set, const char *file)
{
	struct winsize size = { .ws_row = (unsigned short)rows, .ws_col = (unsigned short)cols };

	term.rows = rows ? rows : 24;
	term.cols = cols ? cols : 80;
	term.vt = vterm_new(term.rows, term.cols);
	vterm_set_utf8(term.vt, 1);
	term.screen = vterm_obtain_screen(term.vt);
	vterm_screen_enable_altscreen(term.screen, 1);
	vterm_screen_reset(term.screen, 1);
	term.log_len = 0;
	fflush(NULL);
	term.pid = forkpty(&term.fd, NULL, NULL, &size);
	assert_true(term.pid >= 0);
	if (term.pid == 0) {
		setenv("TERM", "xterm-256color", 1);
		setenv("XDG_STATE_HOME", dir, 1);
		setenv("LC_ALL", "C.UTF-8", 1);
		unsetenv("NO_COLOR");
		for (; set && *set; set++)
			if (strchr(*set, '='))
				putenv((char *)*set);
			else
				unsetenv(*set);
		if (chdir(dir) != 0)
			_exit(99);
		execl(binary, "bestek", file, (char *)NULL);
		_exit(98);
	}
	tcgetattr(term.fd, &term.before);
}

/* Takes in what comes within ms; 0 when the other side is gone. */
static int take(int ms)
{
	struct pollfd p = { .fd = term.fd, .events = POLLIN };
	char buf[8192];
	ssize_t n;

	if (poll(&p, 1, ms) <= 0)
		return 1;
	n = read(term.fd, buf, sizeof(buf));
	if (n <= 0)
		return 0;
	if (term.log_len + (size_t)n < LOG_MAX) {
		memcpy(term.log + term.log_len, buf, (size_t)n);
		term.log_len += (size_t)n;
		term.log[term.log_len] = '\0';
	}
	vterm_input_write(term.vt, buf, (size_t)n);
	return 1;
}

static const char *row(int y)
{
	static char text[4096];
	size_t n = 0;

	for (int x = 0; x < term.cols && n + 8 < sizeof(text); x++) {
		VTermScreenCell cell;
		VTermPos pos = { .row = y, .col = x };
		uint32_t c;

		vterm_screen_get_cell(term.screen, pos, &cell);
		c = cell.chars[0];
		/* borders and other signs are of no interest here: one mark each keeps the columns */
		text[n++] = c == 0 ? ' ' : c < 0x80 ? (char)c : '#';
	}
	text[n] = '\0';
	return text;
}

static int shows(const char *text)
{
	for (int y = 0; y < term.rows; y++)
		if (strstr(row(y), text))
			return 1;
	return 0;
}

static void await(const char *text)
{
	int64_t end = now_ms() + DEADLINE_MS;
	int alive = 1;

	while (!shows(text) && alive && now_ms() < end)
		alive = take((int)(end - now_ms()));
	if (shows(text))
		return;
	for (int y = 0; y < term.rows; y++)
		print_message("# %s\n", row(y));
	fail_msg("'%s' did not appear%s", text, alive ? "" : ", the program ended");
}

static void await_gone(const char *text)
{
	int64_t end = now_ms() + DEADLINE_MS;

	while (shows(text) && take((int)(end - now_ms())) && now_ms() < end)
		;
	assert_false(shows(text));
}

static void keys(const char *s)
{
	size_t n = strlen(s);

	assert_int_equal(write(term.fd, s, n), n);
}

/* Waits for the end and returns the status; takes what is still sent. */
static int await_end(int within_ms)
{
	int64_t end = now_ms() + within_ms;
	int status;

	for (;;) {
		pid_t pid = waitpid(term.pid, &status, WNOHANG);

		if (pid == term.pid)
			break;
		if (now_ms() > end) {
			kill(term.pid, SIGKILL);
			waitpid(term.pid, &status, 0);
			fail_msg("the program did not end in %d ms", within_ms);
		}
		if (term.fd < 0 || !take(20)) {
			struct timespec ts = { 0, 5000000 };

			nanosleep(&ts, NULL);
		}
	}
	while (term.fd >= 0) {
		struct pollfd p = { .fd = term.fd, .events = POLLIN };

		if (poll(&p, 1, 0) <= 0 || !take(0))
			break;
	}
	return status;
}

static void finish(void)
{
	if (term.fd >= 0)
		close(term.fd);
	term.fd = -1;
	vterm_free(term.vt);
}

static int exists(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0;
}

static int sent(const char *bytes)
{
	return strstr(term.log, bytes) != NULL;
}

/* The terminal is as it was: settings, main screen, no paste mode. */
static void assert_restored(void)
{
	struct termios after;

	assert_int_equal(tcgetattr(term.fd, &after), 0);
	assert_int_equal(after.c_iflag, term.before.c_iflag);
	assert_int_equal(after.c_oflag, term.before.c_oflag);
	assert_int_equal(after.c_lflag, term.before.c_lflag);
	assert_true(sent("\033[?1049l"));
	assert_true(sent("\033[?2004l"));
}

static void walk_to_the_bill(void)
{
	await("1 Workload");
	keys("\r");
	await("LLM inference");
	keys("/vision inf\r");
	keys("\r");
	await("Vision inference");
	keys("2");
	await("Memory per socket");
	keys("192G\r");
	keys("3");
	await("GPU count");
	keys("/l4\r");
	await("> ");
	keys("\r");
	keys("4");
	await("GPUs when grown");
	keys("]");
	await("solver");
	keys("6");
	await("Total");
}

static void six_steps_lead_to_a_bill(void **state)
{
	struct winsize small = { .ws_row = 15, .ws_col = 60 }, big = { .ws_row = 30, .ws_col = 100 };
	char path[700];
	int status;

	(void)state;
	unlink(session);
	start(24, 80, NULL, NULL);
	walk_to_the_bill();
	assert_true(sent("\033[?2004h"));
	assert_true(exists(session)); /* kept at each completed step */

	/* smaller than it needs, and back, without losing a thing */
	ioctl(term.fd, TIOCSWINSZ, &small);
	vterm_set_size(term.vt, term.rows = 15, term.cols = 60);
	await("bestek needs 80x24, this is 60x15");
	ioctl(term.fd, TIOCSWINSZ, &big);
	vterm_set_size(term.vt, term.rows = 30, term.cols = 100);
	await("Total");
	await("? help");

	/* flow control must not freeze it, and Ctrl-Q must not quit */
	keys("\023");
	await("Save as");
	keys("\033");
	await_gone("Save as");
	keys("\021?");
	await("Enter shows all of one");
	keys("\033");
	await_gone("Enter shows all of one");

	keys("\033[21~");
	await("Export the bill as");
	keys("\r");
	await("Name of the file");
	keys("\025out.csv\r");
	await("Written to out.csv");
	snprintf(path, sizeof(path), "%s/out.csv", dir);
	assert_true(exists(path));

	keys("w");
	await("Save as");
	keys("\025machine.bestek\r");
	await("Saved to machine.bestek");
	keys("q");
	status = await_end(5000);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 0);
	assert_restored();
	assert_false(exists(session)); /* all is saved: nothing to resume */
	finish();

	/* and it opens again */
	start(24, 80, NULL, "machine.bestek");
	await("Vision inference");
	keys("q");
	status = await_end(5000);
	assert_true(WIFEXITED(status));
	finish();
}

static void a_lost_link_keeps_the_session_and_the_next_start_offers_it(void **state)
{
	int status;

	(void)state;
	unlink(session);
	start(24, 80, NULL, NULL);
	await("1 Workload");
	keys("\r");
	await("LLM inference");
	keys("\r");
	await("not saved");
	close(term.fd);
	term.fd = -1;
	status = await_end(2000);
	assert_true(WIFSIGNALED(status));
	assert_int_equal(WTERMSIG(status), SIGHUP);
	assert_true(exists(session));
	finish();

	start(24, 80, NULL, NULL);
	await("A session of last time is here");
	keys("\r");
	await("LLM inference");
	await("not saved");
	keys("\003");
	status = await_end(5000);
	assert_true(WIFSIGNALED(status));
	assert_int_equal(WTERMSIG(status), SIGINT);
	assert_restored();
	assert_true(sent("the session is kept in"));
	finish();
}

static void signals_leave_a_sane_terminal(void **state)
{
	static const int signals[] = { SIGTERM, SIGINT, SIGQUIT, SIGABRT };

	(void)state;
	for (size_t i = 0; i < sizeof(signals) / sizeof(signals[0]); i++) {
		int status;

		unlink(session);
		start(24, 80, NULL, NULL);
		await("1 Workload");
		keys("\r");
		await("LLM inference");
		keys("\r");
		await("not saved");
		kill(term.pid, signals[i]);
		status = await_end(2000);
		assert_true(WIFSIGNALED(status));
		assert_int_equal(WTERMSIG(status), signals[i]);
		assert_restored();
		if (signals[i] != SIGABRT)
			assert_true(exists(session));
		finish();
	}
}

static void a_terminal_that_cannot_do_it_gets_one_clear_line(void **state)
{
	static const char *const types[] = { "TERM=nosuchterm", "TERM=dumb", "TERM=", "TERM" };

	(void)state;
	for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++) {
		const char *const set[] = { types[i], NULL };
		int status, lines = 0;

		start(24, 80, set, NULL);
		status = await_end(5000);
		assert_true(WIFEXITED(status));
		assert_int_equal(WEXITSTATUS(status), 2);
		assert_true(sent("bestek solve FILE"));
		assert_false(sent("\033"));
		for (const char *s = term.log; *s; s++)
			lines += *s == '\n';
		assert_int_equal(lines, 1);
		finish();
	}
}

static void odd_terminals_work(void **state)
{
	static const char *const sets[][4] = {
		{ "TERM=vt100", NULL }, { "TERM=linux", NULL }, { "TERM=ansi", NULL }, { "NO_COLOR=1", NULL },
		{ "LINES=99999", "COLUMNS=text", NULL }, { "LC_ALL=C", NULL },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(sets) / sizeof(sets[0]); i++) {
		int mono = i == 0 || i == 3;

		unlink(session);
		start(i == 4 ? 0 : 24, i == 4 ? 0 : 80, sets[i], NULL);
		await("1 Workload");
		await("? help");
		for (int c = 0; mono && c < 8; c++) {
			char sgr[16];

			snprintf(sgr, sizeof(sgr), "\033[3%dm", c);
			assert_false(sent(sgr));
		}
		if (i == 5)
			assert_false(sent("\xe2")); /* no UTF-8 to a terminal that has none */
		keys("q");
		assert_true(WIFEXITED(await_end(5000)));
		finish();
	}
}

static void tiny_windows_start_and_leave(void **state)
{
	static const int sizes[][2] = { { 5, 80 }, { 1, 80 }, { 24, 10 }, { 2, 2 }, { 1, 1 } };

	(void)state;
	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		start(sizes[i][0], sizes[i][1], NULL, NULL);
		await("b");
		keys("q");
		assert_true(WIFEXITED(await_end(5000)));
		assert_restored();
		finish();
	}
}

static void a_paste_in_a_list_does_nothing(void **state)
{
	(void)state;
	unlink(session);
	start(24, 80, NULL, NULL);
	await("1 Workload");
	keys("\033[200~quit yes\nd\nY\n\033[201~");
	await("The paste was ignored");
	assert_false(shows("200~"));
	assert_true(shows("1 Workload"));
	keys("q");
	assert_true(WIFEXITED(await_end(5000)));
	finish();
}

static void the_cursor_stands_on_the_focus(void **state)
{
	VTermPos pos;

	(void)state;
	unlink(session);
	start(24, 80, NULL, NULL);
	await("> Workload");
	keys("\033[B");
	await("> Language model");
	vterm_state_get_cursorpos(vterm_obtain_state(term.vt), &pos);
	assert_int_equal(pos.row, 2);
	assert_true(pos.col > 16);
	keys("q");
	assert_true(WIFEXITED(await_end(5000)));
	finish();
}

static int setup(void **state)
{
	const char *build = getenv("BESTEK_BUILDDIR");

	(void)state;
	if (!build)
		build = ".";
	snprintf(binary, sizeof(binary), "%s/bestek", build);
	snprintf(dir, sizeof(dir), "%s/wizard-XXXXXX", build);
	if (!mkdtemp(dir))
		return -1;
	snprintf(session, sizeof(session), "%s/bestek/session.bestek", dir);
	return 0;
}

static int teardown(void **state)
{
	static const char *const files[] = { "out.csv", "machine.bestek", "bestek/session.bestek" };
	char path[700];

	(void)state;
	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		snprintf(path, sizeof(path), "%s/%s", dir, files[i]);
		unlink(path);
	}
	snprintf(path, sizeof(path), "%s/bestek", dir);
	rmdir(path);
	return rmdir(dir);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(six_steps_lead_to_a_bill),
		cmocka_unit_test(a_lost_link_keeps_the_session_and_the_next_start_offers_it),
		cmocka_unit_test(signals_leave_a_sane_terminal),
		cmocka_unit_test(a_terminal_that_cannot_do_it_gets_one_clear_line),
		cmocka_unit_test(odd_terminals_work),
		cmocka_unit_test(tiny_windows_start_and_leave),
		cmocka_unit_test(a_paste_in_a_list_does_nothing),
		cmocka_unit_test(the_cursor_stands_on_the_focus),
	};

	return cmocka_run_group_tests_name("pty_wizard", tests, setup, teardown);
}
