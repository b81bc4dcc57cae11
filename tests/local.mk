# SPDX-License-Identifier: MIT
TEST_EXTENSIONS = .sh
LOG_DRIVER = env AM_TAP_AWK='$(AWK)' $(SHELL) $(srcdir)/build-aux/tap-driver.sh
SH_LOG_DRIVER = $(LOG_DRIVER)
SH_LOG_COMPILER = bash
# The same everywhere: language, zone, day; nothing of the tester's own settings is read or written.
AM_TESTS_ENVIRONMENT = \
	CMOCKA_MESSAGE_OUTPUT=TAP LC_ALL=C.UTF-8 LANGUAGE=en TZ=UTC BESTEK_TODAY=2026-11-30 \
	BESTEK_SRCDIR='$(abs_top_srcdir)' BESTEK_BUILDDIR='$(abs_top_builddir)' \
	XDG_STATE_HOME='$(abs_top_builddir)/tests/home/state' XDG_CONFIG_HOME='$(abs_top_builddir)/tests/home/config' \
	BESTEK_LOCALEDIR='$(abs_top_builddir)/locale' CC='$(CC)'; \
	export CMOCKA_MESSAGE_OUTPUT LC_ALL LANGUAGE TZ BESTEK_TODAY BESTEK_SRCDIR BESTEK_BUILDDIR \
	XDG_STATE_HOME XDG_CONFIG_HOME BESTEK_LOCALEDIR CC; \
	unset BESTEK_DATA NO_COLOR COLUMNS LINES;

# Shell tests (TAP on standard output): one line each.
script_tests = \
	%D%/cli/cases.sh \
	%D%/cli/commands.sh \
	%D%/cli/rule_cases.sh \
	%D%/cli/usage.sh \
	%D%/layers.sh \
	%D%/sources.sh
dist_check_SCRIPTS += $(script_tests)
TESTS += $(script_tests)
EXTRA_DIST += %D%/cli/lib.sh

# Judges the JSON of a case against its "// expect" lines, for cli/cases.sh.
check_PROGRAMS += %D%/cli/verdict
%C%_cli_verdict_SOURCES = %D%/cli/verdict.c
%C%_cli_verdict_LDADD = $(JANSSON_LIBS)
# Which rules lack a case, for cli/rule_cases.sh.
check_PROGRAMS += %D%/cli/coverage
%C%_cli_coverage_SOURCES = %D%/cli/coverage.c
%C%_cli_coverage_LDADD = $(JANSSON_LIBS)

# Unit tests: one block each. LDADD names the room under test ($(base_libs), $(build_libs), ...) and cmocka.
# A tiny catalogue for any room's tests: add $(mini_catalog) to the SOURCES.
mini_catalog = %D%/unit/mini_catalog.c %D%/unit/mini_catalog.h

unit_tests =
if HAVE_CMOCKA

unit_tests += %D%/unit/test_str
%C%_unit_test_str_SOURCES = %D%/unit/test_str.c
%C%_unit_test_str_LDADD = $(base_libs) $(CMOCKA_LIBS)

unit_tests += %D%/unit/test_num
%C%_unit_test_num_SOURCES = %D%/unit/test_num.c
%C%_unit_test_num_LDADD = $(base_libs) $(CMOCKA_LIBS)

unit_tests += %D%/unit/test_file
%C%_unit_test_file_SOURCES = %D%/unit/test_file.c
%C%_unit_test_file_LDADD = $(base_libs) $(CMOCKA_LIBS)

unit_tests += %D%/unit/test_mem
%C%_unit_test_mem_SOURCES = %D%/unit/test_mem.c
%C%_unit_test_mem_LDADD = $(base_libs) $(CMOCKA_LIBS)

unit_tests += %D%/unit/test_err
%C%_unit_test_err_SOURCES = %D%/unit/test_err.c
%C%_unit_test_err_LDADD = $(base_libs) $(CMOCKA_LIBS)

unit_tests += %D%/unit/test_i18n
%C%_unit_test_i18n_SOURCES = %D%/unit/test_i18n.c
%C%_unit_test_i18n_LDADD = $(base_libs) $(CMOCKA_LIBS)

unit_tests += %D%/unit/test_build_load
%C%_unit_test_build_load_SOURCES = %D%/unit/test_build_load.c %D%/unit/build_text.h
%C%_unit_test_build_load_LDADD = $(build_libs) $(CMOCKA_LIBS)

unit_tests += %D%/unit/test_build_save
%C%_unit_test_build_save_SOURCES = %D%/unit/test_build_save.c %D%/unit/build_text.h
%C%_unit_test_build_save_LDADD = $(build_libs) $(CMOCKA_LIBS)

unit_tests += %D%/unit/test_build_resolve
%C%_unit_test_build_resolve_SOURCES = %D%/unit/test_build_resolve.c %D%/unit/build_text.h
%C%_unit_test_build_resolve_LDADD = src/core/build/libbuild.a $(base_libs) $(LIBCONFIG_LIBS) $(CMOCKA_LIBS)

unit_tests += %D%/unit/test_history
%C%_unit_test_history_SOURCES = %D%/unit/test_history.c %D%/unit/build_text.h
%C%_unit_test_history_LDADD = $(build_libs) $(CMOCKA_LIBS)

unit_tests += %D%/unit/test_tco
%C%_unit_test_tco_SOURCES = %D%/unit/test_tco.c
%C%_unit_test_tco_LDADD = src/core/bom/libbom.a $(base_libs) $(CMOCKA_LIBS)

# These bring an engine of their own, so the rules' room is not linked.
unit_tests += %D%/unit/test_bom
%C%_unit_test_bom_SOURCES = %D%/unit/test_bom.c %D%/unit/bom_world.h
%C%_unit_test_bom_LDADD = src/core/bom/libbom.a $(build_libs) $(CMOCKA_LIBS)

unit_tests += %D%/unit/test_export
%C%_unit_test_export_SOURCES = %D%/unit/test_export.c %D%/unit/bom_world.h
%C%_unit_test_export_LDADD = src/core/export/libexport.a src/core/bom/libbom.a $(build_libs) $(JANSSON_LIBS) $(CMOCKA_LIBS)

unit_tests += %D%/unit/test_resolve
%C%_unit_test_resolve_SOURCES = %D%/unit/test_resolve.c %D%/unit/parts_world.h
%C%_unit_test_resolve_LDADD = $(catalog_libs) $(CMOCKA_LIBS)

unit_tests += %D%/unit/test_search
%C%_unit_test_search_SOURCES = %D%/unit/test_search.c %D%/unit/parts_world.h
%C%_unit_test_search_LDADD = $(catalog_libs) $(CMOCKA_LIBS)

unit_tests += %D%/unit/test_db
%C%_unit_test_db_SOURCES = %D%/unit/test_db.c
%C%_unit_test_db_LDADD = $(catalog_libs) $(LIBCONFIG_LIBS) $(CMOCKA_LIBS)

unit_tests += %D%/unit/test_load
%C%_unit_test_load_SOURCES = %D%/unit/test_load.c $(mini_catalog)
%C%_unit_test_load_LDADD = $(catalog_libs) $(LIBCONFIG_LIBS) $(CMOCKA_LIBS)

unit_tests += %D%/unit/test_catalog
%C%_unit_test_catalog_SOURCES = %D%/unit/test_catalog.c $(mini_catalog)
%C%_unit_test_catalog_LDADD = $(catalog_libs) $(LIBCONFIG_LIBS) $(CMOCKA_LIBS)

unit_tests += %D%/unit/test_cli_table
%C%_unit_test_cli_table_SOURCES = %D%/unit/test_cli_table.c
%C%_unit_test_cli_table_LDADD = $(cli_libs) $(CMOCKA_LIBS)

# The wizard without a terminal, over a world of its own (terminal/tui_world.h): the rooms below it are not linked.
tui_alone_libs = src/tui/libtui.a $(build_libs) $(CURSES_LIBS)

unit_tests += %D%/terminal/test_tui_cells
%C%_terminal_test_tui_cells_SOURCES = %D%/terminal/test_tui_cells.c %D%/terminal/tui_world.h
%C%_terminal_test_tui_cells_LDADD = $(tui_alone_libs) $(CMOCKA_LIBS)

unit_tests += %D%/terminal/test_tui_wizard
%C%_terminal_test_tui_wizard_SOURCES = %D%/terminal/test_tui_wizard.c %D%/terminal/tui_world.h
%C%_terminal_test_tui_wizard_LDADD = $(tui_alone_libs) $(CMOCKA_LIBS)

# The built program in a pseudo-terminal.
if HAVE_VTERM
unit_tests += %D%/terminal/pty_wizard
%C%_terminal_pty_wizard_SOURCES = %D%/terminal/pty_wizard.c
%C%_terminal_pty_wizard_LDADD = $(VTERM_LIBS) $(CMOCKA_LIBS)
endif

# The rule book and the solver against an independent judge. BESTEK_JUDGE_CATALOGUES=300 for a long run.
unit_tests += %D%/unit/test_solve_judge
%C%_unit_test_solve_judge_SOURCES = %D%/unit/test_solve_judge.c %D%/unit/judge.c %D%/unit/judge.h $(mini_catalog)
%C%_unit_test_solve_judge_LDADD = $(solve_libs) $(CMOCKA_LIBS)

# The engine and the solver on the tiny catalogue with the shipped rules.
unit_tests += %D%/unit/test_engine
%C%_unit_test_engine_SOURCES = %D%/unit/test_engine.c %D%/unit/engine_world.h $(mini_catalog)
%C%_unit_test_engine_LDADD = $(rules_libs) $(CMOCKA_LIBS)

unit_tests += %D%/unit/test_solve
%C%_unit_test_solve_SOURCES = %D%/unit/test_solve.c %D%/unit/engine_world.h $(mini_catalog)
%C%_unit_test_solve_LDADD = $(solve_libs) $(CMOCKA_LIBS)

# (the next test: its block here)

endif
check_PROGRAMS += $(unit_tests)
TESTS += $(unit_tests)

# Fuzz targets: one block each, program name fuzz_<what>, seeds in tests/fuzz/<what>/corpus. See ./dev fuzz.
fuzz_programs =
if FUZZING

fuzz_programs += %D%/fuzz/fuzz_text
%C%_fuzz_fuzz_text_SOURCES = %D%/fuzz/fuzz_text.c
%C%_fuzz_fuzz_text_LDADD = $(base_libs)
%C%_fuzz_fuzz_text_LDFLAGS = $(AM_LDFLAGS) $(FUZZ_LDFLAGS)

# (the next target: its block here)

endif
EXTRA_PROGRAMS += $(fuzz_programs)
fuzz: $(fuzz_programs)
.PHONY: fuzz

# Fixtures that tests read from the source tree.
EXTRA_DIST += $(sort $(wildcard $(srcdir)/tests/cases/* $(srcdir)/tests/golden/* $(srcdir)/tests/fixtures/* \
	$(srcdir)/tests/fuzz/*/corpus/*))
