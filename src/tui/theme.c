/* SPDX-License-Identifier: MIT */
#include "theme.h"

enum { RED = 1, GREEN, YELLOW, BLUE, MAGENTA, CYAN };

/* Yellow and cyan are unreadable on white without bold or reverse, so they never carry a meaning alone. */
static const struct { struct look mono, color; } looks[ST_COUNT] = {
	[ST_PLAIN]   = { { 0, 0 }, { 0, 0 } },
	[ST_FRAME]   = { { 0, 0 }, { 0, BLUE } },
	[ST_TITLE]   = { { LOOK_BOLD, 0 }, { LOOK_BOLD, 0 } },
	[ST_LABEL]   = { { 0, 0 }, { 0, 0 } },
	[ST_VALUE]   = { { LOOK_BOLD, 0 }, { LOOK_BOLD, 0 } },
	[ST_DIM]     = { { LOOK_DIM, 0 }, { LOOK_DIM, 0 } },
	[ST_FOCUS]   = { { LOOK_REVERSE, 0 }, { LOOK_REVERSE, 0 } },
	[ST_FIELD]   = { { LOOK_UNDERLINE, 0 }, { LOOK_UNDERLINE, 0 } },
	[ST_ERROR]   = { { LOOK_BOLD, 0 }, { LOOK_BOLD, RED } },
	[ST_WARNING] = { { LOOK_BOLD, 0 }, { LOOK_BOLD, MAGENTA } },
	[ST_ADVICE]  = { { 0, 0 }, { 0, CYAN } },
	[ST_GOOD]    = { { 0, 0 }, { 0, GREEN } },
	[ST_KEY]     = { { LOOK_BOLD, 0 }, { LOOK_BOLD, 0 } },
};

struct look theme_look(enum style style, int color)
{
	return color ? looks[style].color : looks[style].mono;
}
