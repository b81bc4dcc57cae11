/* SPDX-License-Identifier: MIT */
#include "csv_read.h"

#include <csv.h>
#include <string.h>

#include "../base/file.h"
#include "../base/i18n.h"
#include "../base/mem.h"
#include "../base/str.h"

struct reader {
	csv_row_fn row;
	void *data;
	struct str text; /* the fields of the record so far, each with its NUL */
	size_t start[CSV_READ_COLUMNS_MAX];
	int n;
	int begin;       /* line of the record's first byte */
	int open;        /* a record has begun and not ended */
	int stop;
	const char *fault;
};

static void *csv_grow(void *p, size_t size)
{
	return mem_realloc(p, size, 1);
}

static void on_field(void *text, size_t len, void *data)
{
	struct reader *r = data;
	const char *s = text;
	if (r->stop || r->fault)
		return;
	if (len > CSV_READ_FIELD_MAX) {
		r->fault = _("a field is too long");
		return;
	}
	if (r->n == CSV_READ_COLUMNS_MAX) {
		r->fault = _("too many fields");
		return;
	}
	r->start[r->n++] = r->text.len;
	for (size_t i = 0; i < len; i++)
		if (s[i] != '\r')
			str_add_c(&r->text, s[i] == '\n' ? ' ' : s[i]);
	str_add_c(&r->text, '\0');
}

static void on_record(int end, void *data)
{
	struct reader *r = data;
	char *field[CSV_READ_COLUMNS_MAX];
	(void)end;
	if (!r->stop && !r->fault && !r->text.failed) {
		for (int i = 0; i < r->n; i++)
			field[i] = r->text.s + r->start[i];
		r->stop = r->row(r->data, r->begin, field, r->n);
	}
	str_clear(&r->text);
	r->n = 0;
	r->open = 0;
}

/* The reason why a line of a file may not be shown or stored; NULL when it may. */
static const char *line_fault(const char *s, size_t n)
{
	if (!str_utf8_valid(s, n))
		return _("the text is not UTF-8");
	for (size_t i = 0; i < n; i++) {
		unsigned char c = (unsigned char)s[i];
		int crlf = c == '\r' && i + 2 == n && s[i + 1] == '\n';
		if ((c < ' ' && c != '\n' && !crlf) || c == 0x7f || (c == 0xc2 && (unsigned char)s[i + 1] < 0xa0))
			return _("the line holds a control character");
	}
	return NULL;
}

static int blank(const char *s, size_t n)
{
	while (n > 0 && strchr(" \r\n", s[n - 1]))
		n--;
	return n == 0;
}

/* The text line by line, so that a record's first line is known. Returns the line of the fault in r->fault. */
static int feed(struct reader *r, struct csv_parser *p, const char *text, size_t len)
{
	int line = 0;
	for (size_t pos = 0, n; pos < len && !r->stop; pos += n) {
		const char *s = text + pos;
		const char *end = memchr(s, '\n', len - pos);
		n = end ? (size_t)(end - s) + 1 : len - pos;
		line++;
		r->fault = line_fault(s, n);
		if (r->fault)
			return line;
		if (!r->open) {
			if (blank(s, n))
				continue;
			r->open = 1;
			r->begin = line;
		}
		if (csv_parse(p, s, n, on_field, on_record, r) != n && !r->fault) {
			if (csv_error(p) == CSV_EPARSE)
				r->fault = _("a quotation mark is not closed, or stands inside a field");
			else
				r->text.failed = 1;
		}
		if (r->fault || r->text.failed)
			return r->begin;
	}
	if (!r->stop && csv_fini(p, on_field, on_record, r) != 0)
		r->fault = _("a quotation mark is not closed");
	return r->begin;
}

int csv_read(const char *path, csv_row_fn row, csv_fault_fn fault, void *data, struct err *err)
{
	struct csv_parser p;
	struct reader r = { .row = row, .data = data, .text = STR_INIT };
	char *text = NULL;
	size_t len = 0;
	int line;
	int rc = file_read(path, CSV_READ_FILE_MAX, &text, &len, err);
	if (rc != ERR_OK)
		return rc;
	if (csv_init(&p, CSV_STRICT | CSV_STRICT_FINI | CSV_APPEND_NULL) != 0) {
		mem_free(text);
		return err_nomem(err);
	}
	csv_set_realloc_func(&p, csv_grow);
	csv_set_free_func(&p, mem_free);
	line = feed(&r, &p, text, len);
	if (r.text.failed)
		rc = err_nomem(err);
	else if (r.fault)
		fault(data, line, r.fault);
	csv_free(&p);
	str_release(&r.text);
	mem_free(text);
	return rc;
}
