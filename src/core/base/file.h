/* SPDX-License-Identifier: MIT */
/* Files: read whole and bounded, replaced atomically. */
#ifndef BESTEK_BASE_FILE_H
#define BESTEK_BASE_FILE_H

#include <stddef.h>

#include "err.h"

/* Reads a regular file of at most max bytes into *out (NUL added; caller mem_free's). A UTF-8 BOM is dropped, UTF-16 refused by name. */
int file_read(const char *path, size_t max, char **out, size_t *len, struct err *err);
/*
 * Replaces path by data: temporary file beside it, fsync, rename, fsync of the folder. A symbolic link keeps pointing:
 * its target is replaced. Mode of an existing file is kept, else 0666 less umask. The old file is untouched on failure.
 */
int file_replace(const char *path, const void *data, size_t len, struct err *err);
/* Makes the folders of path (0700 each new one); an existing folder is fine. */
int file_mkdirs(const char *path, struct err *err);
/* 1 when path exists. */
int file_exists(const char *path);

/* $XDG_STATE_HOME/bestek, $XDG_CONFIG_HOME/bestek; relative values are ignored, defaults below $HOME; -1 when there is no home. */
int file_state_dir(char *dst, size_t size);
int file_config_dir(char *dst, size_t size);
/* The folder of data (catalog.db, samples): BESTEK_DATA, else beside the running binary when it is uninstalled, else the installed one. */
int file_data_dir(char *dst, size_t size);
/* The same for translations: BESTEK_LOCALEDIR, else beside the binary, else installed. */
int file_locale_dir(char *dst, size_t size);

#endif
