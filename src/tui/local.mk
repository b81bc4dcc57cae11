# SPDX-License-Identifier: MIT
noinst_LIBRARIES += %D%/libtui.a
%C%_libtui_a_SOURCES = \
	%D%/box.c \
	%D%/cells.c \
	%D%/cells.h \
	%D%/draw.c \
	%D%/form.c \
	%D%/keys.c \
	%D%/keys.h \
	%D%/step_bill.c \
	%D%/step_gpu.c \
	%D%/step_growth.c \
	%D%/step_memory.c \
	%D%/step_system.c \
	%D%/step_workload.c \
	%D%/steps.c \
	%D%/term.c \
	%D%/term.h \
	%D%/theme.c \
	%D%/theme.h \
	%D%/tui.c \
	%D%/tui.h \
	%D%/tui_priv.h \
	%D%/update.c \
	%D%/widgets.c \
	%D%/widgets.h
EXTRA_DIST += %D%/README.md
