/* SPDX-License-Identifier: MIT */
#include "parts_world.h"

#include "core/catalog/resolve_priv.h"

enum { ANY = -1, MOST = 8 };

static struct part found[MOST];

static int search(int kind, const char *text)
{
	struct err err = { 0 };
	int n = -1;

	if (catalog_search(world, kind, text, found, MOST, &n, &err) != ERR_OK)
		fail_msg("'%s': %s", text, err.msg);
	assert_in_range(n, 0, MOST);
	return n;
}

static void expect(int kind, const char *text, const char *const *models, int n)
{
	int got = search(kind, text);

	for (int i = 0; i < n && i < got; i++)
		if (strcmp(found[i].model, models[i]) != 0)
			fail_msg("'%s': %d is '%s', not '%s'", text, i, found[i].label, models[i]);
	if (got != n)
		fail_msg("'%s': %d found, not %d", text, got, n);
}

/* Every word begins a word of the part; equal weight: the shorter label first. */
static void test_prefix(void **state)
{
	static const char *const epyc96[] = { "EPYC 9654", "EPYC 9655", "EPYC 9654P", "EPYC 9655P" };
	static const char *const heat[] = { "ConnectX-7 dual 200G", "ConnectX-7 dual 200G crypto" };
	static const char *const one[] = { "EPYC 9654P" };
	static const char *const drive[] = { "7450 PRO 7.68TB" };

	(void)state;
	expect(PART_CPU, "epyc 96", epyc96, 4);
	expect(ANY, "EPYC 96", epyc96, 4);
	expect(ANY, "96 ep", epyc96, 4);
	expect(ANY, "9654p amd", one, 1);
	expect(PART_NIC, "heat mcx7551", heat, 2);
	expect(ANY, "MCX755106AS-HEAT", heat, 1);
	expect(ANY, "7.68", drive, 1);
	expect(PART_DRIVE, "bluefield", NULL, 0);
}

/* What is no longer sold comes last, however well it fits. */
static void test_ended_last(void **state)
{
	static const char *const parts[] = { "EPYC 7713P", "EPYC 7713" };

	(void)state;
	expect(PART_CPU, "epyc 7713", parts, 2);
}

static void test_limit(void **state)
{
	(void)state;
	assert_int_equal(search(PART_CPU, "e"), MOST);
	assert_int_equal(search(ANY, ""), 0);
	assert_int_equal(search(ANY, " \t "), 0);
}

static void test_letters(void **state)
{
	static const char *const housing[] = { "GEH\xc3\x84USE 2HE" };
	static const char *const cooler[] = { "K\xc3\xbchlk\xc3\xb6rper Gr\xc3\xb6\xc3\x9f" "e 1" };

	(void)state;
	expect(PART_ACCESSORY, "geh\xc3\xa4use", housing, 1);
	expect(PART_ACCESSORY, "gehause 2", housing, 1);
	expect(PART_ACCESSORY, "K\xc3\x9cHL", cooler, 1);
	expect(PART_ACCESSORY, "\xef\xbc\xab-1", cooler, 1); /* full width */
}

/* Words that FTS5 would read as commands are words like any other. */
static void test_syntax(void **state)
{
	static const char *const texts[] = { "\"", "'", "*", "^", "(", ")", "NEAR(", "NEAR", "AND", "OR", "NOT",
		"epyc AND", "epyc OR 9654", "epyc NOT 9654", "kind:cpu", "words : epyc", "-epyc", "{epyc}",
		"epyc\" OR \"xeon", "a*b", "\xff\xfe", "\x01", ";--",
		"\xe2\x86\x92", "%", "+", "." };
	static const char *const one[] = { "EPYC 9654", "EPYC 9654P" };

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		search(ANY, texts[i]);
	expect(ANY, "\"epyc\" *9654*", one, 2);
	/* NOT is a word that no part has: nothing is left out by it */
	assert_true(search(PART_CPU, "epyc NOT 9654") > 0);
	assert_string_equal(found[0].model, "EPYC 9654");
}

static void test_long(void **state)
{
	char *big = mem_alloc(10240 + 1);

	(void)state;
	assert_non_null(big);
	for (int i = 0; i < 10240; i++)
		big[i] = "epyc 9 "[i % 7];
	big[10240] = '\0';
	search(ANY, big);
	memset(big, 'z', 10240);
	assert_int_equal(search(ANY, big), 0);
	mem_free(big);
}

static void test_close_spelling(void **state)
{
	(void)state;
	assert_true(search(PART_CPU, "EPYC 9655X") > 0);
	assert_string_equal(found[0].model, "EPYC 9655");
	assert_true(search(PART_CPU, "epyc 6954") > 0);
	assert_string_equal(found[0].model, "EPYC 9654");
	assert_true(search(PART_NIC, "conectx") > 0);
	assert_int_equal(strncmp(found[0].model, "ConnectX-7", 10), 0);
	assert_int_equal(search(ANY, "qqqqzzzz"), 0);
}

static void test_words(void **state)
{
	static const struct {
		const char *text, *words;
	} cases[] = {
		{ "Intel(R) Xeon(R) Platinum 8592+", "intel|xeon|platinum|8592+|" },
		{ "NVIDIA H100-SXM-80GB", "nvidia|h100|sxm|80gb|" },
		{ "64 GB DDR5-4800 2Rx4", "64gb|ddr5|4800|2rx4|" },
		{ "EPYC9654 96-Core", "epyc|9654|96core|" },
		{ "H100NVL Gaudi2 RTXA6000", "h100|nvl|gaudi|2|rtx|a6000|" },
		{ "M.2 U.2 E1.S 7.68TB v1.", "m.2|u.2|e1.s|7.68tb|v1|" },
		{ "7x1g.10gb A+B C+", "7x1g.10gb|a|b|c+|" },
		{ "\xef\xbc\xa1\xef\xbc\x91\xc3\x97\xe2\x80\x8b" "B\xc2\xad" "C", "a1xbc|" },
		{ "\xff\xc3(\xe2\x82 x", "x|" },
	};
	struct words w;

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct str got = STR_INIT;

		words_split(&w, cases[i].text);
		for (int k = 0; k < w.n; k++)
			str_addf(&got, "%s|", words_get(&w, k));
		assert_string_equal(str_c(&got), cases[i].words);
		str_release(&got);
	}
}

static void test_distance(void **state)
{
	(void)state;
	assert_int_equal(word_distance("9654", "9654"), 0);
	assert_int_equal(word_distance("9654", "9645"), 1); /* a swap */
	assert_int_equal(word_distance("9654", "9654p"), 1);
	assert_int_equal(word_distance("platium", "platinum"), 1);
	assert_int_equal(word_distance("", "abc"), 3);
	assert_int_equal(word_distance("kitten", "sitting"), 3);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_prefix),
		cmocka_unit_test(test_ended_last),
		cmocka_unit_test(test_limit),
		cmocka_unit_test(test_letters),
		cmocka_unit_test(test_syntax),
		cmocka_unit_test(test_long),
		cmocka_unit_test(test_close_spelling),
		cmocka_unit_test(test_words),
		cmocka_unit_test(test_distance),
	};

	return cmocka_run_group_tests_name("search", tests, world_open, world_close);
}
