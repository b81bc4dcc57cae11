# SPDX-License-Identifier: MIT
noinst_LIBRARIES += %D%/libbuild.a
%C%_libbuild_a_SOURCES = \
	%D%/build.c \
	%D%/build.h \
	%D%/build_priv.h \
	%D%/fields.c \
	%D%/history.c \
	%D%/load.c \
	%D%/resolve.c \
	%D%/save.c \
	%D%/scan.c
EXTRA_DIST += %D%/README.md
