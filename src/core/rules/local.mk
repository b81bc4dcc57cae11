# SPDX-License-Identifier: MIT
noinst_LIBRARIES += %D%/librules.a
%C%_librules_a_SOURCES = \
	%D%/compile.c \
	%D%/detail.c \
	%D%/engine.c \
	%D%/engine.h \
	%D%/engine_priv.h \
	%D%/figures.c \
	%D%/fix.c \
	%D%/hold.c \
	%D%/kits.c \
	%D%/options.c \
	%D%/query.c \
	%D%/query.h \
	%D%/value.c \
	%D%/verify.c
