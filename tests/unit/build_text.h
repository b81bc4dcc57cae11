/* SPDX-License-Identifier: MIT */
/* Helper of the build tests: a build from text, with the notes that came along. */
#ifndef BESTEK_TESTS_BUILD_TEXT_H
#define BESTEK_TESTS_BUILD_TEXT_H

#include <locale.h>
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/base/mem.h"
#include "core/base/str.h"
#include "core/build/build.h"

struct notes { int n, line; char last[1024]; };

static inline void take_note(void *data, int line, const char *text)
{
	struct notes *notes = data;

	notes->n++;
	notes->line = line;
	str_copy(notes->last, sizeof(notes->last), text);
}

/* b must be initialised or zero. */
static inline int parse(struct build *b, const char *text, struct notes *notes, struct err *err)
{
	memset(notes, 0, sizeof(*notes));
	memset(err, 0, sizeof(*err));
	return build_parse(b, "f", text, strlen(text), take_note, notes, err);
}

/* Parses what must be right. */
static inline void parse_good(struct build *b, const char *text, struct notes *notes)
{
	struct err err;

	if (parse(b, text, notes, &err) != ERR_OK)
		fail_msg("%s", err.msg);
}

/* 1 when the host has a locale with a decimal comma, which is then in force. */
static inline int decimal_comma(void)
{
	static const char *const names[] = { "de_DE.UTF-8", "de_DE.utf8", "nl_NL.UTF-8", "fr_FR.UTF-8", "de_DE" };

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		if (setlocale(LC_NUMERIC, names[i]))
			return 1;
	}
	return 0;
}

#endif
