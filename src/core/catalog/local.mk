# SPDX-License-Identifier: MIT
noinst_LIBRARIES += %D%/libcatalog.a
%C%_libcatalog_a_SOURCES = \
	%D%/catalog.c \
	%D%/catalog.h \
	%D%/catalog_priv.h \
	%D%/csv_read.c \
	%D%/csv_read.h \
	%D%/db.c \
	%D%/db.h \
	%D%/fit.c \
	%D%/fit_priv.h \
	%D%/load.c \
	%D%/load_rules.c \
	%D%/load_table.c \
	%D%/resolve.c \
	%D%/resolve_priv.h \
	%D%/search.c \
	%D%/words.c
