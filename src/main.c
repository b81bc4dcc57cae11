/* SPDX-License-Identifier: MIT */
/* Locale, arguments, command line or wizard; the only exit(). */
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/cli.h"
#include "core/base/i18n.h"
#include "tui/tui.h"

/* A closed standard stream must not become the number of the next file opened: its reads and writes fail instead. */
static void hold_standard_streams(void)
{
	for (int fd = 0; fd <= 2; fd++)
		if (fcntl(fd, F_GETFD) == -1 && open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY) != fd)
			_exit(CLI_UNREADABLE);
}

static int open_wizard(const struct cli_wizard *w, struct err *err)
{
	struct tui_opts opts = { .color = w->color, .ascii = w->ascii };

	return tui_run(w->engine, w->file, &opts, err);
}

int main(int argc, char **argv)
{
	hold_standard_streams();
	/* A reader that leaves early (head) ends the output, not the program. */
	signal(SIGPIPE, SIG_IGN);
	i18n_init(NULL);
	exit(cli_main(argc, argv, open_wizard));
}
