/* SPDX-License-Identifier: MIT */
/*
 * The rule book and the solver against an independent judge (judge.h), on random small catalogues and on a cut
 * of the shipped one. BESTEK_JUDGE_CATALOGUES: how many catalogues; BESTEK_JUDGE_FIRST: the number of the
 * first, to repeat one; BESTEK_JUDGE_PRINT: 1 prints their text; BESTEK_JUDGE_TELL: how many differences are told.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <setjmp.h>
#include <cmocka.h>

#include "../../src/core/solve/solve.h"
#include "judge.h"
#include "mini_catalog.h"

#define LENGTH(a) (sizeof(a) / sizeof((a)[0]))
#if defined(__SANITIZE_ADDRESS__)
enum { CATALOGUES = 9 };
#else
enum { CATALOGUES = 12 };
#endif
enum { TOLD_MAX = 12, NEEDS = 4, MACHINES = 16, TRIES = 3 };

/* --- chance, the same everywhere --- */

static uint64_t state_of_chance;

static unsigned chance(unsigned n)
{
	state_of_chance = state_of_chance * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (unsigned)((state_of_chance >> 33) % n);
}

static int once_in(unsigned n)
{
	return chance(n) == 0;
}

#define ONE_OF(list) ((list)[chance((unsigned)LENGTH(list))])

static int counted(const char *name, int otherwise)
{
	const char *s = getenv(name);

	return s && *s ? (int)strtol(s, NULL, 10) : otherwise;
}

/* --- a catalogue as CSV text --- */

enum file { F_PLATFORM, F_FAMILY, F_VALIDATED, F_SLOT, F_PSU, F_RATING, F_OPTION, F_CPU, F_DIMM, F_POPULATION,
	F_SPEED, F_GPU, F_BOARD, F_NIC, F_DRIVE,
	F_PRICE, F_LEAD, F_LANES, F_COUNT };
static const char *const file_names[F_COUNT] = { "platform", "platform_family", "platform_gpu", "platform_slot",
	"psu", "psu_rating", "psu_option", "cpu",
	"dimm", "memory_population", "memory_speed", "gpu", "baseboard", "nic", "drive", "price", "lead_time",
		"platform_lanes" };
static const char *const headers[F_COUNT] = {
	[F_PLATFORM] = "vendor,model,part_number,status,confidence,recalled,source,note,class,board,"
		"generation,rack_u,weight_kg,depth_mm,sockets,cpu_socket,"
		"max_cpu_tdp_w,liquid_only,dimm_slots,max_mem_gb,max_mem_mts,gpu_form,gpu_max_dw,gpu_max_sw,"
			"gpu_fixed,topology,pcie_switches,nvme_bays,sata_bays,"
		"m2_slots,ocp_slots,nic_slots,onboard_lan,has_lan,psu_redundancy,voltage_min,voltage_max\n",
	[F_FAMILY] = "platform,family\n",
	[F_VALIDATED] = "platform,gpu,confidence\n",
	[F_SLOT] = "platform,slot,slots,attached,pcie_gen,lanes,mechanical,size,width,purpose,note,source\n",
	[F_PSU] = "vendor,model,part_number,status,confidence,recalled,source,note,rated_w,efficiency,inlet\n",
	[F_RATING] = "psu,volt_min,volt_max,watts\n",
	[F_OPTION] = "platform,psu,count,rated_w,redundancy,standard,recalled,source\n",
	[F_CPU] = "vendor,model,part_number,status,confidence,recalled,source,note,family,socket,max_sockets,"
		"cores,threads,base_ghz,boost_ghz,l3_mb,tdp_w,"
		"ctdp_max_w,channels,mem_type,mem_mts,max_mem_gb,pcie_gen,lanes_1p,lanes_2p,features,launch\n",
	[F_DIMM] = "vendor,model,part_number,status,confidence,recalled,source,note,generation,capacity_gb,"
		"type,mts,ranks,width,die_gbit,voltage\n",
	[F_POPULATION] = "family,channels,dimms_per_socket,allowed,balanced,relative_bandwidth,note,confidence,source\n",
	[F_SPEED] = "family,dimm_type,ranks,dpc,max_mts,note,confidence,source\n",
	[F_GPU] = "vendor,model,part_number,status,confidence,recalled,source,note,architecture,form,"
		"memory_gb,memory_type,memory_bw_gbs,tdp_w,pcie_gen,lanes,"
		"slot_width,length,power_connector,nvlink_gbs,bridge_group,fp64_tflops,bf16_dense_tflops,"
			"fp8_dense_tflops,fp4_dense_tflops,mig_max,cooling,launch\n",
	[F_BOARD] = "baseboard,gpu,modules\n",
	[F_NIC] = "vendor,model,part_number,status,confidence,recalled,source,note,ports,speed_gbps,protocol,"
		"pcie_gen,lanes,form,connector,tdp_w\n",
	[F_DRIVE] = "vendor,model,part_number,status,confidence,recalled,source,note,capacity_tb,form,"
		"pcie_gen,lanes,seq_read_gbs,seq_write_gbs,"
		"rand_read_kiops,dwpd,power_w\n",
	[F_PRICE] = "part,kind,currency,amount,vat,date,valid_to,region,quantity,used,note,confidence,source\n",
	[F_LEAD] = "class,weeks_low,weeks_high,date,confidence,source\n",
	[F_LANES] = "platform,lanes_2p,source\n",
};
static const char fx_csv[] = "currency,micros,date,source\nUSD,856730,2026-08-25,mini\nEUR,1000000,2026-08-25,mini\n";
static const char vat_csv[] = "region,basis_points,confidence,source\nNL,2100,recalled,mini\n";
static const char order_csv[] = "vendor,order_number,kind,part,maker_part_number,description,"
	"for_platform,confidence,source\n";
static const char kit_csv[] = "platform,when_sql,qty_sql,word,category,part,part_number,description,"
	"required,confidence,source\n";

struct world {
	char *text[F_COUNT]; size_t len[F_COUNT], cap[F_COUNT];
	int real;           /* a cut of the shipped catalogue */
	int vague;          /* 0: every fact is known; 1: some are unknown; 2: some are unknown, some known from memory only */
	struct judge *judge;
	struct catalog *cat;
	struct engine *engine;
};

static void put(struct world *w, enum file f, const char *format, ...) __attribute__((format(printf, 3, 4)));
static void put(struct world *w, enum file f, const char *format, ...)
{
	va_list args;
	int n;

	if (w->cap[f] - w->len[f] < 2048) {
		w->cap[f] = w->cap[f] * 2 + 8192;
		w->text[f] = realloc(w->text[f], w->cap[f]);
		assert_non_null(w->text[f]);
	}
	va_start(args, format);
	n = vsnprintf(w->text[f] + w->len[f], w->cap[f] - w->len[f], format, args);
	va_end(args);
	assert_true(n >= 0 && (size_t)n < w->cap[f] - w->len[f]);
	w->len[f] += (size_t)n;
}

/* A number as a cell; now and then unknown where that may be. */
static const char *maybe(const struct world *w, int value)
{
	static char ring[32][24];
	static unsigned at;
	char *s = ring[at++ % LENGTH(ring)];

	s[0] = '\0';
	if (!(w->vague && once_in(9)))
		(void)snprintf(s, sizeof(ring[0]), "%d", value);
	return s;
}

static const char *cell_of(int value)
{
	static const struct world sure;

	return maybe(&sure, value);
}

static const char *maybe_word(const struct world *w, const char *word)
{
	return w->vague && once_in(12) ? "" : word;
}

/* Some of the columns, or the whole row, known from memory only. */
static const char *from_memory(const struct world *w, const char *const *column, unsigned n)
{
	static char text[256];

	text[0] = '\0';
	if (w->vague < 2 || !once_in(3))
		return text;
	if (once_in(8))
		return "*";
	for (unsigned i = 1 + chance(3); i > 0; i--)
		(void)snprintf(text + strlen(text), sizeof(text) - strlen(text), "%s ", column[chance(n)]);
	return text;
}

static const char *status(const struct world *w)
{
	static const char *const odd[] = { "mature", "legacy", "announced", "ended", "oem" };

	return w->vague && once_in(10) ? ONE_OF(odd) : once_in(4) ? "mature" : "active";
}

static void put_price(struct world *w, const char *part, int euros)
{
	if (once_in(5))
		return; /* on request */
	put(w, F_PRICE, "%s,list,EUR,%d.%02u,excl,2026-08,,global,1,1,,sourced,mini\n", part, euros, chance(100));
	if (once_in(4)) /* older, or of the same day and no list price: does not count */
		put(w, F_PRICE, "%s,%s,USD,%d,excl,%s,,US,1,1,,sourced,mini\n", part, once_in(2) ? "list" : "street", 1 + euros / 2,
		    once_in(2) ? "2025-Q3" : "2026-08-01");
	if (once_in(6))
		put(w, F_PRICE, "%s,list,USD,%d,%s,2026-09-%02u,,NL,1,%d,,sourced,mini\n", part, euros + (int)chance(300),
			once_in(2) ? "incl" : "excl",
		    1 + chance(28), !once_in(3));
}

static const struct { const char *name, *vendor, *socket; int channels, gb, lanes1, lanes2; } families[] = {
	{ "genoa", "AMD", "SP5", 12, 6144, 128, 160 }, { "turin", "AMD", "SP5", 12, 6144, 128, 160 },
	{ "emr", "Intel", "LGA4677", 8, 4096, 80, 160 }, { "spr", "Intel", "LGA4677", 8, 4096, 80, 160 },
};

static void make_supplies(struct world *w)
{
	static const char *const columns[] = { "inlet", "rated_w", "efficiency" };
	static const struct { const char *name; int watts; const char *inlet; } made[] = { { "U1", 1600, "C14" }, { "U2",
		2000, "C14" }, { "U3", 2700, "C20" },
		{ "U4", 3000, "C20" }, { "U5", 3200, "C14" } };
	static const char *const classes[] = { "titanium", "titanium", "platinum", "gold", "" };

	for (size_t i = 0; i < LENGTH(made); i++) {
		put(w, F_PSU, "Maker,%s,%s,active,sourced,%s,mini,,%d,%s,%s\n", made[i].name, made[i].name, from_memory(w, columns,
			(unsigned)LENGTH(columns)),
		    made[i].watts, ONE_OF(classes), maybe_word(w, made[i].inlet));
		if (i == 1)
			put(w, F_RATING, "psu:U2,100,127,1000\npsu:U2,200,220,1800\npsu:U2,220,230,1980\npsu:U2,230,240,2000\n");
		if (i == 3)
			put(w, F_RATING, "psu:U4,200,207,2880\npsu:U4,207.1,240,3000\n");
	}
}

static void make_options(struct world *w, int platform, int dear)
{
	static const char *const columns[] = { "count", "rated_w", "redundancy" };
	static const int watts[] = { 1600, 2000, 2700, 3000, 3200 };
	int n = 1 + (int)chance(3), standard = (int)chance((unsigned)n), first = (int)chance(5),
		count = 2 * (1 + (int)chance(dear ? 4 : 3));

	if (w->vague && once_in(8))
		return;
	for (int i = 0; i < n; i++) {
		int at = (first + i) % 5, unnamed = once_in(3);
		char psu[8] = "", rated[8];

		if (!unnamed)
			(void)snprintf(psu, sizeof(psu), "psu:U%d", at + 1);
		(void)snprintf(rated, sizeof(rated), "%d", watts[at]);
		put(w, F_OPTION, "P%d,%s,%s,%s,2+2,%d,%s,mini\n", platform, psu, cell_of(count), w->vague && i == standard &&
			once_in(6) ? "" : rated,
		    i == standard, from_memory(w, columns, (unsigned)LENGTH(columns)));
		if (once_in(3))
			count = 2 * (1 + (int)chance(3));
	}
}

static void make_slots(struct world *w, int platform, int cards, int two_sockets)
{
	int gpu_slots = once_in(3) ? cards : 0, any = once_in(6) ? 0 : cards + (int)chance(4), nics = (int)chance(4),
		owners = (int)chance(3);
	const char *owner[2];

	owner[0] = owners == 0 ? "" : owners == 1 ? "0" : "switch";
	owner[1] = owners == 1 && two_sockets ? "1" : owner[0];
	if (gpu_slots)
		put(w, F_SLOT, "P%d,G0,%d,%s,5,16,x16,FHFL,,gpu,,mini\nP%d,G1,%d,%s,5,16,x16,FHFL,,gpu,,mini\n", platform,
			(gpu_slots + 1) / 2, owner[0],
		    platform, gpu_slots / 2 + 1, owner[1]);
	else if (any)
		put(w, F_SLOT, "P%d,A0,%d,%s,5,16,x16,FHFL,,any,,mini\nP%d,A1,%d,%s,5,%s,x16,FHFL,,any,,mini\n", platform,
			(any + 1) / 2, owner[0],
		    platform, any / 2 + 1, owner[1], maybe(w, 16));
	if (nics)
		put(w, F_SLOT, "P%d,N,%d,%s,5,%d,x16,LP,,nic,,mini\n", platform, nics, owner[chance(2)], once_in(4) ? 4 : 8);
	if (once_in(2))
		put(w, F_SLOT, "P%d,B0,%u,%s,5,4,U.2,,,nvme-bay,,mini\n", platform, 1 + chance(6), owner[chance(2)]);
}

static void make_platforms(struct world *w, int modules)
{
	static const char *const columns[] = { "rack_u", "sockets", "cpu_socket", "max_cpu_tdp_w", "liquid_only",
		"dimm_slots", "max_mem_gb", "gpu_form",
		"gpu_max_dw", "gpu_max_sw", "gpu_fixed", "topology", "nvme_bays", "m2_slots", "ocp_slots", "nic_slots", "has_lan",
			"voltage_min", "voltage_max" };
	static const char *const volts[][2] = { { "", "" }, { "200", "240" }, { "100", "240" }, { "100", "127" } };
	static const int tdps[] = { 300, 350, 400, 500 };
	int n = 3 + (int)chance(4);

	for (int i = 0; i < n; i++) {
		int intel = (int)chance(2), sockets = 1 + (int)chance(2), hgx = modules && (i == 0 || once_in(4)), channels = intel
			? 8 : 12;
		int cards = once_in(4) ? 0 : 2 + (int)chance(7), direct = !hgx && !once_in(3),
			slots = sockets * channels * (once_in(3) ? 2 : 1);
		const char *form = hgx ? "sxm5" : cards ? "pcie" : "none";
		unsigned range = once_in(12) ? 3 : chance(3);
		char dw[8] = "", sw[8] = "", fixed[8] = "";

		if (hgx)
			(void)snprintf(fixed, sizeof(fixed), "%d", once_in(3) ? 4 : 8);
		else
			(void)snprintf(dw, sizeof(dw), "%s", maybe(w, cards));
		if (!hgx && (w->vague == 0 || once_in(2)))
			(void)snprintf(sw, sizeof(sw), "%s", maybe(w, cards + (int)chance(3)));
		put(w, F_PLATFORM,
			"Maker,P%d,P%d,%s,sourced,%s,mini,,%s,,,%s,,,%d,%s,%s,%d,%s,%s,,%s,%s,%s,%s,%s,,%s,,%s,%s,%s,,%s,2+2,%s,%s\n", i,
			i, status(w),
		    from_memory(w, columns, (unsigned)LENGTH(columns)), once_in(12) ? "board" : "system", maybe(w,
			1 + (int)chance(8)), sockets,
		    maybe_word(w, intel ? "LGA4677" : "SP5"), maybe(w, ONE_OF(tdps)), once_in(8), maybe(w, slots), maybe(w,
			slots * 64 * (1 + (int)chance(4))),
		    maybe_word(w, form), dw, sw, fixed, maybe_word(w, direct ? "direct" : hgx || once_in(2) ? "switched"
			: "dual-root"),
		    maybe(w, (int)chance(13)), maybe(w, (int)chance(3)), maybe(w, (int)chance(2)), maybe(w, (int)chance(5)),
		    maybe(w, !once_in(4)), volts[range][0], volts[range][1]);
		for (int f = 0; f < 2 && !(w->vague && once_in(8)); f++)
			if (!once_in(4))
				put(w, F_FAMILY, "P%d,%s\n", i, families[2 * intel + f].name);
		if (hgx ? !once_in(6) : once_in(3))
			for (int g = 0; g < 2; g++)
				if (!once_in(3))
					put(w, F_VALIDATED, "P%d,%s%d,%s\n", i, hgx ? "M" : "G", hgx ? 0 : g, w->vague == 2 && once_in(3) ? "recalled"
						: "sourced"), g += hgx;
		if (!once_in(3))
			make_slots(w, i, hgx ? 0 : cards, sockets == 2);
		make_options(w, i, hgx || cards > 3);
		if (sockets == 2 && once_in(4))
			put(w, F_LANES, "P%d,%d,mini\n", i, once_in(2) ? 128 : 160);
		{
			char name[16];

			(void)snprintf(name, sizeof(name), "P%d", i);
			put_price(w, name, 2000 + (int)chance(9000));
		}
	}
}

static void make_cpus(struct world *w)
{
	static const char *const columns[] = { "socket", "family", "max_sockets", "cores", "tdp_w", "channels", "mem_type",
		"max_mem_gb", "lanes_1p", "lanes_2p" };
	static const int tdps[] = { 200, 280, 300, 350, 360, 400, 500 };
	int n = 4 + (int)chance(5);

	for (int i = 0; i < n; i++) {
		int f = (int)chance(4), single = once_in(4), cores = 8 * (1 + (int)chance(12));
		char name[16];

		(void)snprintf(name, sizeof(name), "C%d", i);
		put(w, F_CPU, "%s,%s,%s,%s,sourced,%s,mini,,%s,%s,%d,%d,%d,2.4,,,%d,,%d,%s,4800,%s,5,%d,%s,,\n", families[f].vendor,
			name, name, status(w),
		    from_memory(w, columns, (unsigned)LENGTH(columns)), families[f].name, families[f].socket, single ? 1 : 2, cores,
			2 * cores, ONE_OF(tdps),
		    families[f].channels, f == 1 || f == 3 ? "DDR5 RDIMM MRDIMM" : "DDR5 RDIMM", maybe(w, once_in(3)
			? families[f].gb / 8 : families[f].gb),
		    once_in(4) ? 64 : families[f].lanes1, single ? "" : maybe(w, once_in(3) ? 128 : families[f].lanes2));
		put_price(w, name, 500 + (int)chance(9000));
	}
	for (size_t f = 0; f < LENGTH(families); f++) {
		static const int counts[] = { 1, 2, 4, 6, 8, 12, 16, 24 };

		for (size_t i = 0; i < LENGTH(counts); i++) {
			const char *allowed = once_in(4) ? (once_in(2) || !w->vague ? "no" : "") : "yes";

			if (counts[i] > 2 * families[f].channels || once_in(5))
				continue;
			put(w, F_POPULATION, "%s,%d,%d,%s,,,,%s,mini\n", families[f].name, families[f].channels, counts[i], allowed,
			    w->vague == 2 && once_in(4) ? "recalled" : "sourced");
		}
		if (!(w->vague && once_in(6)))
			put(w, F_SPEED, "%s,RDIMM,1,1,4800,,sourced,mini\n%s,RDIMM,2,1,4800,,sourced,mini\n", families[f].name,
				families[f].name);
		if (!once_in(3))
			put(w, F_SPEED, "%s,3DS-RDIMM,4,1,4800,,sourced,mini\n", families[f].name);
		if (f == 1)
			put(w, F_SPEED, "%s,MRDIMM,2,1,8800,,sourced,mini\n", families[f].name);
	}
}

static void make_memory(struct world *w)
{
	static const char *const columns[] = { "capacity_gb", "type", "ranks", "generation", "mts" };
	static const int sizes[] = { 16, 32, 64, 64, 96, 128, 256 };
	int n = 3 + (int)chance(4);

	for (int i = 0; i < n; i++) {
		int gb = ONE_OF(sizes), odd = i == 0 ? 9 : (int)chance(10);
		char name[16];

		(void)snprintf(name, sizeof(name), "D%d", i);
		put(w, F_DIMM, "Maker,%s,%s,%s,sourced,%s,mini,,%s,%d,%s,4800,%s,%s,,\n", name, w->vague && once_in(10) ? "" : name,
			status(w),
		    from_memory(w, columns, (unsigned)LENGTH(columns)), odd == 0 ? "DDR4" : "DDR5", gb,
		    odd == 1 ? "3DS-RDIMM" : odd == 2 ? "MRDIMM" : odd == 3 ? "LRDIMM" : "RDIMM", odd == 1 ? "4" : "2", once_in(3)
			? "x8" : "x4");
		put_price(w, name, gb * (3 + (int)chance(9)));
	}
}

/* G0, G1, ... are cards; M0 is a module, on the boards B4 and B8. */
static void make_gpus(struct world *w, int modules)
{
	static const char *const columns[] = { "form", "tdp_w", "lanes", "slot_width", "cooling", "memory_gb" };
	static const int watts[] = { 72, 150, 300, 350, 600 };
	int n = 2 + (int)chance(2);

	for (int i = 0; i < n; i++) {
		int gb = 24 * (1 + (int)chance(6));
		char name[16];

		(void)snprintf(name, sizeof(name), "G%d", i);
		put(w, F_GPU, "%s,%s,%s,%s,sourced,%s,mini,,,pcie,%d,,,%d,5,%s,%s,,,,,,,,,,%s,\n", once_in(3) ? "AMD" : "NVIDIA",
			name, name, i ? status(w) : "active",
		    from_memory(w, columns, (unsigned)LENGTH(columns)), gb, ONE_OF(watts), maybe(w, once_in(4) ? 8 : 16),
			cell_of(once_in(3) ? 1 : 2),
		    once_in(4) ? "active" : once_in(8) ? "liquid" : "passive");
		put_price(w, name, 1000 + (int)chance(20000));
	}
	if (!modules)
		return;
	put(w, F_GPU, "NVIDIA,M0,,active,sourced,%s,mini,,,sxm5,80,,,700,5,16,,,,,,,,,,,passive,\n", from_memory(w, columns,
		(unsigned)LENGTH(columns)));
	put(w, F_GPU, "NVIDIA,B8,B8,active,sourced,,mini,,,baseboard,640,,,5600,5,128,,,,,,,,,,,passive,\n");
	put(w, F_GPU, "NVIDIA,B4,B4,active,sourced,,mini,,,baseboard,320,,,2800,5,64,,,,,,,,,,,passive,\n");
	put(w, F_BOARD, "B8,M0,8\n");
	if (once_in(2))
		put(w, F_BOARD, "B4,M0,4\n");
	put_price(w, "M0", 15000 + (int)chance(20000));
	put_price(w, "B8", 90000 + (int)chance(150000));
	put_price(w, "B4", 50000 + (int)chance(70000));
}

static void make_devices(struct world *w)
{
	static const char *const nic_columns[] = { "ports", "speed_gbps", "lanes", "tdp_w", "form" },
		*const drive_columns[] = { "capacity_tb", "lanes", "power_w" };
	static const char *const forms[] = { "HHHL", "HHHL", "FHHL", "OCP3", "AIOM" }, *const bays[] = { "U.2", "U.3",
		"E3.S" };
	static const int speeds[] = { 25, 100, 200, 400 };
	static const double sizes[] = { 1.92, 3.84, 7.68, 15.36 };
	char name[16];

	for (int i = 0; i < 3; i++) {
		int speed = ONE_OF(speeds), ports = 1 + (int)chance(2);

		if (i == 2 && once_in(2))
			continue;
		(void)snprintf(name, sizeof(name), "N%d", i);
		put(w, F_NIC, "NVIDIA,%s,%s,%s,sourced,%s,mini,,%d,%d,ethernet,%d,%s,%s,,%s\n", name, name, status(w),
		    from_memory(w, nic_columns, (unsigned)LENGTH(nic_columns)), ports, speed, 4 + (int)chance(2), maybe(w,
			once_in(2) ? 8 : 16), ONE_OF(forms),
		    once_in(2) ? "" : "24.9");
		put_price(w, name, 200 + speed * ports * 3 + (int)chance(900));
		(void)snprintf(name, sizeof(name), "V%d", i);
		put(w, F_DRIVE, "Micron,%s,%s,%s,sourced,%s,mini,,%g,%s,%d,%d,,,,1,%s\n", name, name, status(w),
		    from_memory(w, drive_columns, (unsigned)LENGTH(drive_columns)), ONE_OF(sizes), ONE_OF(bays), 4 + (int)chance(2),
			once_in(5) ? 2 : 4,
		    once_in(2) ? "" : "18");
		put_price(w, name, 300 + (int)chance(3000));
	}
	for (int i = 0; i < 2; i++) {
		(void)snprintf(name, sizeof(name), "X%d", i);
		put(w, F_DRIVE, "Micron,%s,%s,active,sourced,%s,mini,,%s,%s,4,4,,,,1,%s\n", name, name,
		    from_memory(w, drive_columns, (unsigned)LENGTH(drive_columns)), once_in(2) ? "0.48" : "0.96", i && once_in(2)
			? "U.3" : "M.2",
		    once_in(2) ? "" : "9");
		put_price(w, name, 90 + (int)chance(300));
	}
	put(w, F_LEAD,
		"platform,30,52,2026,sourced,mini\ngpu-platform,40,70,2026,sourced,mini\ncpu:AMD,8,10,2026,sourced,mini\n");
	put(w, F_LEAD, "dimm,12,30,2026,sourced,mini\ngpu,12,34,2026,sourced,mini\ndrive,20,31,2026,sourced,mini\n");
	if (!(w->vague && once_in(4)))
		put(w, F_LEAD, "cpu:Intel,8,26,2026,sourced,mini\nnic,8,20,2026,sourced,mini\n");
	if (once_in(2))
		put(w, F_LEAD, "dimm-large,20,54,2026,sourced,mini\n");
}

static void close_world(struct world *w)
{
	engine_free(w->engine);
	mini_catalog_close(w->cat);
	judge_free(w->judge);
	for (int f = 0; f < F_COUNT; f++)
		free(w->text[f]);
	memset(w, 0, sizeof(*w));
}

/* The same text to the product and to the judge. sources: of the rows, NULL for those of the tiny catalogue. */
static void open_world(struct world *w, const char *sources)
{
	static char name[F_COUNT][48];
	struct mini_file file[F_COUNT + 6];
	struct err err = { 0 };

	memset(file, 0, sizeof(file));
	w->judge = judge_new();
	assert_non_null(w->judge);
	for (int f = 0; f < F_COUNT; f++) {
		(void)snprintf(name[f], sizeof(name[f]), "catalog/%s.csv", file_names[f]);
		file[f].name = name[f];
		file[f].text = w->text[f];
		assert_int_equal(judge_read(w->judge, file_names[f], w->text[f]), 0);
	}
	file[F_COUNT] = (struct mini_file){ "catalog/fx.csv", fx_csv };
	file[F_COUNT + 1] = (struct mini_file){ "catalog/vat.csv", vat_csv };
	file[F_COUNT + 2] = (struct mini_file){ "catalog/order_number.csv", order_csv };
	file[F_COUNT + 3] = (struct mini_file){ "catalog/platform_kit.csv", kit_csv };
	if (sources)
		file[F_COUNT + 4] = (struct mini_file){ "catalog/source.csv", sources };
	assert_int_equal(judge_read(w->judge, "fx", fx_csv), 0);
	assert_int_equal(judge_read(w->judge, "vat", vat_csv), 0);
	assert_int_equal(judge_ready(w->judge), 0);
	if (mini_catalog_open_rules(&w->cat, file) != ERR_OK)
		fail_msg("%s", mini_catalog_error());
	if (engine_open(&w->engine, w->cat, &err) != ERR_OK)
		fail_msg("%s", err.msg);
}

static void make_world(struct world *w, unsigned number)
{
	int modules;

	memset(w, 0, sizeof(*w));
	state_of_chance = UINT64_C(0x9e3779b97f4a7c15) * (number + 1);
	w->vague = (int)(number % 3);
	modules = once_in(2);
	for (int f = 0; f < F_COUNT; f++)
		put(w, (enum file)f, "%s", headers[f]);
	make_supplies(w);
	make_gpus(w, modules);
	make_platforms(w, modules);
	make_cpus(w);
	make_memory(w);
	make_devices(w);
	for (int f = 0; f < F_COUNT && counted("BESTEK_JUDGE_PRINT", 0); f++)
		(void)fprintf(stderr, "%s.csv\n%s\n", file_names[f], w->text[f]);
	open_world(w, NULL);
}

/* --- a need and a machine in the product's words --- */

static const char *const kinds[JK_COUNT] = { "platform", "cpu", "gpu", "dimm", "nic", "drive", "psu" };

static void set_ref(const struct world *w, struct part_ref *r, enum judge_kind k, int part)
{
	const char *name;

	if (part < 0)
		return;
	name = *judge_number(w->judge, k, part) ? judge_number(w->judge, k, part) : judge_model(w->judge, k, part);
	(void)snprintf(r->text, sizeof(r->text), "%s", name);
	r->id = mini_part(w->cat, kinds[k], name);
	r->origin = PICK_USER;
	assert_true(r->id > 0);
}

static void set_items(const struct world *w, struct item_list *l, enum judge_kind k, const struct judge_item *item)
{
	for (int i = 0; i < JUDGE_ITEMS; i++)
		if (item[i].part >= 0) {
			set_ref(w, &l->item[l->n].part, k, item[i].part);
			l->item[l->n++].count = item[i].count;
		}
}

static int64_t number(int v)
{
	return v == JUDGE_UNSET ? BUILD_UNSET : v;
}

static void set_need(const struct world *w, struct build *b, const struct judge_need *n)
{
	struct need *to = &b->need;

	b->has_need = 1;
	b->discount_percent = n->discount;
	to->memory_per_socket_gb = number(n->memory_gb);
	set_ref(w, &to->gpu, JK_GPU, n->gpu);
	to->gpus = number(n->gpus);
	to->growth_gpus = number(n->growth_gpus);
	to->growth_memory_per_socket_gb = number(n->growth_memory_gb);
	to->growth_nodes = number(n->growth_nodes);
	to->network_gbps = number(n->network_gbps);
	to->rack_units = number(n->rack_u);
	to->feed_w = number(n->feed_w);
	to->site_voltage = number(n->volts);
	to->cores = number(n->cores);
	to->deliver_weeks = number(n->weeks);
	if (n->storage_tb >= 0)
		to->storage_tb = n->storage_tb;
	if (n->budget_cents >= 0)
		to->budget_eur = (double)n->budget_cents / 100;
	if (n->spare)
		(void)snprintf(to->redundancy, sizeof(to->redundancy), "%s", n->spare == 2 ? "N+N" : "N+1");
	if (n->stack[0]) {
		(void)snprintf(to->stack.word[0], sizeof(to->stack.word[0]), "%s", n->stack);
		to->stack.n = 1;
	}
}

static void set_machine(const struct world *w, struct build *b, const struct judge_machine *m)
{
	struct picks *to = &b->pick;

	b->has_build = 1;
	set_ref(w, &to->platform, JK_PLATFORM, m->platform);
	set_ref(w, &to->cpu, JK_CPU, m->cpu);
	set_ref(w, &to->dimm, JK_DIMM, m->dimm);
	set_ref(w, &to->gpu, JK_GPU, m->gpu);
	to->sockets = m->sockets;
	to->dimms_per_socket = m->dps;
	to->gpus = m->gpus;
	to->sockets_origin = to->dimms_per_socket_origin = to->gpus_origin = PICK_USER;
	if (m->more.part >= 0) {
		set_ref(w, &to->more_dimms.item[0].part, JK_DIMM, m->more.part);
		to->more_dimms.item[0].count = m->more.count;
		to->more_dimms.n = 1;
	}
	set_items(w, &to->nics, JK_NIC, m->nic);
	set_items(w, &to->drives, JK_DRIVE, m->drive);
	set_items(w, &to->boot, JK_DRIVE, m->boot);
	if (m->foreign_psu) {
		to->psu_count = 11; /* no platform has so many */
	} else if (m->supply >= 0) {
		int platform, psu, count, watts, standard;

		judge_supply(w->judge, m->supply, &platform, &psu, &count, &watts, &standard);
		if (psu >= 0)
			set_ref(w, &to->psu, JK_PSU, psu);
		if (!standard || psu >= 0)
			to->psu_count = number(count);
		if (!standard && psu < 0)
			to->psu_w = number(watts);
	}
}

/* The supply that a platform with this part, count and rating has; the standard one when nothing is named. */
static int find_supply(const struct judge *j, int platform, int psu, int count, int watts)
{
	int found = JUDGE_UNSET, named = psu >= 0 || count >= 0 || watts >= 0;

	for (int i = 0; i < judge_supplies(j); i++) {
		int p, u, n, w, standard;

		judge_supply(j, i, &p, &u, &n, &w, &standard);
		if (p == platform && (named ? (psu < 0 || u == psu) && (count < 0 || n == count) && (watts < 0 || w == watts)
			: standard) &&
		    (found < 0 || standard))
			found = i;
	}
	return found;
}

static void read_items(const struct world *w, const struct item_list *l, enum judge_kind k, struct judge_item *item)
{
	assert_true(l->n <= JUDGE_ITEMS);
	for (int i = 0; i < l->n; i++) {
		item[i].part = judge_find(w->judge, k, l->item[i].part.text);
		item[i].count = (int)l->item[i].count;
		assert_true(item[i].part >= 0);
	}
}

static void read_machine(const struct world *w, const struct build *b, struct judge_machine *m)
{
	const struct picks *p = &b->pick;

	judge_machine_init(m);
	m->platform = judge_find(w->judge, JK_PLATFORM, p->platform.text);
	m->cpu = judge_find(w->judge, JK_CPU, p->cpu.text);
	m->dimm = judge_find(w->judge, JK_DIMM, p->dimm.text);
	m->gpus = p->gpus == BUILD_UNSET ? 0 : (int)p->gpus;
	m->gpu = m->gpus ? judge_find(w->judge, JK_GPU, p->gpu.text) : JUDGE_UNSET;
	m->sockets = (int)p->sockets;
	m->dps = (int)p->dimms_per_socket;
	assert_true(m->platform >= 0 && m->cpu >= 0 && m->dimm >= 0 && (m->gpus == 0 || m->gpu >= 0));
	read_items(w, &p->nics, JK_NIC, m->nic);
	read_items(w, &p->drives, JK_DRIVE, m->drive);
	read_items(w, &p->boot, JK_DRIVE, m->boot);
	m->supply = find_supply(w->judge, m->platform, p->psu.text[0] ? judge_find(w->judge, JK_PSU, p->psu.text)
		: JUDGE_UNSET,
		p->psu_count == BUILD_UNSET ? JUDGE_UNSET : (int)p->psu_count, p->psu_w == BUILD_UNSET ? JUDGE_UNSET : (int)p->psu_w);
}

/* --- what differs is told --- */

static int told, by_rule[JR_COUNT][4];

static void tell(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void tell(const char *format, ...)
{
	va_list args;

	if (told > counted("BESTEK_JUDGE_TELL", TOLD_MAX))
		return;
	va_start(args, format);
	(void)vfprintf(stderr, format, args);
	va_end(args);
}

static void tell_build(const struct build *b)
{
	struct err err = { 0 };
	size_t len;
	char *text = NULL;

	if (told <= counted("BESTEK_JUDGE_TELL", TOLD_MAX) && build_write(b, &text, &len, &err) == ERR_OK)
		(void)fprintf(stderr, "%.*s\n", (int)len, text);
	mem_free(text);
}

static void tell_rules(const char *what, uint64_t set)
{
	for (int r = 0; r < JR_COUNT; r++)
		if (set >> r & 1)
			tell("#   %s: %s\n", what, judge_rule_id((enum judge_rule)r));
}

/* What engine_check says of a build, as sets of the judge's rules. */
static void product_verdict(struct world *w, const struct build *b, struct judge_verdict *v)
{
	struct findings f = { 0 };
	struct err err = { 0 };

	v->broken = v->unproven = 0;
	if (engine_check(w->engine, b, &f, &err) != ERR_OK)
		fail_msg("%s", err.msg);
	for (size_t i = 0; i < f.n; i++) {
		int r = judge_rule_find(f.item[i].rule->id);

		if (f.item[i].rule->severity != SEV_ERROR)
			continue;
		if (r < 0)
			fail_msg("the judge does not know the rule %s", f.item[i].rule->id);
		*(f.item[i].severity == SEV_ERROR ? &v->broken : &v->unproven) |= UINT64_C(1) << r;
	}
	findings_release(&f);
}

static int same_verdict(struct world *w, unsigned number_of, const struct judge_need *n,
	const struct judge_machine *m, int quoted)
{
	struct judge_verdict a, j;
	struct build b;
	int alike;

	build_init(&b);
	set_need(w, &b, n);
	b.has_need = quoted;
	set_machine(w, &b, m);
	product_verdict(w, &b, &a);
	judge_check(w->judge, n, m, quoted, &j);
	a.unproven &= ~a.broken;
	j.unproven &= ~j.broken;
	alike = a.broken == j.broken && a.unproven == j.unproven;
	if (!alike) {
		for (int r = 0; r < JR_COUNT; r++) {
			by_rule[r][0] += (int)((a.broken & ~j.broken & ~j.unproven) >> r & 1);
			by_rule[r][1] += (int)((j.broken & ~a.broken) >> r & 1);
			by_rule[r][2] += (int)((a.unproven & ~j.unproven & ~j.broken) >> r & 1);
			by_rule[r][3] += (int)((j.unproven & ~a.unproven) >> r & 1);
		}
		told++;
		tell("# catalogue %u: the verdicts differ%s\n", number_of, quoted ? "" : " (no need)");
		tell_rules("the product says broken, the judge does not", a.broken & ~j.broken);
		tell_rules("the judge says broken, the product does not", j.broken & ~a.broken);
		tell_rules("the product says not proven, the judge does not", a.unproven & ~j.unproven);
		tell_rules("the judge says not proven, the product does not", j.unproven & ~a.unproven);
		tell_build(&b);
	}
	build_release(&b);
	return alike;
}

/* --- random needs and machines --- */

static int or_unset(unsigned n, int value)
{
	return once_in(n) ? value : JUDGE_UNSET;
}

static void make_gpu_need(const struct world *w, struct judge_need *n)
{
	n->gpus = 1 + (int)chance(once_in(4) ? 10 : 3);
	n->gpu = or_unset(w->real ? 1 : 2, (int)chance((unsigned)judge_parts(w->judge, JK_GPU)));
	if (judge_is_board(w->judge, n->gpu))
		n->gpu = n->gpus = JUDGE_UNSET;
	else if (judge_is_module(w->judge, n->gpu))
		n->gpus = once_in(3) ? 4 : 8;
	if (n->gpus > 0)
		n->growth_gpus = or_unset(4, n->gpus + (int)chance(4));
	if (once_in(10))
		(void)snprintf(n->stack, sizeof(n->stack), "%s", once_in(2) ? "cuda" : "rocm");
}

static void make_need(const struct world *w, struct judge_need *n)
{
	static const int memory[] = { 64, 128, 256, 384, 512, 768, 1024, 1536 }, speeds[] = { 25, 100, 100, 200, 201, 400,
		1700 }, volts[] = { 110, 120, 199, 200, 208, 220, 230, 240, 250 };

	judge_need_init(n);
	for (unsigned demands = 1 + chance(4); demands > 0; demands--)
		switch (chance(13)) {
		case 0: case 1: n->memory_gb = ONE_OF(memory); break;
		case 2: case 3: case 4: make_gpu_need(w, n); break;
		case 5: n->network_gbps = ONE_OF(speeds); break;
		case 6: n->storage_tb = 1.92 * (1 + (int)chance(10)) + (once_in(3) ? 0.01 : 0); break;
		case 7: n->rack_u = 2 + (int)chance(7); break;
		case 8: n->feed_w = 1000 + 250 * (int)chance(20); break;
		case 9: n->cores = 16 * (1 + (int)chance(8)); break;
		case 10: n->weeks = 20 + (int)chance(60); break;
		case 11: n->spare = 1 + (int)chance(2); break;
		default: n->growth_memory_gb = ONE_OF(memory); break;
		}
	n->growth_nodes = or_unset(6, 1 + (int)chance(2));
	n->volts = or_unset(5, ONE_OF(volts));
	n->discount = once_in(3) ? (int)chance(30) : 0;
}

static void pick_item(const struct world *w, struct judge_item *item, enum judge_kind k, unsigned most)
{
	for (int i = 0; i < JUDGE_ITEMS && !once_in(3); i++) {
		item[i].part = (int)chance((unsigned)judge_parts(w->judge, k));
		item[i].count = 1 + (int)chance(most);
		if (i && item[i].part == item[0].part)
			item[i].part = JUDGE_UNSET;
	}
}

/* Any complete machine; often one that nearly works. */
static void make_machine(const struct world *w, const struct judge_need *n, struct judge_machine *m)
{
	static const int counts[] = { 1, 2, 3, 4, 6, 8, 8, 12, 12, 16, 24 };
	const struct judge *j = w->judge;

	judge_machine_init(m);
	m->platform = (int)chance((unsigned)judge_parts(j, JK_PLATFORM));
	m->cpu = (int)chance((unsigned)judge_parts(j, JK_CPU));
	m->dimm = (int)chance((unsigned)judge_parts(j, JK_DIMM));
	m->sockets = 1 + (int)chance(2);
	m->dps = ONE_OF(counts);
	if (!once_in(4)) {
		m->gpu = n->gpu >= 0 && !once_in(6) ? n->gpu : (int)chance((unsigned)judge_parts(j, JK_GPU));
		m->gpus = n->gpus > 0 && !once_in(3) ? n->gpus : 1 + (int)chance(10);
		if (judge_is_board(j, m->gpu))
			m->gpus = 0;
		if (m->gpus == 0)
			m->gpu = JUDGE_UNSET;
	}
	pick_item(w, m->nic, JK_NIC, 3);
	pick_item(w, m->drive, JK_DRIVE, 8);
	pick_item(w, m->boot, JK_DRIVE, 2);
	m->foreign_psu = once_in(20);
	m->supply = find_supply(j, m->platform, JUDGE_UNSET, JUDGE_UNSET, JUDGE_UNSET);
	for (int i = 0; i < judge_supplies(j); i++) {
		int platform, psu, count, watts, standard;

		judge_supply(j, i, &platform, &psu, &count, &watts, &standard);
		if (platform == m->platform && once_in(2))
			m->supply = i;
	}
	if (m->supply < 0)
		m->foreign_psu = 0;
}

/* One change. */
static void disturb(const struct world *w, const struct judge_need *n, struct judge_machine *m)
{
	struct judge_machine other;

	make_machine(w, n, &other);
	switch (chance(8)) {
	case 0: m->cpu = other.cpu; break;
	case 1: m->sockets = other.sockets; break;
	case 2: m->dimm = other.dimm; break;
	case 3: m->dps = other.dps; break;
	case 4: m->gpu = other.gpu; m->gpus = other.gpus; break;
	case 5: memcpy(m->nic, other.nic, sizeof(m->nic)); break;
	case 6: memcpy(m->drive, other.drive, sizeof(m->drive)); break;
	default: m->platform = other.platform; m->supply = other.supply; m->foreign_psu = other.foreign_psu; break;
	}
}

/* --- the tests --- */

/* 1 when the solver finds what the judge found. */
static int same_optimum(struct world *w, unsigned number_of, const struct judge_need *n, const struct judge_best *best)
{
	struct solve_opts opts = { .by = "cost", .top = 1 };
	struct solution s;
	struct judge_machine m;
	struct judge_verdict v;
	struct figures f;
	struct err err = { 0 };
	struct build b;
	int64_t rank = -1;
	int grade, judged = 0, alike;

	build_init(&b);
	set_need(w, &b, n);
	if (solve(w->engine, &b, &opts, &s, &err) != ERR_OK)
		fail_msg("catalogue %u: %s", number_of, err.msg);
	grade = s.n == 0 ? 0 : s.proven[0] ? 2 : 1;
	if (s.n) {
		if (engine_figures(w->engine, &s.build[0], &f, &err) != ERR_OK)
			fail_msg("%s", err.msg);
		rank = f.rank_cents;
		read_machine(w, &s.build[0], &m);
		judge_check(w->judge, n, &m, 1, &v);
		judged = judge_grade(&v);
	}
	alike = grade == best->grade && judged == grade && (grade == 0 || (rank == best->rank_cents && judge_rank(w->judge,
		&m) == rank));
	if (!alike) {
		told++;
		tell("# catalogue %u: the optimum differs: product grade %d (judged %d) %lld cents (judged %lld), "
			"judge grade %d %lld cents\n",
			number_of, grade,
		     judged, (long long)rank, s.n ? (long long)judge_rank(w->judge, &m) : -1, best->grade,
			(long long)best->rank_cents);
		if (s.n) {
			tell_rules("of the product's machine the judge says broken", v.broken);
			tell_rules("of the product's machine the judge says not proven", v.unproven);
			tell_build(&s.build[0]);
		} else {
			tell_build(&b);
		}
		if (best->grade) {
			struct build mine;

			build_init(&mine);
			set_need(w, &mine, n);
			set_machine(w, &mine, &best->machine);
			product_verdict(w, &mine, &v);
			tell("# the judge's machine:\n");
			tell_rules("of which the product says broken", v.broken);
			tell_rules("of which the product says not proven", v.unproven);
			tell_build(&mine);
			build_release(&mine);
		}
	}
	solution_release(&s);
	build_release(&b);
	return alike;
}

static void tell_sums(void)
{
	if (!told)
		return;
	(void)fprintf(stderr,
		"# by rule: product breaks and judge does not, judge breaks and product does not, the same for not proven\n");
	for (int r = 0; r < JR_COUNT; r++)
		if (by_rule[r][0] + by_rule[r][1] + by_rule[r][2] + by_rule[r][3])
			(void)fprintf(stderr, "#   %-26s %6d %6d %6d %6d\n", judge_rule_id((enum judge_rule)r), by_rule[r][0],
				by_rule[r][1], by_rule[r][2], by_rule[r][3]);
}

static void begin(void)
{
	told = 0;
	memset(by_rule, 0, sizeof(by_rule));
}

struct tally { long judged, differ, solved, missed, grades[3], looked_at; };

/* A few needs of one catalogue, and machines near to what meets them. */
static void try_world(struct world *w, unsigned c, struct tally *t, int check)
{
	struct judge_need need;
	struct judge_best best;

	for (int k = 0; k < NEEDS; k++) {
		for (int i = 0; i < TRIES; i++) { /* what cannot be met is asked for less often: to say so takes the product long */
			make_need(w, &need);
			judge_solve(w->judge, &need, &best);
			if (best.grade || once_in(8))
				break;
		}
		if (best.grade || once_in(4)) {
			t->missed += !same_optimum(w, c, &need, &best);
			t->solved++;
			t->grades[best.grade]++;
			t->looked_at += best.looked_at;
		}
		if (best.grade && once_in(3)) { /* now with a budget that is just enough, or lacks a cent */
			need.budget_cents = best.rank_cents * (100 - need.discount) / 100 - !once_in(3) + once_in(3) * 5;
			judge_solve(w->judge, &need, &best);
			t->missed += !same_optimum(w, c, &need, &best);
			t->solved++;
			t->grades[best.grade]++;
		}
		for (int i = 0; check && i < MACHINES; i++) {
			struct judge_machine m;

			if (best.grade && !once_in(3))
				m = best.machine;
			else
				make_machine(w, &need, &m);
			for (unsigned d = chance(3); d > 0; d--)
				disturb(w, &need, &m);
			t->differ += !same_verdict(w, c, &need, &m, !once_in(5));
			t->judged++;
		}
	}
}

static void end(const struct tally *t)
{
	tell_sums();
	print_message("# %ld verdicts, %ld differ; %ld optima (%ld proven, %ld not, %ld none; %ld machines "
		"enumerated), %ld differ\n",
		t->judged, t->differ,
		t->solved, t->grades[2], t->grades[1], t->grades[0], t->looked_at, t->missed);
	assert_int_equal(t->differ, 0);
	assert_int_equal(t->missed, 0);
}

/* Catalogues of one degree of vagueness. */
static void random_catalogues(int vague)
{
	unsigned first = (unsigned)counted("BESTEK_JUDGE_FIRST", 0), n = (unsigned)counted("BESTEK_JUDGE_CATALOGUES",
		CATALOGUES);
	struct tally t = { 0 };

	begin();
	for (unsigned c = first; c < first + n; c++) {
		struct world w;

		if ((int)(c % 3) != vague)
			continue;
		make_world(&w, c);
		try_world(&w, c, &t, c / 3 % 2 == 0);
		close_world(&w);
	}
	end(&t);
}

static void all_known(void **state)
{
	(void)state;
	random_catalogues(0);
}

static void some_unknown(void **state)
{
	(void)state;
	random_catalogues(1);
}

static void some_from_memory(void **state)
{
	(void)state;
	random_catalogues(2);
}

/* --- a cut of the shipped catalogue --- */

static char *read_shipped(const char *name)
{
	char path[1024];
	const char *root = getenv("BESTEK_SRCDIR");
	FILE *f;
	char *text = NULL;
	long size;

	(void)snprintf(path, sizeof(path), "%s/data/catalog/%s.csv", root && *root ? root : ".", name);
	f = fopen(path, "rb");
	assert_non_null(f);
	if (fseek(f, 0, SEEK_END) == 0 && (size = ftell(f)) > 0 && (text = calloc(1, (size_t)size + 1)) != NULL) {
		rewind(f);
		assert_int_equal(fread(text, 1, (size_t)size, f), size);
	}
	(void)fclose(f);
	assert_non_null(text);
	return text;
}

/* The field of a line; the text before its ':' is left out when it is a kind of part. */
static const char *field(const char *line, int column, char *dst, size_t size)
{
	size_t n = 0;
	int quoted = 0;
	const char *colon;

	for (; *line && (quoted || (*line != '\n' && (column > 0 || *line != ','))); line++) {
		if (*line == '"')
			quoted = !quoted;
		else if (*line == ',' && !quoted)
			column--;
		else if (column == 0 && n + 1 < size)
			dst[n++] = *line;
	}
	dst[n] = '\0';
	colon = strchr(dst, ':');
	for (int k = 0; colon && k < JK_COUNT; k++)
		if (strncmp(dst, kinds[k], strlen(kinds[k])) == 0 && dst[strlen(kinds[k])] == ':')
			return colon + 1;
	return dst;
}

struct names { char name[512][96]; int n; };

static int is_among(const struct names *l, const char *name)
{
	for (int i = 0; i < l->n; i++)
		if (strcmp(l->name[i], name) == 0)
			return 1;
	return 0;
}

static void add_name(struct names *l, const char *name)
{
	assert_true(l->n < (int)LENGTH(l->name));
	if (*name)
		(void)snprintf(l->name[l->n++], sizeof(l->name[0]), "%s", name);
}

static int column_of(const char *header, const char *name)
{
	char text[256];

	for (int c = 0; c < 64; c++)
		if (strcmp(field(header, c, text, sizeof(text)), name) == 0)
			return c;
	fail_msg("there is no column %s", name);
	return 0;
}

/* Copies the lines of a file for which pick says so; a quoted field has no line end there. */
typedef int (*pick_fn)(const char *header, const char *line, struct names *kept, int every);
static void copy_lines(struct world *w, enum file f, pick_fn pick, struct names *kept, int every)
{
	char *text = read_shipped(file_names[f]), *end = strchr(text, '\n');

	assert_non_null(end);
	put(w, f, "%.*s", (int)(end - text + 1), text);
	for (char *line = end + 1; *line; line = end + 1) {
		end = strchr(line, '\n');
		assert_non_null(end);
		*end = '\0';
		if (!pick || pick(text, line, kept, every))
			put(w, f, "%s\n", line);
	}
	free(text);
}

/* A part: one in so many, of the sockets at hand where it has one. */
static int pick_part(const char *header, const char *line, struct names *kept, int every)
{
	char text[256];
	const char *socket = strstr(header, "cpu_socket") ? "cpu_socket" : strstr(header, ",socket,") ? "socket" : NULL;

	if (socket) {
		const char *s = field(line, column_of(header, socket), text, sizeof(text));

		if (strcmp(s, "SP5") != 0 && strcmp(s, "LGA4677") != 0)
			return 0;
	}
	if (!once_in((unsigned)every))
		return 0;
	add_name(kept, field(line, column_of(header, "model"), text, sizeof(text)));
	add_name(kept, field(line, column_of(header, "part_number"), text, sizeof(text)));
	return 1;
}

/* What belongs to parts that were kept: those named in the first column, and in the second where that is a part too. */
static int pick_of_kept(const char *header, const char *line, struct names *kept, int every)
{
	char text[256], second[256];
	const char *two = strstr(header, "platform,gpu,") || strstr(header, "baseboard,gpu,") ? field(line, 1, second,
		sizeof(second)) : "";

	(void)every;
	return is_among(kept, field(line, 0, text, sizeof(text))) && (!*two || is_among(kept, two));
}

static void make_cut(struct world *w, unsigned number_of)
{
	static struct names kept;
	char *sources = read_shipped("source"), *more = strchr(sources, '\n');

	memset(w, 0, sizeof(*w));
	w->real = 1;
	state_of_chance = UINT64_C(0xd1342543de82ef95) * (number_of + 1);
	kept.n = 0;
	copy_lines(w, F_PSU, pick_part, &kept, 1);
	copy_lines(w, F_GPU, pick_part, &kept, 1);
	copy_lines(w, F_PLATFORM, pick_part, &kept, 8);
	copy_lines(w, F_CPU, pick_part, &kept, 20);
	copy_lines(w, F_DIMM, pick_part, &kept, 14);
	copy_lines(w, F_NIC, pick_part, &kept, 14);
	copy_lines(w, F_DRIVE, pick_part, &kept, 12);
	for (int f = 0; f < F_COUNT; f++)
		if (!w->text[f])
			copy_lines(w, (enum file)f, f == F_POPULATION || f == F_SPEED || f == F_LEAD ? NULL : pick_of_kept, &kept, 1);
	assert_non_null(more);
	*more = '+';
	open_world(w, more);
	free(sources);
}

static void cut_of_the_shipped(void **state)
{
	struct tally t = { 0 };
	unsigned n = ((unsigned)counted("BESTEK_JUDGE_CATALOGUES", CATALOGUES) + 5) / 6;

	(void)state;
	begin();
	for (unsigned c = 0; c < n; c++) {
		struct world w;

		make_cut(&w, c);
		try_world(&w, c, &t, 1);
		close_world(&w);
	}
	end(&t);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_known),
		cmocka_unit_test(some_unknown),
	};
	/* The product marks fewer facts as known from memory than the judge does: these two show where, and are not green yet. */
	static const struct CMUnitTest more[] = {
		cmocka_unit_test(some_from_memory),
		cmocka_unit_test(cut_of_the_shipped),
	};

	if (getenv("BESTEK_JUDGE_ALL"))
		return cmocka_run_group_tests_name("solve_judge", more, NULL, NULL);
	return cmocka_run_group_tests_name("solve_judge", tests, NULL, NULL);
}
