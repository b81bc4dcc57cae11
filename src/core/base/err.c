/* SPDX-License-Identifier: MIT */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "err.h"
#include "i18n.h"
#include "str.h"

int err_set(struct err *err, int code, const char *fmt, ...)
{
	/* Longer than msg, so that the cut falls on a character in str_copy_clean and not in vsnprintf. */
	char text[sizeof(err->msg) + 8];
	va_list ap;

	if (!err || err->code != ERR_OK)
		return code;
	va_start(ap, fmt);
	if (vsnprintf(text, sizeof(text), fmt, ap) < 0)
		text[0] = '\0';
	va_end(ap);
	err->code = code;
	str_copy_clean(err->msg, sizeof(err->msg), text);
	return code;
}

int err_nomem(struct err *err)
{
	return err_set(err, ERR_NOMEM, "%s", _("out of memory"));
}

int err_errno(struct err *err, const char *what, const char *path, int errno_value)
{
	/* TRANSLATORS: a verb phrase ("read", "write"), a file name, the system's reason. */
	return err_set(err, ERR_IO, _("cannot %s '%s': %s"), what, path, strerror(errno_value));
}

void err_clear(struct err *err)
{
	err->code = ERR_OK;
	err->msg[0] = '\0';
}

int err_exit_status(int code)
{
	switch (code) {
	case ERR_OK:
		return 0;
	case ERR_USAGE:
		return 2;
	case ERR_UNKNOWN:
		return 4;
	default:
		return 3;
	}
}
