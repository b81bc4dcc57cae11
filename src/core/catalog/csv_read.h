/* SPDX-License-Identifier: MIT */
/* CSV text, record by record, with the line on which each begins. The only user of libcsv's reader in this room. */
#ifndef BESTEK_CATALOG_CSV_READ_H
#define BESTEK_CATALOG_CSV_READ_H

#include "../base/err.h"

enum { CSV_READ_FILE_MAX = 1 << 24, CSV_READ_FIELD_MAX = 4096, CSV_READ_COLUMNS_MAX = 96 };

/* field[0..n) is borrowed until return; line breaks inside a field are blanks. Non-zero stops without an error. */
typedef int (*csv_row_fn)(void *data, int line, char *const *field, int n);
/* A fault in the text; reason is translated. The reader stops after it. */
typedef void (*csv_fault_fn)(void *data, int line, const char *reason);

/*
 * Reads path whole (BOM and CRLF are fine, UTF-16 is refused) and calls row for each record that is not blank. Fails
 * when the file cannot be read; what is wrong in its text goes to fault.
 */
int csv_read(const char *path, csv_row_fn row, csv_fault_fn fault, void *data, struct err *err);

#endif
