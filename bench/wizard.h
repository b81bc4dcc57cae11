/* SPDX-License-Identifier: MIT */
/* The program as a person meets it: in a pseudo-terminal of 80 by 24. */
#ifndef BESTEK_BENCH_WIZARD_H
#define BESTEK_BENCH_WIZARD_H

#include <sys/types.h>

#include "timing.h"

struct wizard { int fd; pid_t pid; };

/*
 * Starts program on file and waits for its first screen. *from is the moment before the start, *title when the title
 * stood on the screen, *whole when the last byte of the screen had come. -1 when no screen comes.
 */
int wizard_start(struct wizard *w, const char *program, const char *file, struct moment *from, struct moment *title,
                 struct moment *whole);
/* Sends a key and waits until the screen has settled; -1 when nothing comes. */
int wizard_key(const struct wizard *w, const char *key, struct moment *from, struct moment *to);
/* Ends it at once: no session is written. Returns its peak memory in KiB. */
long wizard_end(struct wizard *w);

/* Runs a command with its output thrown away; peak memory in KiB, -1 when it failed. argv ends with NULL. */
long command_peak(char *const *argv);

#endif
