/* SPDX-License-Identifier: MIT */
/* Errors: what can fail returns an int code and takes a struct err last. */
#ifndef BESTEK_BASE_ERR_H
#define BESTEK_BASE_ERR_H

enum err_code {
	ERR_OK = 0,
	ERR_NOMEM,       /* out of memory */
	ERR_USAGE,       /* wrong words on the command line */
	ERR_IO,          /* a file cannot be opened, read or written */
	ERR_SYNTAX,      /* a file's text is wrong; the message names file and line */
	ERR_RANGE,       /* a number is out of its range, or a sum overflows */
	ERR_SCHEMA,      /* the catalogue is of another version, or not ours */
	ERR_DATA,        /* a catalogue row or a rule is wrong */
	ERR_UNKNOWN,     /* a part is unknown */
	ERR_NOT_FOUND,   /* nothing of that name (rule, format, command) */
	ERR_INTERRUPTED, /* the caller asked to stop */
};

struct err {
	int code;       /* the first error's code; ERR_OK when none */
	char msg[1024]; /* one sentence for a person, translated, valid UTF-8, no control characters */
};

/*
 * Records the error (the first one wins) and returns code. err may be NULL.
 * fmt is a literal or a translated literal, never text from a file.
 */
int err_set(struct err *err, int code, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/* err_set for ERR_NOMEM; needs no memory. */
int err_nomem(struct err *err);
/* err_set for ERR_IO: "cannot WHAT 'PATH': REASON", REASON from errno_value. what is a translated verb phrase. */
int err_errno(struct err *err, const char *what, const char *path, int errno_value);
/* Forgets the error. */
void err_clear(struct err *err);
/* The exit status for an error code: 2 usage, 4 unknown part, else 3; 0 for ERR_OK. */
int err_exit_status(int code);

#endif
