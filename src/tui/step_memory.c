/* SPDX-License-Identifier: MIT */
/* Memory for each socket. */
#include "../core/base/i18n.h"
#include "tui_priv.h"

static const struct row rows[] = {
	{ .label = N_("Memory per socket"), .kind = ROW_FIELD, .key = "need.memory_per_socket_gb", .scale = SCALE_GB },
	{ .label = N_("Memory module"), .kind = ROW_CHOICE, .choice = CHOICE_DIMM },
	{ .label = N_("Modules per socket"), .kind = ROW_CHOICE, .choice = CHOICE_DPS },
	{ .kind = ROW_NEXT },
};

const struct step step_memory = {
	.id = "memory",
	.title = N_("Memory"),
	.help = N_("Memory for each CPU socket, such as 512, 512G or 0.5 TB. The module and how many are found by "
	           "the solver, or chosen here."),
	.rows = rows,
	.n_rows = sizeof(rows) / sizeof(rows[0]),
};
