# SPDX-License-Identifier: MIT
noinst_LIBRARIES += %D%/libbase.a
%C%_libbase_a_SOURCES = \
	%D%/err.c \
	%D%/err.h \
	%D%/file.c \
	%D%/file.h \
	%D%/i18n.c \
	%D%/i18n.h \
	%D%/mem.c \
	%D%/mem.h \
	%D%/num.c \
	%D%/num.h \
	%D%/str.c \
	%D%/str.h
EXTRA_DIST += %D%/README.md
