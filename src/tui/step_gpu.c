/* SPDX-License-Identifier: MIT */
/* The GPU model and how many. */
#include "../core/base/i18n.h"
#include "tui_priv.h"

static const struct row rows[] = {
	{ .label = N_("GPU"), .kind = ROW_CHOICE, .choice = CHOICE_GPU, .in_place = 1 },
	{ .label = N_("GPU count"), .kind = ROW_CHOICE, .choice = CHOICE_GPUS },
	{ .kind = ROW_NEXT },
};

const struct step step_gpu = {
	.id = "gpu",
	.title = N_("GPU"),
	.help = N_("The GPU model and how many. Rows with a - are not possible; the reason stands beside them. x "
	           "removes the choice."),
	.rows = rows,
	.n_rows = sizeof(rows) / sizeof(rows[0]),
};
