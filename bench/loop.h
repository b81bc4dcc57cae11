/* SPDX-License-Identifier: MIT */
/*
 * What the solver is measured against: the same search as plain C. The parts stand in arrays, every error rule that the
 * sample's need touches is an if written by hand, and nested loops with a bound go through all machines. It knows one
 * kind of need (PCIe cards, with network, storage and redundancy asked) and must find the same optimum as solve().
 */
#ifndef BESTEK_BENCH_LOOP_H
#define BESTEK_BENCH_LOOP_H

#include "core/rules/engine.h"

struct loop;

struct machine {
	int found;
	int64_t value;      /* what was minimised: cents, or warnings first and then cents */
	int64_t cents, warnings, power_w, rack_u;
	int64_t platform_id, supply_id, cpu_id, dimm_id, nic_id, drive_id, boot_id;
	int64_t sockets, gpus, dimms_per_socket;
	int64_t judged;     /* complete machines that were looked at */
};

/* Reads the parts for the need of b (resolved). ERR_DATA when the need has demands that the loop does not know. */
int loop_load(struct loop **out, struct engine *e, const struct build *b, struct err *err);
void loop_free(struct loop *l);
/* The best machine: the cheapest, or with warnings_first the one with fewest warnings and then the cheapest. */
void loop_run(const struct loop *l, int warnings_first, struct machine *best);

#endif
