/* SPDX-License-Identifier: MIT */
/* Helper of the tests of rules and solver: the tiny catalogue with the shipped rules and round prices, and builds from text. */
#ifndef BESTEK_TESTS_ENGINE_WORLD_H
#define BESTEK_TESTS_ENGINE_WORLD_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "../../src/core/rules/engine.h"
#include "mini_catalog.h"

struct world { struct catalog *cat; struct engine *e; };

/* Prices of the test's own, in EUR, beside the tiny one's; a boot drive for a bay, an adapter for an OCP slot. */
static const struct mini_file world_files[] = {
	{ "catalog/price.csv", "+platform:AS-4125GS-TNRT,list,EUR,6000,excl,2026-11,,global,1,1,,sourced,mini\n"
			       "platform:SYS-421GE-TNRT,list,EUR,7000,excl,2026-11,,global,1,1,,sourced,mini\n"
			       "platform:SYS-821GE-TNHR,list,EUR,20000,excl,2026-11,,global,1,1,,sourced,mini\n"
			       "platform:SYS-621C-TN12R,list,EUR,3000,excl,2026-11,,global,1,1,,sourced,mini\n"
			       "dimm:M321R4GA3BB6-CQK,list,EUR,200,excl,2026-11,,global,1,1,,sourced,mini\n"
			       "dimm:M321R8GA0BB0-CQKZJ,list,EUR,500,excl,2026-11,,global,1,1,,sourced,mini\n"
			       "dimm:MTC40F2046S1RC48BA1,list,EUR,490,excl,2026-11,,global,1,1,,sourced,mini\n"
			       "dimm:MTC40F2046S1RC56BD1,list,EUR,520,excl,2026-11,,global,1,1,,sourced,mini\n"
			       "dimm:M321RYGA0PB0-CWM,list,EUR,900,excl,2026-11,,global,1,1,,sourced,mini\n"
			       "dimm:M321RAGA0B20-CWK,list,EUR,1500,excl,2026-11,,global,1,1,,sourced,mini\n"
			       "nic:MCX713106AS-VEAT,list,EUR,1200,excl,2026-11,,global,1,1,,sourced,mini\n"
			       "nic:MCX753436MC-HEAB,list,EUR,1300,excl,2026-11,,global,1,1,,sourced,mini\n"
			       "drive:MTFDKCC3T8TFR,list,EUR,400,excl,2026-11,,global,1,1,,sourced,mini\n"
			       "drive:MTFDKCC7T6TFR,list,EUR,700,excl,2026-11,,global,1,1,,sourced,mini\n"
			       "drive:MTFDKBA960TFR,list,EUR,100,excl,2026-11,,global,1,1,,sourced,mini\n"
			       "drive:MTFDKCC960TFR,list,EUR,150,excl,2026-11,,global,1,1,,sourced,mini\n" },
	{ "catalog/drive.csv",
	  "+Micron,7450 PRO 960GB,MTFDKCC960TFR,active,sourced,,mini,,0.96,U.3,4,4,6.8,1.4,530,1,\n" },
	{ "catalog/nic.csv",
	  "+NVIDIA,ConnectX-7 OCP,MCX753436MC-HEAB,active,sourced,,mini,,2,200,vpi,5,16,OCP3,QSFP112,\n" },
	{ "catalog/psu_option.csv", "+SYS-421GE-TNRT,,4,3200,2+2,0,,mini\n" },
	{ "catalog/platform_kit.csv", "+SYS-821GE-TNHR,1,1,rail,kit,,OWN-RAIL,Rails,1,sourced,mini\n"
				      ",1,1,rail,kit,,ANY-RAIL,Rails,1,sourced,mini\n" },
	{ NULL, NULL },
};

/* A machine without an error. */
static const char good_build[] __attribute__((unused)) =
	"need = { workload = \"llm-inference\"; };\n"
	"build = { platform = \"AS-4125GS-TNRT\"; cpu = \"EPYC 9654\"; sockets = 2; dimm = \"M321R8GA0BB0-CQKZJ\"; dimms_per_socket = 12;\n"
	"  gpu = \"L40S\"; gpus = 4; nics = ( { part = \"MCX75310AAS-NEAT\"; count = 1; } );\n"
	"  drives = ( { part = \"MTFDKCC7T6TFR\"; count = 2; } ); boot = ( { part = \"MTFDKCC960TFR\"; count = 2; } ); };\n";

static inline int world_open(void **state, const struct mini_file *extra, int shipped)
{
	static struct world pool[4];
	struct world *w = pool;
	struct err err = { 0 };

	while (w->cat)
		w++;
	if ((shipped ? mini_catalog_open_rules : mini_catalog_open)(&w->cat, extra) != ERR_OK) {
		print_error("%s\n", mini_catalog_error());
		return -1;
	}
	if (engine_open(&w->e, w->cat, &err) != ERR_OK) {
		print_error("%s\n", err.msg);
		return -1;
	}
	*state = w;
	return 0;
}

static inline int world_open_shipped(void **state)
{
	return world_open(state, world_files, 1);
}

static inline int world_close(void **state)
{
	struct world *w = *state;

	engine_free(w->e);
	mini_catalog_close(w->cat);
	memset(w, 0, sizeof(*w));
	return 0;
}

/* A catalogue takes one engine at a time: its temporary tables are the catalogue's. */
static inline void close_engine(struct world *w)
{
	engine_free(w->e);
	w->e = NULL;
}

static inline void reopen_engine(struct world *w)
{
	struct err err = { 0 };

	if (engine_open(&w->e, w->cat, &err) != ERR_OK)
		fail_msg("%s", err.msg);
}

/* b is initialised here; every part of the text must be in the catalogue. */
static inline void make_build(struct world *w, struct build *b, const char *text)
{
	struct unresolved_list bad = { .n = 0 };
	struct err err = { 0 };

	build_init(b);
	if (build_parse(b, "t", text, strlen(text), NULL, NULL, &err) != ERR_OK ||
	    build_resolve(b, w->cat, &bad, &err) != ERR_OK)
		fail_msg("%s", err.msg);
	if (bad.n)
		fail_msg("'%s' is unknown", bad.item[0].value);
}

static inline void check(struct world *w, const struct build *b, struct findings *f)
{
	struct err err = { 0 };

	if (engine_check(w->e, b, f, &err) != ERR_OK)
		fail_msg("%s", err.msg);
}

/* The first finding of a rule, or NULL. */
static inline const struct finding *find(const struct findings *f, const char *id)
{
	for (size_t i = 0; i < f->n; i++)
		if (strcmp(f->item[i].rule->id, id) == 0)
			return &f->item[i];
	return NULL;
}

#endif
