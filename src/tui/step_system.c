/* SPDX-License-Identifier: MIT */
/* The machine: filled by the solver, every pick open to change. */
#include "../core/base/i18n.h"
#include "tui_priv.h"

static const struct row rows[] = {
	{ .label = N_("Platform"), .kind = ROW_CHOICE, .choice = CHOICE_PLATFORM },
	{ .label = N_("Supplies"), .kind = ROW_CHOICE, .choice = CHOICE_PSU },
	{ .label = N_("Sockets"), .kind = ROW_CHOICE, .choice = CHOICE_SOCKETS },
	{ .label = N_("CPU"), .kind = ROW_CHOICE, .choice = CHOICE_CPU },
	{ .label = N_("Memory module"), .kind = ROW_CHOICE, .choice = CHOICE_DIMM },
	{ .label = N_("Modules per socket"), .kind = ROW_CHOICE, .choice = CHOICE_DPS },
	{ .label = N_("GPU"), .kind = ROW_CHOICE, .choice = CHOICE_GPU },
	{ .label = N_("GPU count"), .kind = ROW_CHOICE, .choice = CHOICE_GPUS },
	{ .label = N_("Network"), .kind = ROW_CHOICE, .choice = CHOICE_NIC },
	{ .label = N_("Drives"), .kind = ROW_CHOICE, .choice = CHOICE_DRIVE },
	{ .label = N_("Boot drives"), .kind = ROW_CHOICE, .choice = CHOICE_BOOT },
	{ .kind = ROW_NEXT },
};

/* Nobody should have to ask for the first machine; later only s solves. */
static void enter(struct tui *t, struct effects *fx)
{
	if (form_origin(&t->build, CHOICE_PLATFORM) == PICK_NONE || form_origin(&t->build, CHOICE_CPU) == PICK_NONE ||
	    form_origin(&t->build, CHOICE_DIMM) == PICK_NONE) {
		fx->what |= FX_SOLVE;
		fx->top = 1;
	}
}

const struct step step_system = {
	.id = "system",
	.title = N_("System"),
	.help = N_("The machine. s fills all that you did not choose yourself; Enter opens the list of a row; x "
	           "releases your choice; a shows "
	           "other machines."),
	.rows = rows,
	.n_rows = sizeof(rows) / sizeof(rows[0]),
	.enter = enter,
};
