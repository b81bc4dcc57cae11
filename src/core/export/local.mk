# SPDX-License-Identifier: MIT
noinst_LIBRARIES += %D%/libexport.a
%C%_libexport_a_SOURCES = \
	%D%/csv.c \
	%D%/doc.c \
	%D%/export.h \
	%D%/export_priv.h \
	%D%/json.c \
	%D%/json_parts.c \
	%D%/json_parts.h \
	%D%/md.c \
	%D%/table.c \
	%D%/txt.c
EXTRA_DIST += %D%/README.md

# What the JSON documents look like, for those who read them.
schemadir = $(docdir)/schema
dist_schema_DATA = $(sort $(wildcard $(srcdir)/doc/schema/*.json))
