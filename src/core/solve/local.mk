# SPDX-License-Identifier: MIT
noinst_LIBRARIES += %D%/libsolve.a
%C%_libsolve_a_SOURCES = \
	%D%/conflict.c \
	%D%/search.c \
	%D%/solve.c \
	%D%/solve.h \
	%D%/solve_priv.h \
	%D%/stage.c
