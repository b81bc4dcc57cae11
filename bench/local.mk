# SPDX-License-Identifier: MIT
# Measurements, built and run by `./dev bench` only. One program: its name here, _SOURCES and _LDADD below.
bench_programs =
EXTRA_PROGRAMS += $(bench_programs)
