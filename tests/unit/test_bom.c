/* SPDX-License-Identifier: MIT */
/* Every expected cent was worked out by hand: USD at 0.85673, half away from zero. */
#include "bom_world.h"

#include "core/bom/bom.h"

static void make(const struct build *b, struct bom *bom)
{
	struct err err = { 0 };

	memset(bom, 0, sizeof(*bom));
	if (bom_make(&world, b, bom, &err) != ERR_OK)
		fail_msg("%s", err.msg);
}

/* The n-th line of a category, NULL when there are fewer. */
static const struct bom_line *line_of(const struct bom *bom, const char *category, int n)
{
	size_t i;

	for (i = 0; i < bom->n; i++)
		if (!strcmp(bom->line[i].category, category) && !n--)
			return &bom->line[i];
	return NULL;
}

static void test_order_of_lines(void **state)
{
	static const char *const want[] = { "platform", "cpu", "dimm", "gpu", "nic", "drive", "boot", "psu", "cable",
		"cord", "tpm" };
	struct build b;
	struct bom bom;
	size_t i;

	(void)state;
	world_catalog("");
	world_build(&b);
	make(&b, &bom);
	/* the rail is left out, the kit that is the machine skipped */
	assert_int_equal(bom.n, sizeof(want) / sizeof(want[0]));
	for (i = 0; i < bom.n; i++)
		assert_string_equal(bom.line[i].category, want[i]);
	bom_release(&bom);
	world_end();
}

static void test_money(void **state)
{
	struct build b;
	struct bom bom;

	(void)state;
	world_catalog("");
	world_build(&b);
	make(&b, &bom);
	assert_int_equal(line_of(&bom, "platform", 0)->line_cents, 1028076);
	assert_int_equal(line_of(&bom, "cpu", 0)->unit_cents, 293002); /* 342000 x 0.85673 = 293001.66 */
	assert_int_equal(line_of(&bom, "cpu", 0)->line_cents, 586004);
	assert_int_equal(line_of(&bom, "dimm", 0)->unit_cents, 38553); /* 38552.85 */
	assert_int_equal(line_of(&bom, "dimm", 0)->line_cents, 925272);
	assert_int_equal(line_of(&bom, "gpu", 0)->line_cents, 9252684);
	assert_int_equal(line_of(&bom, "nic", 0)->line_cents, 100000); /* 1210.00 with 21 % VAT inside */
	assert_int_equal(line_of(&bom, "drive", 0)->line_cents, -1);
	assert_int_equal(line_of(&bom, "drive", 0)->kind, PRICE_ON_REQUEST);
	assert_int_equal(line_of(&bom, "boot", 0)->line_cents, 24110);
	assert_int_equal(line_of(&bom, "psu", 0)->line_cents, 0);
	assert_int_equal(line_of(&bom, "psu", 0)->kind, PRICE_INCLUDED);
	assert_int_equal(line_of(&bom, "cable", 0)->line_cents, 18000);
	assert_int_equal(line_of(&bom, "platform", 0)->kind, PRICE_LIST);
	assert_int_equal(line_of(&bom, "dimm", 0)->kind, PRICE_INDICATIVE);
	assert_string_equal(line_of(&bom, "dimm", 0)->price_date, "2026-08-01");
	assert_string_equal(line_of(&bom, "dimm", 0)->price_source, "a shop");
	assert_int_equal(bom.unknown_lines, 3); /* drives, cords, TPM */
	assert_int_equal(bom.list_cents, 11934146);
	assert_int_equal(bom.discount_cents, 596707); /* 596707.3 */
	assert_int_equal(bom.net_cents, 11337439);
	assert_int_equal(bom.vat_cents, 2380862); /* 2380862.19 */
	assert_int_equal(bom.total_cents, 13718301);
	assert_string_equal(bom.price_date_old, "2022-11-10"); /* not 2021: the supplies are in the machine's price */
	assert_string_equal(bom.price_date_new, "2026-09-21");
	assert_string_equal(bom.fx_note, "1 USD = 0.85673 EUR (2026-08-25)");
	assert_string_equal(bom.date, "2026-11-30");
	assert_string_equal(bom.valid_until, "2026-12-14");
	/* 3720 W: 29654.352 kWh a year, 5930.8704 EUR */
	assert_int_equal(bom.tco_3y_cents, 10849212);
	assert_int_equal(bom.tco_5y_cents, 13736002);
	bom_release(&bom);
	world_end();
}

/* TV-23 and TV-24: VAT once, on the total. The price of the platform is the whole list. */
static void vat_case(const char *cents, int64_t quantity, int64_t net, int64_t vat, int64_t total)
{
	char sql[256];
	struct build b;
	struct bom bom;

	snprintf(sql, sizeof(sql), "UPDATE price SET cents = %s WHERE part_id = 10;", cents);
	world_catalog(sql);
	world.n_kits = 0;
	build_init(&b);
	world_item(&b.pick.boot, P_BOOT, quantity);
	make(&b, &bom);
	assert_int_equal(bom.net_cents, net);
	assert_int_equal(bom.vat_cents, vat);
	assert_int_equal(bom.total_cents, total);
	bom_release(&bom);
	world_end();
}

static void test_vat(void **state)
{
	(void)state;
	vat_case("12345678", 1, 12345678, 2592592, 14938270);
	vat_case("9999", 1, 9999, 2100, 12099);
	vat_case("2", 1, 2, 0, 2);
	vat_case("1003", 3, 3009, 632, 3641);
}

static void test_numbers_and_notes(void **state)
{
	struct build b;
	struct bom bom;

	(void)state;
	world_catalog("");
	world_build(&b);
	make(&b, &bom);
	assert_string_equal(line_of(&bom, "platform", 0)->order_number, "AS-4125GS-TNRT");
	assert_string_equal(line_of(&bom, "cpu", 0)->order_number, "P4X-GN9354");
	assert_string_equal(line_of(&bom, "cpu", 0)->part_number, "100-000000798");
	assert_string_equal(line_of(&bom, "dimm", 0)->order_number, "MEM-DR564MC-ER48");
	assert_string_equal(line_of(&bom, "gpu", 0)->order_number, "GPU-HERE");
	assert_string_equal(line_of(&bom, "nic", 0)->order_number, ""); /* only another vendor has one */
	assert_string_equal(line_of(&bom, "psu", 0)->order_number, "PWS-2K05A-1R"); /* the vendor's own part */
	assert_string_equal(line_of(&bom, "drive", 0)->part_number, "007");
	assert_string_equal(line_of(&bom, "tpm", 0)->order_number, "AOM-TPM-9670V-O");
	assert_string_equal(line_of(&bom, "dimm", 0)->note, "12 per socket, one per channel");
	assert_string_equal(line_of(&bom, "drive", 0)->note, "figures from memory, to be confirmed");
	assert_string_equal(line_of(&bom, "boot", 0)->note, "part number to be confirmed before ordering");
	assert_string_equal(line_of(&bom, "cord", 0)->note, "part number to be confirmed before ordering");
	assert_string_equal(line_of(&bom, "psu", 0)->note, "2000 W each");
	assert_string_equal(line_of(&bom, "platform", 0)->reason, "best by cost");
	assert_string_equal(line_of(&bom, "cpu", 0)->reason, "added for the rule memory.per-socket");
	assert_string_equal(line_of(&bom, "dimm", 0)->reason, "picked by the solver");
	assert_string_equal(line_of(&bom, "gpu", 0)->reason, "chosen");
	assert_string_equal(line_of(&bom, "psu", 0)->reason, "part of AS-4125GS-TNRT");
	assert_string_equal(line_of(&bom, "cable", 0)->reason, "required by AS-4125GS-TNRT for H100 NVL 94GB");
	assert_string_equal(line_of(&bom, "tpm", 0)->reason, "asked for");
	bom_release(&bom);
	world_end();
}

static void test_power_and_weeks(void **state)
{
	struct build b;
	struct bom bom;
	int64_t sum = 0;
	size_t i;

	(void)state;
	world_catalog("");
	world_build(&b);
	make(&b, &bom);
	assert_int_equal(line_of(&bom, "cpu", 0)->power_w, 560);
	assert_int_equal(line_of(&bom, "dimm", 0)->power_w, 192);
	assert_int_equal(line_of(&bom, "gpu", 0)->power_w, 1600);
	assert_int_equal(line_of(&bom, "nic", 0)->power_w, 26);
	assert_int_equal(line_of(&bom, "drive", 0)->power_w, 56);
	assert_int_equal(line_of(&bom, "boot", 0)->power_w, 16); /* 8 W planned each */
	for (i = 0; i < bom.n; i++)
		sum += bom.line[i].power_w > 0 ? bom.line[i].power_w : 0;
	assert_int_equal(sum, 3500); /* the platform's line takes what the board and fans draw */
	assert_int_equal(line_of(&bom, "platform", 0)->lead_weeks, 70); /* with GPUs */
	assert_int_equal(line_of(&bom, "cpu", 0)->lead_weeks, 10);
	assert_int_equal(line_of(&bom, "dimm", 0)->lead_weeks, 30);
	assert_int_equal(line_of(&bom, "nic", 0)->lead_weeks, -1);
	bom_release(&bom);
	b.pick.gpu = (struct part_ref){ .id = 0 };
	b.pick.gpus = BUILD_UNSET;
	make(&b, &bom);
	assert_int_equal(line_of(&bom, "platform", 0)->lead_weeks, 52);
	assert_string_equal(line_of(&bom, "cable", 0)->reason, "required by AS-4125GS-TNRT");
	bom_release(&bom);
	world_end();
}

static void test_board(void **state)
{
	struct build b;
	struct bom bom;
	const struct bom_line *gpu;

	(void)state;
	world_catalog("");
	world_build(&b);
	b.pick.platform = world_ref(P_MODULES, PICK_USER, "");
	b.pick.gpu = world_ref(P_MODULE, PICK_USER, "");
	b.pick.gpus = 8;
	make(&b, &bom);
	gpu = line_of(&bom, "gpu", 0);
	assert_int_equal(gpu->part_id, P_BOARD);
	assert_int_equal(gpu->quantity, 1);
	assert_int_equal(gpu->line_cents, 24000000); /* 8 x 30,000.00 */
	assert_string_equal(gpu->order_number, ""); /* the number on record is of another machine's liquid board */
	assert_int_equal(gpu->power_w, 5600);
	assert_non_null(strstr(gpu->note, "one board with 8 x H200 SXM5 141GB"));
	assert_non_null(strstr(gpu->note, "the board's own price is not known"));
	/* supplies without a number, in the machine's price */
	assert_string_equal(line_of(&bom, "psu", 0)->description, "Power supply");
	assert_int_equal(line_of(&bom, "psu", 0)->quantity, 6);
	assert_int_equal(line_of(&bom, "psu", 0)->kind, PRICE_INCLUDED);
	assert_string_equal(line_of(&bom, "psu", 0)->note, "supply, number to be confirmed; 3000 W each");
	bom_release(&bom);

	b.pick.gpus = 4; /* no board of four is known */
	make(&b, &bom);
	gpu = line_of(&bom, "gpu", 0);
	assert_int_equal(gpu->part_id, P_MODULE);
	assert_int_equal(gpu->quantity, 4);
	assert_non_null(strstr(gpu->note, "modules come on a board"));
	bom_release(&bom);
	world_end();

	world_catalog("INSERT INTO price(part_id, kind, currency, cents, vat, date, used, confidence, source_id)"
	              " VALUES (6, 'list', 'EUR', 25000000, 'excl', '2026-07-01', 1, 'sourced', 's1');");
	b.pick.gpus = 8;
	make(&b, &bom);
	assert_int_equal(line_of(&bom, "gpu", 0)->line_cents, 25000000);
	assert_null(strstr(line_of(&bom, "gpu", 0)->note, "own price"));
	bom_release(&bom);
	world_end();
}

static void test_supply_chosen(void **state)
{
	struct build b;
	struct bom bom;

	(void)state;
	world_catalog("");
	world_build(&b);
	b.pick.psu = world_ref(P_BIG_PSU, PICK_USER, "");
	make(&b, &bom);
	assert_string_equal(line_of(&bom, "psu", 0)->part_number, "PWS-2K7");
	assert_int_equal(line_of(&bom, "psu", 0)->quantity, 4);
	assert_int_equal(line_of(&bom, "psu", 0)->kind, PRICE_ON_REQUEST); /* not what the machine comes with */
	bom_release(&bom);
	world_end();
}

static void test_memory_map(void **state)
{
	static const struct { int64_t per_socket; const char *note; } cases[] = {
		{ 8, "8 per socket, on 8 of 12 channels" },
		{ 24, "24 per socket, two per channel" },
		{ 16, "16 per socket" },
	};
	struct build b;
	struct bom bom;
	size_t i;

	(void)state;
	world_catalog("");
	world_build(&b);
	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		b.pick.dimms_per_socket = cases[i].per_socket;
		make(&b, &bom);
		assert_string_equal(line_of(&bom, "dimm", 0)->note, cases[i].note);
		assert_int_equal(line_of(&bom, "dimm", 0)->quantity, cases[i].per_socket * 2);
		bom_release(&bom);
	}
	b.pick.dimms_per_socket = BUILD_UNSET;
	make(&b, &bom);
	assert_int_equal(line_of(&bom, "dimm", 0)->quantity, 1);
	assert_string_equal(line_of(&bom, "dimm", 0)->note, "quantity to be confirmed");
	bom_release(&bom);
	world_end();
}

/* 24 modules at 38553 are most of this bill: prices of memory move fastest. */
static void test_short_validity(void **state)
{
	struct build b;
	struct bom bom;

	(void)state;
	world_catalog("");
	world_build(&b);
	b.pick.gpu = (struct part_ref){ .id = 0 };
	make(&b, &bom); /* 949382 of 2681462 cents: 35 % */
	assert_int_equal(bom.list_cents, 2681462);
	assert_string_equal(bom.valid_until, "2026-12-07");
	bom_release(&bom);
	world_end();
}

static void test_dollar_bill(void **state)
{
	struct build b;
	struct bom bom;

	(void)state;
	world_catalog("");
	world_build(&b);
	str_copy(b.currency, sizeof(b.currency), "USD");
	make(&b, &bom);
	assert_int_equal(line_of(&bom, "cpu", 0)->unit_cents, 342000); /* as it stands in the list */
	assert_int_equal(line_of(&bom, "boot", 0)->unit_cents, 14071); /* 12055 / 0.85673 = 14070.94 */
	assert_int_equal(line_of(&bom, "nic", 0)->unit_cents, 116723); /* 121000 / 1.21 / 0.85673 = 116722.88 */
	assert_string_equal(bom.fx_note, "1 USD = 0.85673 EUR (2026-08-25)");
	bom_release(&bom);
	world_end();
}

static void test_unknown_currency(void **state)
{
	struct build b;
	struct bom bom = { 0 };
	struct err err = { 0 };

	(void)state;
	world_catalog("");
	world_build(&b);
	str_copy(b.currency, sizeof(b.currency), "XXX");
	assert_int_equal(bom_make(&world, &b, &bom, &err), ERR_DATA);
	assert_non_null(strstr(err.msg, "exchange rate of XXX"));
	assert_null(bom.line);
	world_end();
}

static void test_overflow(void **state)
{
	struct build b;
	struct bom bom = { 0 };
	struct err err = { 0 };

	(void)state;
	world_catalog("UPDATE price SET cents = 9000000000000000000 WHERE part_id = 10;");
	world_build(&b);
	assert_int_equal(bom_make(&world, &b, &bom, &err), ERR_RANGE);
	assert_null(bom.line);
	world_end();
}

static void test_unresolved_pick(void **state)
{
	struct build b;
	struct bom bom;

	(void)state;
	world_catalog("");
	world.n_kits = 0;
	build_init(&b);
	b.pick.cpu.origin = PICK_USER;
	str_copy(b.pick.cpu.text, sizeof(b.pick.cpu.text), "EPYC 1\t234%s");
	b.pick.sockets = 2;
	make(&b, &bom);
	assert_int_equal(bom.n, 1);
	assert_string_equal(bom.line[0].description, "EPYC 1 234%s");
	assert_string_equal(bom.line[0].note, "not a part of the catalogue; part number to be confirmed before ordering");
	assert_int_equal(bom.unknown_lines, 1);
	assert_int_equal(bom.tco_3y_cents, -1);
	bom_release(&bom);
	world_end();
}

static void test_out_of_memory(void **state)
{
	struct build b;
	struct bom bom;
	struct err err = { 0 };
	int n, rc = ERR_NOMEM;

	(void)state;
	world_catalog("");
	world_build(&b);
	for (n = 1; rc != ERR_OK && n < 1000; n++) {
		memset(&bom, 0, sizeof(bom));
		err_clear(&err);
		mem_fail_at(n, 0);
		rc = bom_make(&world, &b, &bom, &err);
		mem_fail_at(0, 0);
		if (rc != ERR_OK)
			assert_null(bom.line);
	}
	assert_int_equal(rc, ERR_OK);
	assert_true(n > 2);
	bom_release(&bom);
	world_end();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_order_of_lines),
		cmocka_unit_test(test_money),
		cmocka_unit_test(test_vat),
		cmocka_unit_test(test_numbers_and_notes),
		cmocka_unit_test(test_power_and_weeks),
		cmocka_unit_test(test_board),
		cmocka_unit_test(test_supply_chosen),
		cmocka_unit_test(test_memory_map),
		cmocka_unit_test(test_short_validity),
		cmocka_unit_test(test_dollar_bill),
		cmocka_unit_test(test_unknown_currency),
		cmocka_unit_test(test_overflow),
		cmocka_unit_test(test_unresolved_pick),
		cmocka_unit_test(test_out_of_memory),
	};

	return cmocka_run_group_tests_name("bom", tests, NULL, NULL);
}
