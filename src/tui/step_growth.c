/* SPDX-License-Identifier: MIT */
/* What comes later, and what the site gives. */
#include "../core/base/i18n.h"
#include "tui_priv.h"

static const struct row rows[] = {
	{ .label = N_("GPUs when grown"), .kind = ROW_FIELD, .key = "need.growth.gpus" },
	{ .label = N_("Grown after"), .kind = ROW_FIELD, .key = "need.growth.months" },
	{ .label = N_("Memory per socket, grown"), .kind = ROW_FIELD, .key = "need.growth.memory_per_socket_gb",
		.scale = SCALE_GB },
	{ .label = N_("Servers when grown"), .kind = ROW_FIELD, .key = "need.growth.nodes" },
	{ .label = N_("Network"), .kind = ROW_FIELD, .key = "need.network_gbps", .scale = SCALE_GBPS },
	{ .label = N_("Storage"), .kind = ROW_FIELD, .key = "need.storage_tb", .scale = SCALE_TB },
	{ .label = N_("Spare supplies"), .kind = ROW_FIELD, .key = "need.redundancy" },
	{ .label = N_("Free rack units"), .kind = ROW_FIELD, .key = "need.rack_units" },
	{ .label = N_("Power of the feed"), .kind = ROW_FIELD, .key = "need.feed_w", .scale = SCALE_WATT },
	{ .label = N_("Voltage"), .kind = ROW_FIELD, .key = "need.site_voltage" },
	{ .label = N_("Inlet air"), .kind = ROW_FIELD, .key = "need.ambient_c" },
	{ .label = N_("Delivery within"), .kind = ROW_FIELD, .key = "need.deliver_weeks" },
	{ .kind = ROW_NEXT },
};

const struct step step_growth = {
	.id = "growth",
	.title = N_("Growth"),
	.help = N_("What the server must be able to become, and what the site gives: network, storage, rack, power. "
	           "Empty fields demand nothing."),
	.rows = rows,
	.n_rows = sizeof(rows) / sizeof(rows[0]),
};
