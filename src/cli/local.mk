# SPDX-License-Identifier: MIT
noinst_LIBRARIES += %D%/libcli.a
%C%_libcli_a_SOURCES = \
	%D%/catalog.c \
	%D%/check.c \
	%D%/cli.h \
	%D%/common.c \
	%D%/completion.c \
	%D%/explain.c \
	%D%/export.c \
	%D%/main_cli.c \
	%D%/rules.c \
	%D%/solve.c \
	%D%/table.c

# Completions come from the option tables, so they are made by the program that they serve.
bash_completionsdir = $(datadir)/bash-completion/completions
nodist_bash_completions_DATA = completions/bestek
zsh_completionsdir = $(datadir)/zsh/site-functions
nodist_zsh_completions_DATA = completions/_bestek
fish_completionsdir = $(datadir)/fish/vendor_completions.d
nodist_fish_completions_DATA = completions/bestek.fish
completions/bestek: bestek$(EXEEXT)
	$(AM_V_GEN)$(MKDIR_P) completions && LC_ALL=C.UTF-8 LANGUAGE=en ./bestek$(EXEEXT) completion bash > $@
completions/_bestek: bestek$(EXEEXT)
	$(AM_V_GEN)$(MKDIR_P) completions && LC_ALL=C.UTF-8 LANGUAGE=en ./bestek$(EXEEXT) completion zsh > $@
completions/bestek.fish: bestek$(EXEEXT)
	$(AM_V_GEN)$(MKDIR_P) completions && LC_ALL=C.UTF-8 LANGUAGE=en ./bestek$(EXEEXT) completion fish > $@
CLEANFILES += $(nodist_bash_completions_DATA) $(nodist_zsh_completions_DATA) $(nodist_fish_completions_DATA)
