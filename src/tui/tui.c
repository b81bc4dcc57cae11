/* SPDX-License-Identifier: MIT */
/* The main loop: events in, effects carried out, signals, the session of last time. */
#include "tui.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "../core/base/file.h"
#include "../core/base/i18n.h"
#include "../core/base/mem.h"
#include "term.h"
#include "tui_priv.h"

enum { QUEUE_MAX = 64, SHOW_SOLVER_MS = 150 };

struct run {
	struct tui t;
	struct terminal *term;
	struct cells cells;
	struct event queue[QUEUE_MAX]; /* keys typed while the solver ran */
	int queued;
	int64_t solve_start_ms, solve_shown_ms;
	int stop_solver;
	int quit, signal; /* signal: the one to leave by */
	int kept;         /* the session is written */
};

/* --- signals: a byte in a pipe each, so that the loop needs no other way to wake --- */

static int pipe_fd[2] = { -1, -1 };
static char panic_text[1200];
static size_t panic_len;

static void on_signal(int sig)
{
	int saved = errno;
	unsigned char byte = (unsigned char)sig;
	ssize_t n = write(pipe_fd[1], &byte, 1);

	(void)n;
	errno = saved;
}

static void on_crash(int sig)
{
	ssize_t n;

	term_panic();
	n = write(STDERR_FILENO, panic_text, panic_len);
	(void)n;
	raise(sig); /* the handler is gone: SA_RESETHAND */
}

static const int loop_signals[] = { SIGHUP, SIGTERM, SIGINT, SIGQUIT, SIGWINCH, SIGTSTP };
static const int crash_signals[] = { SIGABRT, SIGBUS, SIGFPE, SIGILL,
#ifndef __SANITIZE_ADDRESS__
	SIGSEGV,
#endif
};
#define COUNT(a) (sizeof(a) / sizeof((a)[0]))
static struct sigaction old_loop[COUNT(loop_signals)], old_crash[COUNT(crash_signals)];

static int signals_on(struct err *err)
{
	struct sigaction sa = { .sa_handler = on_signal, .sa_flags = SA_RESTART };
	struct sigaction crash = { .sa_handler = on_crash, .sa_flags = (int)SA_RESETHAND };

	if (pipe2(pipe_fd, O_NONBLOCK | O_CLOEXEC) != 0)
		return err_errno(err, _("open"), "pipe", errno);
	sigemptyset(&sa.sa_mask);
	sigemptyset(&crash.sa_mask);
	for (size_t i = 0; i < COUNT(loop_signals); i++)
		sigaction(loop_signals[i], &sa, &old_loop[i]);
	for (size_t i = 0; i < COUNT(crash_signals); i++)
		sigaction(crash_signals[i], &crash, &old_crash[i]);
	return ERR_OK;
}

static void signals_off(void)
{
	for (size_t i = 0; i < COUNT(loop_signals); i++)
		sigaction(loop_signals[i], &old_loop[i], NULL);
	for (size_t i = 0; i < COUNT(crash_signals); i++)
		sigaction(crash_signals[i], &old_crash[i], NULL);
	close(pipe_fd[0]);
	close(pipe_fd[1]);
	pipe_fd[0] = pipe_fd[1] = -1;
}

/* --- the session of last time --- */

static void session_find(struct tui *t)
{
	char dir[sizeof(t->session_path) - 32];
	struct err err = { 0 };

	if (file_state_dir(dir, sizeof(dir)) == 0 && file_mkdirs(dir, &err) == ERR_OK)
		snprintf(t->session_path, sizeof(t->session_path), "%s/session.bestek", dir);
	else
		tui_notice(t, 1, _("No session can be kept for next time: no folder for it can be written "
		                   "(XDG_STATE_HOME, HOME)."));
	panic_len = (size_t)snprintf(panic_text, sizeof(panic_text),
	                             _("bestek: internal error; the last completed step is kept in %s\n"),
	                             t->session_path[0] ? t->session_path : "-");
	if (panic_len >= sizeof(panic_text))
		panic_len = sizeof(panic_text) - 1;
}

static void session_save(struct run *r)
{
	struct err err = { 0 };

	/* An old session that nobody has answered about yet is not ours to replace. */
	if (!r->t.session_path[0] || r->t.session_waits || tui_blank(&r->t) || !tui_dirty(&r->t))
		return;
	if (build_save(&r->t.build, r->t.session_path, &err) == ERR_OK)
		r->kept = 1;
	else
		tui_notice(&r->t, 1, err.msg);
}

static void session_offer(struct run *r)
{
	struct build b;
	struct stat st;
	struct tm tm;
	char when[64] = "", about[400];

	if (!r->t.session_path[0] || stat(r->t.session_path, &st) != 0)
		return;
	build_init(&b);
	if (build_load(&b, r->t.session_path, NULL, NULL, NULL) == ERR_OK) {
		if (localtime_r(&st.st_mtime, &tm))
			strftime(when, sizeof(when), "%Y-%m-%d %H:%M", &tm);
		snprintf(about, sizeof(about), _("Customer: %s\nLast kept: %s\nPrices now: of %s"),
		         b.customer[0] ? b.customer : "-", when, r->t.price_date[0] ? r->t.price_date : "-");
		tui_offer_resume(&r->t, about);
	}
	build_release(&b);
}

/* --- effects --- */

static void draw(struct run *r)
{
	if (cells_resize(&r->cells, r->t.rows, r->t.cols) != 0)
		return;
	tui_draw(&r->t, &r->cells);
	term_show(r->term, &r->cells);
}

static void feed(struct run *r, const struct event *ev);

static void tell(struct run *r, unsigned what, int code, const char *message)
{
	struct event ev = { .type = EV_DONE, .done = what, .code = code, .message = message };

	feed(r, &ev);
}

static void resized(struct run *r)
{
	struct event ev = { .type = EV_RESIZE };

	term_resize(r->term, &ev.rows, &ev.cols);
	feed(r, &ev);
}

static int64_t now_ms(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (int64_t)ts.tv_sec * 1000 + ts.tv_nsec / 1000000;
}

/* Takes the signals out of the pipe; leaving ones stop all else. */
static void take_signals(struct run *r)
{
	unsigned char byte;

	while (read(pipe_fd[0], &byte, 1) == 1)
		switch (byte) {
		case SIGWINCH:
			resized(r);
			break;
		case SIGTSTP:
			term_stop(r->term, 0);
			resized(r);
			break;
		default: {
			struct event ev = { .type = EV_HANGUP };

			r->signal = byte;
			feed(r, &ev);
		}
		}
}

/* The solver asks now and then whether to go on: Esc stops it, other keys wait their turn. */
static int solver_stop(void *data)
{
	struct run *r = data;
	int64_t ms = now_ms() - r->solve_start_ms;
	struct event ev;

	if (r->stop_solver)
		return 1;
	term_wait(r->term, pipe_fd[0], 0, &ev);
	if (ev.type == EV_KEY && (ev.key == K_ESC || ev.key == K_CTRL('c')))
		r->stop_solver = 1;
	if (ev.type == EV_HANGUP)
		r->stop_solver = 1;
	if ((ev.type == EV_KEY && ev.key != K_ESC) && r->queued < QUEUE_MAX)
		r->queue[r->queued++] = ev;
	take_signals(r);
	if (r->quit)
		r->stop_solver = 1;
	if (!r->stop_solver && ms >= SHOW_SOLVER_MS && ms - r->solve_shown_ms >= 250) {
		r->t.solving_s = ms / 1000;
		r->solve_shown_ms = ms;
		draw(r);
	}
	return r->stop_solver;
}

static void run_solver(struct run *r, int top)
{
	struct solve_opts opts = { .top = top, .stop = solver_stop, .stop_data = r };
	struct solution *sol = mem_zalloc(sizeof(*sol));
	struct build *b = mem_zalloc(sizeof(*b));
	struct event ev = { .type = EV_SOLVED, .solution = sol, .done = (unsigned)top };
	struct err err = { 0 };

	r->stop_solver = 0;
	r->solve_start_ms = now_ms();
	r->solve_shown_ms = -1000;
	r->t.solving = 1;
	if (!sol || !b) {
		ev.code = err_nomem(&err);
	} else {
		build_init(b);
		build_copy(b, &r->t.build);
		form_keep_user(b);
		form_demand_gpu(b);
		ev.code = solve(r->t.engine, b, &opts, sol, &err);
		build_release(b);
	}
	mem_free(b);
	ev.message = err.msg;
	r->t.solving = 0;
	feed(r, &ev);
}

static void run_open(struct run *r, const char *path, int session)
{
	struct build b;
	struct err err = { 0 };
	int rc;

	build_init(&b);
	rc = build_load(&b, path, NULL, NULL, &err);
	if (rc == ERR_OK) {
		if (session)
			b.path[0] = '\0';
		rc = tui_load(&r->t, &b, &err);
	}
	if (rc == ERR_OK && session) {
		build_release(&r->t.saved);
		build_init(&r->t.saved); /* nothing of it is in a file of the user's */
	}
	build_release(&b);
	tell(r, 0, rc, err.msg);
}

static void carry_out(struct run *r, const struct effects *fx)
{
	struct err err = { 0 };
	int rc;

	if (fx->what & (FX_SAVE | FX_EXPORT)) {
		unsigned what = fx->what & FX_SAVE ? FX_SAVE : FX_EXPORT;

		if (!fx->force && file_exists(fx->path) &&
		    (what == FX_EXPORT || strcmp(fx->path, r->t.build.path) != 0)) {
			struct event ev = { .type = EV_EXISTS, .done = what };

			feed(r, &ev);
			return;
		}
		if (what == FX_SAVE)
			rc = build_save(&r->t.build, fx->path, &err);
		else
			rc = export_build(r->t.engine, &r->t.build, fx->format->name, fx->path, 1, &err);
		tell(r, what, rc, rc == ERR_OK ? fx->path : err.msg);
	}
	if (fx->what & FX_AUTOSAVE)
		session_save(r);
	if (fx->what & FX_OPEN)
		run_open(r, fx->path, 0);
	if (fx->what & FX_RESUME)
		run_open(r, r->t.session_path, 1);
	if (fx->what & FX_SUSPEND) {
		term_stop(r->term, 1);
		resized(r);
	}
	if (fx->what & FX_REDRAW)
		term_forget(r->term);
	if (fx->what & FX_INTERRUPT)
		r->signal = SIGINT;
	if (fx->what & FX_QUIT)
		r->quit = 1;
	if ((fx->what & FX_SOLVE) && !r->quit)
		run_solver(r, fx->top);
}

static void feed(struct run *r, const struct event *ev)
{
	struct effects *fx = mem_alloc(sizeof(*fx));

	if (!fx)
		return;
	tui_update(&r->t, ev, fx);
	carry_out(r, fx);
	mem_free(fx);
}

static void loop(struct run *r)
{
	while (!r->quit) {
		struct event ev;

		draw(r);
		if (r->queued > 0) {
			ev = r->queue[0];
			memmove(&r->queue[0], &r->queue[1], (size_t)--r->queued * sizeof(r->queue[0]));
		} else {
			term_wait(r->term, pipe_fd[0], -1, &ev);
		}
		if (ev.type == EV_HANGUP)
			r->signal = SIGHUP;
		if (ev.type != EV_NONE)
			feed(r, &ev);
		take_signals(r);
	}
}

int tui_run(struct engine *e, const char *file, const struct tui_opts *opts, struct err *err)
{
	static const struct tui_opts none;
	struct run *r = mem_zalloc(sizeof(*r));
	int rc, sig = 0, kept = 0;
	char session[sizeof(r->t.session_path)] = "";

	if (!r)
		return err_nomem(err);
	if (!opts)
		opts = &none;
	rc = tui_init(&r->t, e, opts->ascii || !i18n_utf8(), err);
	if (rc == ERR_OK)
		session_find(&r->t);
	if (rc == ERR_OK && file) {
		struct build b;

		build_init(&b);
		rc = build_load(&b, file, NULL, NULL, err);
		if (rc == ERR_OK)
			rc = tui_load(&r->t, &b, err);
		build_release(&b);
	}
	if (rc == ERR_OK)
		rc = term_open(&r->term, opts->color, err);
	if (rc == ERR_OK)
		rc = signals_on(err);
	if (rc == ERR_OK) {
		if (!file && !opts->no_resume)
			session_offer(r);
		resized(r);
		loop(r);
		sig = r->signal;
		if (!sig && !tui_dirty(&r->t) && !r->t.session_waits && r->t.session_path[0])
			unlink(r->t.session_path); /* all is saved: nothing to resume */
		kept = r->kept && tui_dirty(&r->t);
		str_copy(session, sizeof(session), r->t.session_path);
		signals_off();
	}
	term_close(r->term);
	cells_release(&r->cells);
	tui_release(&r->t);
	mem_free(r);
	if (kept)
		fprintf(stderr, _("bestek: the session is kept in %s; start bestek to resume it\n"), session);
	if (sig) {
		signal(sig, SIG_DFL);
		raise(sig);
	}
	return rc;
}
