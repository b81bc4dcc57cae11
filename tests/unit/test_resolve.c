/* SPDX-License-Identifier: MIT */
#include "parts_world.h"

enum { ANY = -1 };

struct expected {
	int kind;
	const char *text;
	const char *model;  /* NULL: unknown */
	const char *number; /* where several parts have the model */
};

static void check(const struct expected *e, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct err err = { 0 };
		struct part out = { .id = 0 };
		int near, rc = catalog_resolve(world, e[i].kind, e[i].text, &out, NULL, 0, &near, &err);

		if (!e[i].model) {
			if (rc != ERR_UNKNOWN)
				fail_msg("'%s' became '%s' (%d: %s)", e[i].text, out.label, rc, err.msg);
			assert_int_equal(out.id, 0); /* untouched */
			assert_true(strlen(err.msg) > 0);
			continue;
		}
		if (rc != ERR_OK)
			fail_msg("'%s' is not known: %s", e[i].text, err.msg);
		if (strcmp(out.model, e[i].model) != 0 || (e[i].number && strcmp(out.part_number, e[i].number) != 0))
			fail_msg("'%s' became '%s'", e[i].text, out.label);
	}
}
#define CHECK(table) check(table, sizeof(table) / sizeof((table)[0]))

static void test_cpu(void **state)
{
	static const struct expected names[] = {
		{ PART_CPU, "EPYC 9654", "EPYC 9654", NULL },
		{ ANY, "EPYC 9654", "EPYC 9654", NULL },
		{ PART_CPU, "9654", "EPYC 9654", NULL },
		{ PART_CPU, "epyc9654", "EPYC 9654", NULL },
		{ PART_CPU, "AMD EPYC 9654 96-Core Processor", "EPYC 9654", NULL },
		{ PART_CPU, "AMD EPYC 9654 96-Core", "EPYC 9654", NULL },
		{ PART_CPU, "AMD EPYC(TM) 9654", "EPYC 9654", NULL },
		{ PART_CPU, "AMD EPYC\xe2\x84\xa2 9654", "EPYC 9654", NULL },
		{ PART_CPU, "AMD\xc2\xa0" "EPYC\xc2\xa0" "9654", "EPYC 9654", NULL },
		{ PART_CPU, "\xef\xbc\xa5\xef\xbc\xb0\xef\xbc\xb9\xef\xbc\xa3\xe3\x80\x80"
		  "\xef\xbc\x99\xef\xbc\x96\xef\xbc\x95\xef\xbc\x94",
		  "EPYC 9654", NULL }, /* full width */
		{ PART_CPU, "AMD-EPYC-9654", "EPYC 9654", NULL },
		{ PART_CPU, "AMD EPYC 9654P 96-Core Processor", "EPYC 9654P", NULL },
		{ PART_CPU, "AMD TURIN 9655", "EPYC 9655", NULL },
		{ PART_CPU, "2xAMD EPYC 9655", "EPYC 9655", NULL },
		{ PART_CPU, "AMD EPYC 74F3 24-Core Processor", "EPYC 74F3", NULL },
		{ PART_CPU, "100-000000789", "EPYC 9654", NULL },
		{ PART_CPU, "PSE-TUR9575F-1554", "EPYC 9575F", NULL },
		{ ANY, "pse tur9575f 1554", "EPYC 9575F", NULL },
		{ PART_CPU, "Turin 9575F DP/UP 64C/128T 3.3G 256MB 400W SP5 HF,RoHS---PSE-TUR9575F-1554",
		  "EPYC 9575F", NULL },
		{ PART_CPU, "Intel(R) Xeon(R) Platinum 8480C", "Xeon Platinum 8480C", NULL },
		{ PART_CPU, "Intel\xc2\xae Xeon\xc2\xae Platinum 8480+", "Xeon Platinum 8480+", NULL },
		{ PART_CPU, "INTEL(R) XEON(R) PLATINUM 8592+", "Xeon Platinum 8592+", NULL },
		{ PART_CPU, "Xeon 8592+", "Xeon Platinum 8592+", NULL },
		{ PART_CPU, "Intel Xeon Platinum 8592 +", "Xeon Platinum 8592+", NULL },
		{ PART_CPU, "Intel(R) Xeon(R) Platium 8380", "Xeon Platinum 8380", NULL }, /* as published */
		{ PART_CPU, "Intel(R) Xeon(R) Platinum 8380 CPU @ 2.30GHz", "Xeon Platinum 8380", NULL },
		{ PART_CPU, "Intel(R) Xeon(R) Platinum 6458Q", "Xeon Gold 6458Q", NULL }, /* the number tells */
		{ PART_CPU, "Intel Xeon 6448Y 2.1GHz(2x 32 cores each)", "Xeon Gold 6448Y", NULL },
		{ PART_CPU, "Intel Xeon 6787P 86-Core Processor", "Xeon 6787P", NULL },
		{ PART_CPU, "Intel Xeon 6530 2P 32C 2.1G 160MB 270W", "Xeon Gold 6530", NULL },
		{ PART_CPU, "Xeon 6530P", "Xeon 6530P", NULL },
		/* never another suffix, another maker, or less than the whole */
		{ PART_CPU, "Xeon Platinum 8480", NULL, NULL },
		{ PART_CPU, "Xeon Platinum 8481C", NULL, NULL },
		{ PART_CPU, "Xeon Platinum 8592", NULL, NULL },
		{ PART_CPU, "Xeon Platinum 8470C", NULL, NULL },
		{ PART_CPU, "8474C", NULL, NULL },
		{ PART_CPU, "EPYC 9655X", NULL, NULL },
		{ PART_CPU, "EPYC 9655 X", NULL, NULL },
		{ PART_CPU, "EPYC 965", NULL, NULL },
		{ PART_CPU, "EPYC 96544", NULL, NULL },
		{ PART_CPU, "AMD EPYC 9004 series", NULL, NULL },
		{ PART_CPU, "AMD EPYC", NULL, NULL },
		{ PART_CPU, "AMD EPYC 8592+", NULL, NULL },
		{ PART_CPU, "Intel Xeon 9654", NULL, NULL },
		{ PART_CPU, "AMD EPYC Rome Engineering Sample (equivalent to EPYC 7742)", NULL, NULL },
		{ PART_CPU, "EPYC 7742 ES", NULL, NULL },
		{ PART_CPU, "Intel(R) Xeon(R) E5-8380 v4", NULL, NULL },
		{ PART_CPU, "EPYC 9654 or EPYC 9655", NULL, NULL },
		{ PART_GPU, "EPYC 9654", NULL, NULL },
		{ PART_GPU, "PSE-TUR9575F-1554", NULL, NULL },
	};

	(void)state;
	CHECK(names);
}

static void test_gpu(void **state)
{
	static const struct expected names[] = {
		{ PART_GPU, "H100 NVL", "H100 NVL 94GB", NULL },
		{ PART_GPU, "H100NVL", "H100 NVL 94GB", NULL },
		{ ANY, "H100 NVL 94GB", "H100 NVL 94GB", NULL },
		{ PART_GPU, "H100 NVL Tensor Core GPU (PCIe)", "H100 NVL 94GB", NULL },
		{ PART_GPU, "NVIDIA H100-NVL-94GB", "H100 NVL 94GB", NULL },
		{ PART_GPU, "NVIDIA H100-SXM-80GB", "H100 SXM5 80GB", NULL },
		{ PART_GPU, "NVIDIA H100-SXM5-80GB", "H100 SXM5 80GB", NULL },
		{ PART_GPU, "NVIDIA H100 80GB HBM3", "H100 SXM5 80GB", NULL }, /* the PCIe card has HBM2e */
		{ PART_GPU, "H100 PCIe", "H100 PCIe 80GB", NULL },
		{ PART_GPU, "NVIDIA B200-SXM-180GB", "B200 SXM6 180GB", NULL },
		{ PART_GPU, "NVIDIA Blackwell GPU (B200-SXM-180GB)", "B200 SXM6 180GB", NULL },
		{ PART_GPU, "NVIDIA H200-SXM-141GB-CTS", "H200 SXM5 141GB", NULL },
		{ PART_GPU, "NVIDIA H200-NVL-141GB", "H200 NVL 141GB", NULL },
		{ PART_GPU, "GPU-NVH200NVL", "H200 NVL 141GB", NULL },
		{ PART_GPU, "NVIDIA H200 NVL 141GB PCIe 5.0 x16, Air Cool---GPU-NVH200NVL", "H200 NVL 141GB", NULL },
		{ PART_GPU, "900-21010-0040-000", "H200 NVL 141GB", NULL },
		{ PART_GPU, "NVIDIA A100_PCIe_80GB", "A100 80GB PCIe", NULL },
		{ PART_GPU, "NVIDIA A100 - PCIe - 80 GB", "A100 80GB PCIe", NULL },
		{ PART_GPU, "NVIDIA A100-PCIE-80GB (7x1g.10gb MIG)", "A100 80GB PCIe", NULL },
		{ PART_GPU, "NVIDIA A100-SXM4-80GB (400W)", "A100 80GB SXM4", NULL },
		{ PART_GPU, "NVIDIA L40S", "L40S", NULL },
		{ PART_GPU, "NVIDIA L40", "L40", NULL },
		{ PART_GPU, "NVIDIA L4-PCIe-24GB", "L4", NULL },
		{ PART_GPU, "Tesla T4", "T4", NULL },
		{ PART_GPU, "NVIDIA GH200 Grace Hopper Superchip 96GB", "GH200 96GB Grace Hopper", NULL },
		{ PART_GPU, "RTX 6000 Ada", "RTX 6000 Ada Generation", NULL },
		{ PART_GPU, "NVIDIA RTX Pro 6000 SE PCIe 96GB", "RTX PRO 6000 Blackwell Server Edition", NULL },
		{ PART_GPU, "AMD Instinct MI300X 192GB HBM3", "Instinct MI300X", NULL },
		{ PART_GPU, "MI300X", "Instinct MI300X", NULL },
		{ PART_GPU, "AMD Instinct MI355X 288GB HBM3e (Power Cap 1000 W)", "Instinct MI355X", NULL },
		{ PART_GPU, "Habana Gaudi2", "Gaudi 2 HL-225H", NULL },
		{ PART_GPU, "HL-338", "Gaudi 3 HL-338 PCIe", NULL },
		{ PART_GPU, "Gaudi 3 OAM", "Gaudi 3 HL-325L OAM", NULL },
		{ PART_GPU, "HGX H100 8-GPU", "HGX H100 8-GPU", NULL },
		{ PART_GPU, "NVIDIA HGX H100 4-GPU", "HGX H100 4-GPU", NULL },
		{ PART_GPU, "GPU Baseboard Liquid Cooled, HGX B200 8-GPU 180GB", "HGX B200 8-GPU Umbriel", NULL },
		{ PART_GPU, "MI300X 8-GPU UBB", "MI300X 8-GPU UBB 2.0", NULL },
		/* form or memory missing, and more than one is left */
		{ PART_GPU, "H100", NULL, NULL },
		{ PART_GPU, "H200", NULL, NULL },
		{ PART_GPU, "H200 141GB", NULL, NULL },
		{ PART_GPU, "H100 80GB", NULL, NULL },
		{ PART_GPU, "NVIDIA A100-PCIe", NULL, NULL },
		{ PART_GPU, "A100 80GB", NULL, NULL },
		{ PART_GPU, "NVIDIA GH200-GraceHopper-Superchip", NULL, NULL },
		{ PART_GPU, "Gaudi 3", NULL, NULL },
		{ PART_GPU, "RTX PRO 6000 Blackwell", NULL, NULL },
		/* contradictions and other cards */
		{ PART_GPU, "H100 NVL 80GB", NULL, NULL },
		{ PART_GPU, "H100 SXM4 80GB", NULL, NULL },
		{ PART_GPU, "H200 PCIe 141GB", NULL, NULL },
		{ PART_GPU, "A100-SXM4-80GB (500W)", NULL, NULL },
		{ PART_GPU, "MI300X 256GB", NULL, NULL },
		{ PART_GPU, "NVIDIA A10-24Q", NULL, NULL },
		{ PART_GPU, "NVIDIA A100-SXM-80C", NULL, NULL },
		{ PART_GPU, "NVIDIA Drive-A100-PCIe", NULL, NULL },
		{ PART_GPU, "RTX 6000", NULL, NULL },
		{ PART_GPU, "Quadro RTX 6000", NULL, NULL },
		{ PART_GPU, "NVIDIA RTX PRO 4500 Blackwell", NULL, NULL },
		{ PART_GPU, "GeForce RTX 4090", NULL, NULL },
		{ PART_GPU, "L40 G", NULL, NULL },
		{ PART_GPU, "AMD H100 NVL", NULL, NULL },
		{ PART_GPU, "HGX H100", NULL, NULL },
		{ PART_GPU, "HGX H100 6-GPU", NULL, NULL },
		{ PART_GPU, "H200 NVL 4-way NVLink bridge", NULL, NULL },
		{ PART_GPU, "N/A", NULL, NULL },
		{ PART_GPU, "-", NULL, NULL },
	};

	(void)state;
	CHECK(names);
}

static void test_cts(void **state)
{
	static const struct expected names[] = {
		{ PART_GPU, "NVIDIA A100-SXM4-80GB (500W)", "A100 80GB SXM4 CTS", NULL },
		{ PART_GPU, "NVIDIA A100-SXM-80GB CTS", "A100 80GB SXM4 CTS", NULL },
		{ PART_GPU, "NVIDIA A100-SXM-80GB", "A100 80GB SXM4", NULL },
		{ PART_GPU, "NVIDIA A100-SXM-80GB (400W)", "A100 80GB SXM4", NULL },
		{ PART_GPU, "NVIDIA A100-SXM-40GB CTS", "A100 40GB SXM4", NULL },
	};

	(void)state;
	world_add("INSERT INTO part(id, kind, vendor, model, label, status, confidence, source_id)"
		" VALUES (900, 'gpu', 'NVIDIA', 'A100 80GB SXM4 CTS', 'NVIDIA A100 80GB SXM4 CTS', 'oem', 'sourced',"
		" 's');"
		"INSERT INTO gpu(id, architecture, form, memory_gb, memory_type, tdp_w, cooling)"
		" VALUES (900, 'Ampere', 'sxm4', 80, 'HBM2e', 500, 'passive');"
		"INSERT INTO part_fts(rowid, words, kind) VALUES (900, 'NVIDIA A100 80GB SXM4 CTS', 'gpu');");
	CHECK(names);
	world_add("DELETE FROM part_fts WHERE rowid = 900; DELETE FROM gpu WHERE id = 900;"
		" DELETE FROM part WHERE id = 900;");
}

static void test_memory(void **state)
{
	static const struct expected names[] = {
		/* without prices: the smallest part number of the makers */
		{ PART_DIMM, "64GB DDR5-4800 RDIMM 2Rx4", "64 GB DDR5-4800 RDIMM 2Rx4", "HMCG94AEBRA109N" },
		{ ANY, "64 GB DDR5 4800 2Rx4 RDIMM", "64 GB DDR5-4800 RDIMM 2Rx4", "HMCG94AEBRA109N" },
		{ PART_DIMM, "64 GB PC5-38400 Dual Rank x4 ECC Registered DIMM",
		  "64 GB DDR5-4800 RDIMM 2Rx4", "HMCG94AEBRA109N" },
		{ PART_DIMM, "12x 64GB DDR5 4800MHz RDIMM", "64 GB DDR5-4800 RDIMM 2Rx4", "HMCG94AEBRA109N" },
		{ PART_DIMM, "64GB DDR5-4800 RDIMM 2Rx4 Micron", "64 GB DDR5-4800 RDIMM 2Rx4", "MTC40F2046S1RC48BA1" },
		{ PART_DIMM, "64GB DDR5-8800 MRDIMM", "64 GB DDR5-8800 MRDIMM 2Rx4", NULL },
		{ PART_DIMM, "32GB DDR5-4800 RDIMM 1Rx4", "32 GB DDR5-4800 RDIMM 1Rx4", NULL },
		{ PART_DIMM, "32GB DDR5-4800 RDIMM 2R", "32 GB DDR5-4800 RDIMM 2Rx8", NULL },
		{ PART_DIMM, "128GB DDR5-5600 RDIMM", "128 GB DDR5-5600 RDIMM 2Rx4", NULL },
		{ PART_DIMM, "128GB DDR5-5600 RDIMM 4Rx4", "128 GB DDR5-5600 3DS-RDIMM 4Rx4", NULL },
		{ PART_DIMM, "128 GB DDR5-5600 3DS RDIMM", "128 GB DDR5-5600 3DS-RDIMM 4Rx4", NULL },
		{ PART_DIMM, "128 GB DDR5-5600 2Rx4 (32Gb) RDIMM", "128 GB DDR5-5600 RDIMM 2Rx4", NULL },
		/* what can still be bought goes first */
		{ PART_DIMM, "64GB DDR5-5600 RDIMM 2Rx4", "64 GB DDR5-5600 RDIMM 2Rx4", "MTC40F2046S1RC56BD2" },
		{ PART_DIMM, "MTC40F2046S1RC56BD1", "64 GB DDR5-5600 RDIMM 2Rx4", "MTC40F2046S1RC56BD1" },
		/* part numbers carry letters for revision and customer */
		{ PART_DIMM, "M321R8GA0BB0-CQK", "64 GB DDR5-4800 RDIMM 2Rx4", "M321R8GA0BB0-CQKZJ" },
		{ ANY, "m321r8ga0bb0 cqkzj", "64 GB DDR5-4800 RDIMM 2Rx4", "M321R8GA0BB0-CQKZJ" },
		{ PART_DIMM, "M321R4GA3BB6-CQKVG", "32 GB DDR5-4800 RDIMM 2Rx8", "M321R4GA3BB6-CQK" },
		{ PART_DIMM, "Micron 32GB DDR5 5600MHz MTC20F2085S1RC56BR \xc3\x97 12",
		  "32 GB DDR5-5600 RDIMM 2Rx8", "MTC20F2085S1RC56B" },
		{ PART_DIMM, "MEM-DR564MC-ER56", "64 GB DDR5-5600 RDIMM 2Rx4", "MTC40F2046S1RC56BD2" },
		{ PART_DIMM, "64GB DDR5 5600 ECC REG---MEM-DR564MC-ER56",
		  "64 GB DDR5-5600 RDIMM 2Rx4", "MTC40F2046S1RC56BD2" },
		/* figures that are missing, or fit no module */
		{ PART_DIMM, "32GB DDR5-4800 RDIMM", NULL, NULL },
		{ PART_DIMM, "64GB DDR5 RDIMM", NULL, NULL },
		{ PART_DIMM, "64GB DDR5-4800", NULL, NULL },
		{ PART_DIMM, "64GB", NULL, NULL },
		{ PART_DIMM, "DDR5-4800 RDIMM 2Rx4", NULL, NULL },
		{ PART_DIMM, "64GB DDR5-4800 RDIMM 2Rx8", NULL, NULL },
		{ PART_DIMM, "64GB DDR5-4800 RDIMM 1Rx4", NULL, NULL },
		{ PART_DIMM, "64GB DDR5-4800 LRDIMM 2Rx4", NULL, NULL },
		{ PART_DIMM, "64GB DDR4-4800 RDIMM 2Rx4", NULL, NULL },
		{ PART_DIMM, "64GB DDR5-4800 5600 RDIMM 2Rx4", NULL, NULL },
		{ PART_DIMM, "64GB DDR5-6400 RDIMM 2Rx4", NULL, NULL },
		{ PART_DIMM, "64GB DDR5-8800 RDIMM", NULL, NULL },
		{ PART_DIMM, "64GB DDR5-4800 RDIMM 2Rx4 Kingston", NULL, NULL },
		{ PART_DIMM, "128 GB DDR5-5600 2Rx4 (16Gb) RDIMM", NULL, NULL },
		{ PART_DIMM, "16GB DDR5-4800 RDIMM M321R8GA0BB0-CQK", NULL, NULL },
		{ PART_DIMM, "MEM-DR532MD-EU56", NULL, NULL }, /* a UDIMM */
		{ PART_DIMM, "M321", NULL, NULL },
		{ PART_CPU, "64GB DDR5-4800 RDIMM 2Rx4", NULL, NULL },
	};

	(void)state;
	CHECK(names);
}

static void test_memory_price(void **state)
{
	/* 100 USD are 85 EUR: below 90 EUR, above the 80 EUR that are kept for the record only */
	static const struct expected names[] = {
		{ PART_DIMM, "64GB DDR5-4800 RDIMM 2Rx4", "64 GB DDR5-4800 RDIMM 2Rx4", "MTC40F2046S1RC48BA1" },
	};

	(void)state;
	world_add("INSERT INTO price(part_id, kind, currency, cents, vat, date, used, confidence, source_id)"
		" SELECT id, 'street', 'EUR', 9000, 'excl', '2026', 1, 'sourced', 's' FROM part"
		" WHERE part_number LIKE 'M321R8GA0%';"
		"INSERT INTO price(part_id, kind, currency, cents, vat, date, used, confidence, source_id)"
		" SELECT id, 'street', 'USD', 10000, 'excl', '2026', 1, 'sourced', 's' FROM part"
		" WHERE part_number LIKE 'MTC40F2046S1RC48%';"
		"INSERT INTO price(part_id, kind, currency, cents, vat, date, used, confidence, source_id)"
		" SELECT id, 'street', 'EUR', 8000, 'excl', '2025', 0, 'sourced', 's' FROM part"
		" WHERE part_number LIKE 'HMCG94%';");
	CHECK(names);
	world_add("DELETE FROM price");
}

static void test_drive(void **state)
{
	static const struct expected names[] = {
		{ PART_DRIVE, "Micron 7450 PRO 7.68TB", "7450 PRO 7.68TB", NULL },
		{ ANY, "Micron 7450 PRO 7.68 TB", "7450 PRO 7.68TB", NULL },
		{ PART_DRIVE, "Micron 7450 PRO 7680GB NVMe U.3 SSD", "7450 PRO 7.68TB", NULL },
		{ PART_DRIVE, "7450 PRO 3.8TB NVMe PCIe 4.0 3D TLC U.2 15mm,1DWPD TCG OPAL 2.0",
		  "7450 PRO 3.84TB", NULL },
		{ PART_DRIVE, "Micron 7450 MAX 6.4TB", "7450 MAX 6.4TB", NULL },
		{ PART_DRIVE, "MTFDKCC7T6TFR", "7450 PRO 7.68TB", NULL },
		{ PART_DRIVE, "MTFDKCC7T6TFR-1BC1ZABYY", "7450 PRO 7.68TB", NULL },
		{ PART_DRIVE, "Samsung PM9A3 3.84TB", "PM9A3 3.84TB", NULL },
		{ PART_DRIVE, "Samsung PM9A3 1.9TB NVMe PCIe Gen4 V6 M.2 22x110", "PM9A3 M.2 22110 1.92TB", NULL },
		{ PART_DRIVE, "Samsung PM9A3 1.92TB U.2", "PM9A3 1.92TB", NULL },
		{ PART_DRIVE, "Samsung PM9A3 1.9TB", NULL, NULL }, /* in a bay or on the board: ask */
		{ PART_DRIVE, "7450 PRO M.2 480GB", "7450 PRO M.2 2280 480GB", NULL },
		{ PART_DRIVE, "7450 PRO 480GB", NULL, NULL }, /* the one in a bay has this name; it is not in the catalogue */
		{ PART_DRIVE, "7450 7.68TB", NULL, NULL },
		{ PART_DRIVE, "7450 MAX 7.68TB", NULL, NULL },
		{ PART_DRIVE, "7450 PRO", NULL, NULL },
		{ PART_DRIVE, "7450 PRO 15.36TB", NULL, NULL },
		{ PART_DRIVE, "7450 PRO 7.68TB M.2", NULL, NULL },
		{ PART_DRIVE, "7450 PRO 7.68TB E1.S", NULL, NULL },
		{ PART_DRIVE, "Samsung 7450 PRO 7.68TB", NULL, NULL },
		{ PART_DRIVE, "MTFDKCC3T2TFS-1BC45ABYY", NULL, NULL },
		{ PART_DRIVE, "HDS-MUN-MTFDKCC15T3TFR", NULL, NULL }, /* known, not carried */
		{ PART_DRIVE, "7.68TB NVMe", NULL, NULL },
	};

	(void)state;
	CHECK(names);
}

static void test_numbers(void **state)
{
	static const struct expected names[] = {
		{ PART_PLATFORM, "AS -4126GS-NBR-LCC", "AS-4126GS-NBR-LCC", NULL },
		{ ANY, "Supermicro AS -4126GS-NBR-LCC", "AS-4126GS-NBR-LCC", NULL },
		{ PART_PLATFORM, "as\xe2\x80\x91" "4126gs\xe2\x80\x91nbr\xe2\x80\x91lcc", "AS-4126GS-NBR-LCC", NULL },
		{ PART_PLATFORM, "AS-4126GS", "AS-4126GS-NBR-LCC", NULL }, /* begins only one */
		{ PART_PLATFORM, "AS-4125GS-TNRT", "AS-4125GS-TNRT", NULL },
		{ PART_PLATFORM, "4125GS-TNRT", "AS-4125GS-TNRT", NULL },
		{ PART_PLATFORM, "SYS-421GE-TNRT3", "SYS-421GE-TNRT3", NULL },
		{ PART_PLATFORM, "HPE ProLiant DL380a Gen11", "ProLiant DL380a Gen11", NULL },
		{ PART_PLATFORM, "DL380a Gen12", "ProLiant Compute DL380a Gen12", NULL },
		{ PART_NIC, "MCX755106AS-HEAT", "ConnectX-7 dual 200G", NULL },
		{ ANY, "mcx755106as heat", "ConnectX-7 dual 200G", NULL },
		{ PART_NIC, "NVIDIA ConnectX-7 NDR", "ConnectX-7 NDR", NULL },
		{ PART_NIC, "BlueField-3 B3220", "BlueField-3 B3220 DPU", NULL },
		{ PART_NIC, "MCX755106AC", "ConnectX-7 dual 200G crypto", NULL },
		{ PART_ACCESSORY, "geh\xc3\xa4use 2HE", NULL, NULL }, /* folds ASCII only; the search finds it */
		{ PART_ACCESSORY, "G-2HE", "GEH\xc3\x84USE 2HE", NULL },
		{ PART_PLATFORM, "AS-4125GS-TNRT2", NULL, NULL },
		{ PART_PLATFORM, "SYS-421GE", NULL, NULL },
		{ PART_PLATFORM, "421GE", NULL, NULL },
		{ PART_PLATFORM, "SYS-4125GS-TNRT", NULL, NULL },
		{ PART_PLATFORM, "AS-8125GS-TNMR", NULL, NULL }, /* not TNMR2 */
		{ PART_PLATFORM, "ASUS ESC8000A-E12P", NULL, NULL },
		{ PART_PLATFORM, "ProLiant DL380a", NULL, NULL },
		{ PART_PLATFORM, "Supermicro AS-4125GS-TNRT 9374F", NULL, NULL },
		{ PART_NIC, "ConnectX-7", NULL, NULL },
		{ PART_NIC, "ConnectX-7 HEAT", NULL, NULL },
		{ PART_NIC, "MCX755106AX-HEAT", NULL, NULL },
		{ PART_PLATFORM, "MCX755106AS-HEAT", NULL, NULL },
		{ ANY, "MC0037", NULL, NULL },
	};

	(void)state;
	CHECK(names);
}

/* Text from files may be anything. */
static void test_hostile(void **state)
{
	static const char *const texts[] = { "", " ", "\t\n\r", "\x01\x02\x1b[2J", "\"", "'; DROP TABLE part; --",
		"\" OR \"", "*", "NEAR(", "---", "----", "a---", "---b", "+", "++++", "%", "%%%s%n", "_", "\xff\xfe", "\xe2\x84",
		"\xf0\x9f\x98\x80", "()", "(r)(r)(tm)", "EPYC\xff 9654\xff\xff X",
		"x", "2x", "2x ", "x 12", "x12",
		"1 x", "0", "999999999999999999999999", "AND", "OR NOT" };
	struct err err = { 0 };
	struct part out, near[4];
	char *big = mem_alloc(10240 + 1);
	int n;

	(void)state;
	assert_non_null(big);
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		err_clear(&err);
		if (catalog_resolve(world, ANY, texts[i], &out, near, 4, &n, &err) != ERR_UNKNOWN)
			fail_msg("'%s': %s", texts[i], err.msg);
		assert_in_range(n, 0, 4);
	}
	err_clear(&err);
	assert_int_equal(catalog_resolve(world, ANY, NULL, &out, near, 4, &n, &err), ERR_UNKNOWN);
	/* a control character is a blank */
	err_clear(&err);
	assert_int_equal(catalog_resolve(world, ANY, "\x1b" "EPYC\x07" "9654", &out, near, 4, &n, &err), ERR_OK);
	assert_string_equal(out.model, "EPYC 9654");
	assert_int_equal(n, 0);
	/* what lies behind the part that is read may matter: not known */
	memset(big, ' ', 10240);
	memcpy(big, "EPYC 9654", 9);
	memcpy(big + 10240 - 2, "ES", 2);
	big[10240] = '\0';
	err_clear(&err);
	assert_int_equal(catalog_resolve(world, ANY, big, &out, near, 4, &n, &err), ERR_UNKNOWN);
	for (int i = 0; i < 10240; i++)
		big[i] = "EPYC 9654, "[i % 11];
	err_clear(&err);
	assert_int_equal(catalog_resolve(world, ANY, big, &out, near, 4, &n, &err), ERR_UNKNOWN);
	memset(big, 'A', 10240);
	err_clear(&err);
	assert_int_equal(catalog_resolve(world, ANY, big, &out, near, 4, &n, &err), ERR_UNKNOWN);
	memset(big, '-', 10240);
	err_clear(&err);
	assert_int_equal(catalog_resolve(world, ANY, big, &out, near, 4, &n, &err), ERR_UNKNOWN);
	mem_free(big);
}

static void check_near(int kind, const char *text, const char *const *models, int least)
{
	struct err err = { 0 };
	struct part out, near[5];
	int n;

	assert_int_equal(catalog_resolve(world, kind, text, &out, near, 5, &n, &err), ERR_UNKNOWN);
	if (n < least)
		fail_msg("'%s': only %d near", text, n);
	for (int i = 0; i < least; i++)
		if (strcmp(near[i].model, models[i]) != 0)
			fail_msg("'%s': %d is '%s', not '%s'", text, i, near[i].label, models[i]);
	for (int i = 0; i < n; i++) {
		assert_true(kind < 0 || near[i].kind == (enum part_kind)kind);
		for (int j = 0; j < i; j++)
			assert_int_not_equal(near[i].id, near[j].id);
	}
}

static void test_near(void **state)
{
	static const char *const epyc[] = { "EPYC 9655", "EPYC 9655P" };
	static const char *const xeon[] = { "Xeon Platinum 8480+", "Xeon Platinum 8480C" };
	static const char *const h100[] = { "H100 PCIe 80GB", "H100 NVL 94GB", "H100 SXM5 80GB" };
	static const char *const dimm[] = { "32 GB DDR5-4800 RDIMM 2Rx8", "32 GB DDR5-4800 RDIMM 1Rx4" };
	static const char *const esc[] = { "ESC8000A-E12" };
	static const char *const pm9a3[] = { "PM9A3 1.92TB", "PM9A3 M.2 22110 1.92TB" };
	static const char *const micron[] = { "7450 PRO 3.84TB", "7450 PRO 7.68TB" };
	struct err err = { 0 };
	struct part out, near[5];
	int n;

	(void)state;
	check_near(PART_CPU, "EPYC 9655X", epyc, 2);
	check_near(PART_CPU, "Xeon Platinum 8480", xeon, 2);
	check_near(PART_CPU, "EPYC 0655", epyc, 1);
	check_near(PART_GPU, "H100", h100, 3);
	check_near(PART_DIMM, "32GB DDR5-4800 RDIMM", dimm, 2);
	check_near(PART_PLATFORM, "ASUS ESC8000A-E12P", esc, 1);
	check_near(PART_DRIVE, "Samsung PM9A3 1.9TB", pm9a3, 2);
	check_near(PART_DRIVE, "HDS-MUN-MTFDKCC15T3TFR", micron, 2); /* by what it describes */
	/* nobody asked for them */
	assert_int_equal(catalog_resolve(world, PART_CPU, "EPYC 9655X", &out, NULL, 0, &n, &err), ERR_UNKNOWN);
	assert_int_equal(n, 0);
	/* nothing is alike */
	err_clear(&err);
	assert_int_equal(catalog_resolve(world, PART_CPU, "zzzzqqqq", &out, near, 5, &n, &err), ERR_UNKNOWN);
	assert_int_equal(n, 0);
}

static void test_out_of_memory(void **state)
{
	(void)state;
	for (long i = 1;; i++) {
		struct err err = { 0 };
		struct part out = { .id = -7 }, near[3];
		int n, rc;

		mem_fail_at(i, 0);
		rc = catalog_resolve(world, PART_CPU, "EPYC 9655X", &out, near, 3, &n, &err);
		mem_fail_at(0, 0);
		assert_int_equal(out.id, -7);
		if (rc == ERR_UNKNOWN)
			break;
		assert_int_equal(rc, ERR_NOMEM);
		assert_in_range(i, 1, 100);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_cpu),
		cmocka_unit_test(test_gpu),
		cmocka_unit_test(test_cts),
		cmocka_unit_test(test_memory),
		cmocka_unit_test(test_memory_price),
		cmocka_unit_test(test_drive),
		cmocka_unit_test(test_numbers),
		cmocka_unit_test(test_hostile),
		cmocka_unit_test(test_near),
		cmocka_unit_test(test_out_of_memory),
	};

	return cmocka_run_group_tests_name("resolve", tests, world_open, world_close);
}
