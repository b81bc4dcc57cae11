/* SPDX-License-Identifier: MIT */
#include "wizard.h"

#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* A screen that says nothing for QUIET_MS has settled; one that says nothing for PATIENCE_MS is dead. */
enum { QUIET_MS = 10, PATIENCE_MS = 5000, SCREEN_BYTES = 1 << 16 };

static const char title_word[] = "bestek";

/*
 * Reads until the screen is quiet. *last is the moment of the last byte; *seen that of the byte that completed word
 * (either may be NULL). -1 when nothing comes, or the word never does.
 */
static int read_screen(const struct wizard *w, const char *word, struct moment *seen, struct moment *last)
{
	static char screen[SCREEN_BYTES];
	struct pollfd p = { .fd = w->fd, .events = POLLIN };
	size_t len = 0;
	int found = word == NULL;

	while (poll(&p, 1, len > 0 && found ? QUIET_MS : PATIENCE_MS) > 0) {
		ssize_t n = len < sizeof(screen) ? read(w->fd, screen + len, sizeof(screen) - len) : 0;

		if (n <= 0)
			return -1;
		*last = timing_now(w->pid);
		len += (size_t)n;
		if (!found && memmem(screen, len, word, strlen(word))) {
			found = 1;
			*seen = *last;
		}
	}
	return len > 0 && found ? 0 : -1;
}

int wizard_start(struct wizard *w, const char *program, const char *file, struct moment *from, struct moment *title,
                 struct moment *whole)
{
	struct winsize size = { .ws_row = 24, .ws_col = 80 };

	*from = timing_now(0);
	from->cpu = 0; /* the program's own clock starts with it */
	w->pid = forkpty(&w->fd, NULL, NULL, &size);
	if (w->pid == 0) {
		execl(program, program, file, (char *)NULL);
		_exit(127);
	}
	if (w->pid < 0)
		return -1;
	if (read_screen(w, title_word, title, whole) == 0)
		return 0;
	wizard_end(w);
	return -1;
}

int wizard_key(const struct wizard *w, const char *key, struct moment *from, struct moment *to)
{
	*from = timing_now(w->pid);
	if (write(w->fd, key, strlen(key)) < 0)
		return -1;
	return read_screen(w, NULL, NULL, to);
}

long wizard_end(struct wizard *w)
{
	struct rusage usage;
	int status;
	long peak = -1;

	kill(w->pid, SIGKILL);
	if (wait4(w->pid, &status, 0, &usage) == w->pid)
		peak = usage.ru_maxrss;
	close(w->fd);
	return peak;
}

long command_peak(char *const *argv)
{
	struct rusage usage;
	int status;
	pid_t pid = fork();

	if (pid == 0) {
		int null = open("/dev/null", O_RDWR);

		for (int fd = 0; fd <= 2; fd++)
			dup2(null, fd);
		execv(argv[0], argv);
		_exit(127);
	}
	if (pid < 0 || wait4(pid, &status, 0, &usage) != pid)
		return -1;
	return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? usage.ru_maxrss : -1;
}
