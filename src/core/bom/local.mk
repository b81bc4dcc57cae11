# SPDX-License-Identifier: MIT
noinst_LIBRARIES += %D%/libbom.a
%C%_libbom_a_SOURCES = \
	%D%/bom.c \
	%D%/bom.h \
	%D%/tco.c \
	%D%/tco.h
EXTRA_DIST += %D%/README.md
