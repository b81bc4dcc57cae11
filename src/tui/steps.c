/* SPDX-License-Identifier: MIT */
/* The table of steps. A new step is one file and one line here. */
#include "tui_priv.h"

static const struct step *const table[STEP_COUNT] = {
	[STEP_WORKLOAD] = &step_workload,
	[STEP_MEMORY] = &step_memory,
	[STEP_GPU] = &step_gpu,
	[STEP_GROWTH] = &step_growth,
	[STEP_SYSTEM] = &step_system,
	[STEP_BILL] = &step_bill,
};

const struct step *tui_step_at(int i)
{
	return table[i];
}
