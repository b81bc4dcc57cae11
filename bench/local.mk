# SPDX-License-Identifier: MIT
# Measurements, built and run by `./dev bench` only. One program: its name here, _SOURCES and _LDADD below.
bench_programs = %D%/bench
%C%_bench_SOURCES = \
	%D%/bench.c \
	%D%/loop.c \
	%D%/loop.h \
	%D%/timing.c \
	%D%/timing.h \
	%D%/wizard.c \
	%D%/wizard.h
%C%_bench_LDADD = $(solve_libs)
EXTRA_PROGRAMS += $(bench_programs)
CLEANFILES += $(bench_programs)
