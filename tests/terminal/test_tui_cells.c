/* SPDX-License-Identifier: MIT */
/* Cells, text fields, lists, numbers, keys, looks: nothing of the wizard's state. */
#include "tui_world.h"

#include "tui/theme.h"

static struct cells grid;

static int setup(void **state)
{
	(void)state;
	return cells_resize(&grid, 5, 20);
}

static int teardown(void **state)
{
	(void)state;
	cells_release(&grid);
	return 0;
}

static const char *row(int y)
{
	static char text[4096];

	cells_row(&grid, y, text, sizeof(text));
	return text;
}

static void text_is_cut_by_columns(void **state)
{
	(void)state;
	cells_clear(&grid);
	grid.ascii = 0;
	assert_int_equal(cells_text(&grid, 0, 0, 8, ST_PLAIN, "abcdefghij"), 8);
	assert_string_equal(row(0), "abcdefg\xe2\x80\xa6");
	/* four wide characters are eight columns: exactly, and cut where half of one would stand out */
	assert_int_equal(cells_text(&grid, 1, 0, 8, ST_PLAIN, "\xe6\xa0\xaa\xe5\xbc\x8f\xe4\xbc\x9a\xe7\xa4\xbe"), 8);
	assert_int_equal(cells_text(&grid, 2, 0, 6, ST_PLAIN, "\xe6\xa0\xaa\xe5\xbc\x8f\xe4\xbc\x9a\xe7\xa4\xbe"), 5);
	grid.ascii = 1;
	cells_text(&grid, 3, 0, 8, ST_PLAIN, "abcdefghij");
	assert_string_equal(row(3), "abcde...");
	assert_int_equal(cells_text(&grid, 4, 0, 2, ST_PLAIN, "abc"), 2);
}

static void odd_characters_keep_columns(void **state)
{
	(void)state;
	assert_int_equal(cells_width("Zoe\xcc\x88"), 3);                 /* combining diaeresis */
	assert_int_equal(cells_width("a\xe2\x80\x8b" "b"), 2);           /* zero-width space */
	assert_int_equal(cells_width("\xe2\x9a\xa0\xef\xb8\x8f"), 1);    /* warning sign with variation selector */
	assert_int_equal(cells_width("\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x92\xbb"), 4); /* joined emoji,
		drawn as its two parts */
	assert_int_equal(cells_width("a\tb\x1b"), 4);                    /* controls become blanks */
	assert_int_equal(cells_width("\xff\xfe"), 2);                    /* broken bytes: one mark each */
}

static void half_of_a_wide_character_never_stays(void **state)
{
	(void)state;
	cells_clear(&grid);
	cells_text(&grid, 0, 0, 20, ST_PLAIN, "\xe6\xa0\xaa\xe5\xbc\x8f");
	cells_text(&grid, 0, 1, 1, ST_PLAIN, "x");
	assert_string_equal(row(0), " x\xe5\xbc\x8f");
	cells_text(&grid, 0, 2, 1, ST_PLAIN, "y");
	assert_string_equal(row(0), " xy");
}

static void everything_is_clipped(void **state)
{
	(void)state;
	cells_clear(&grid);
	cells_text(&grid, -1, -5, 100, ST_PLAIN, "outside");
	cells_text(&grid, 0, 17, 100, ST_PLAIN, "abcdef");
	cells_frame(&grid, (struct rect){ -2, -2, 100, 100 });
	cells_style(&grid, 9, -3, 99, ST_FOCUS);
	assert_string_equal(row(0), "                 abc");
}

static void text_wraps_at_words(void **state)
{
	(void)state;
	cells_clear(&grid);
	assert_int_equal(cells_wrap(&grid, (struct rect){ 0, 0, 5, 9 }, 0, ST_PLAIN, "one two three\nfour"), 3);
	assert_string_equal(row(0), "one two");
	assert_string_equal(row(1), "three");
	assert_string_equal(row(2), "four");
	cells_clear(&grid);
	assert_int_equal(cells_wrap(&grid, (struct rect){ 0, 0, 1, 9 }, 1, ST_PLAIN, "one two three"), 2);
	assert_string_equal(row(0), "three");
	assert_int_equal(cells_wrap(NULL, (struct rect){ 0, 0, 0, 4 }, 0, ST_PLAIN, "abcdefghij"),
	                 3); /* a long word is broken */
}

static void press(struct edit *e, int key, const char *text)
{
	struct event ev = { .type = EV_KEY, .key = key };

	str_copy(ev.text, sizeof(ev.text), text);
	edit_key(e, &ev);
}

static void field_edits_as_a_shell_does(void **state)
{
	struct edit e;

	(void)state;
	edit_set(&e, "one two", 64);
	press(&e, K_CTRL('w'), "");
	assert_string_equal(e.s, "one ");
	press(&e, K_CTRL('_'), "");
	assert_string_equal(e.s, "one two");
	press(&e, K_CTRL('a'), "");
	press(&e, 'q', "q");
	assert_string_equal(e.s, "qone two");
	press(&e, K_CTRL('k'), "");
	assert_string_equal(e.s, "q");
	press(&e, K_CTRL('u'), "");
	assert_string_equal(e.s, "");
	/* one Backspace takes a whole visible character */
	edit_set(&e, "Zoe\xcc\x88", 64);
	press(&e, K_BACKSPACE, "");
	assert_string_equal(e.s, "Zo");
	edit_set(&e, "a\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x92\xbb", 64);
	press(&e, K_BACKSPACE, "");
	assert_string_equal(e.s, "a");
}

static void paste_is_cleaned_and_bounded(void **state)
{
	struct edit e;
	char *big = malloc(10001);

	(void)state;
	assert_non_null(big);
	edit_set(&e, "", 160);
	assert_int_equal(edit_paste(&e, "Acme\r\nBV\t\x1b[31mred\x1b[0m\x07"), 0);
	assert_string_equal(e.s, "Acme BV red");
	press(&e, K_CTRL('_'), "");
	assert_string_equal(e.s, "");
	memset(big, 'x', 10000);
	big[10000] = '\0';
	assert_int_equal(edit_paste(&e, big), 1);
	assert_int_equal(e.len, 159);
	free(big);
}

static void amounts_are_read_as_people_write_them(void **state)
{
	static const struct { const char *s; enum scale scale; enum amount want; double v; } cases[] = {
		{ "512", SCALE_GB, AMOUNT_OK, 512 }, { "512G", SCALE_GB, AMOUNT_OK, 512 }, { "0.5 TB", SCALE_GB,
			AMOUNT_OK, 512 },
		{ "0,5 tb", SCALE_GB, AMOUNT_OK, 512 }, { "7.3 kW", SCALE_WATT, AMOUNT_OK, 7300 }, { "32k",
			SCALE_TOKENS, AMOUNT_OK, 32768 },
		{ "400k", SCALE_MONEY, AMOUNT_OK, 400000 }, { "1,234,567.5", SCALE_MONEY, AMOUNT_OK, 1234567.5 },
		{ "1.234.567,5", SCALE_MONEY, AMOUNT_OK, 1234567.5 }, { "1'234'567", SCALE_MONEY, AMOUNT_OK, 1234567 },
		{ "800 GB", SCALE_TB, AMOUNT_OK, 0.8 }, { "0.125", SCALE_NONE, AMOUNT_OK, 0.125 }, { "-5", SCALE_NONE,
			AMOUNT_OK, -5 },
		{ "1.024", SCALE_GB, AMOUNT_AMBIGUOUS, 0 }, { "1,024", SCALE_GB, AMOUNT_AMBIGUOUS, 0 }, { "", SCALE_GB,
			AMOUNT_EMPTY, 0 },
		{ "   ", SCALE_GB, AMOUNT_EMPTY, 0 }, { "12 apples", SCALE_GB, AMOUNT_WRONG, 0 }, { "G", SCALE_GB,
			AMOUNT_WRONG, 0 },
		{ "1.2.3,4,5", SCALE_GB, AMOUNT_WRONG, 0 }, { "5 kW", SCALE_GB, AMOUNT_WRONG, 0 }, { ".", SCALE_GB,
			AMOUNT_WRONG, 0 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		double v = 0;
		enum amount got = amount_parse(cases[i].s, cases[i].scale, &v);

		if (got != cases[i].want || (got == AMOUNT_OK && (v - cases[i].v > 1e-9 || cases[i].v - v > 1e-9)))
			fail_msg("'%s': %d %g", cases[i].s, (int)got, v);
	}
}

static void every_key_means_one_thing(void **state)
{
	size_t n;
	const struct command_info *c = tui_commands(&n);
	struct event ev = { .type = EV_KEY };

	(void)state;
	for (size_t i = 0; i < n; i++) {
		assert_non_null(c[i].help);
		for (int k = 0; k < 6 && c[i].keys[k]; k++) {
			ev.key = c[i].keys[k];
			assert_int_equal(tui_command_of(&ev, 0), c[i].command);
			/* what types text is no command while text is typed */
			if (ev.key >= ' ' && ev.key < 0x7f)
				assert_int_equal(tui_command_of(&ev, 1), CMD_NONE);
		}
	}
	/* the F-keys have letters */
	ev.key = 'w';
	assert_int_equal(tui_command_of(&ev, 0), CMD_SAVE);
	ev.key = 'e';
	assert_int_equal(tui_command_of(&ev, 0), CMD_EXPORT);
	ev.key = K_CTRL('q');
	assert_int_equal(tui_command_of(&ev, 0), CMD_NONE);
}

static void mono_is_complete(void **state)
{
	(void)state;
	for (int s = 0; s < ST_COUNT; s++)
		assert_int_equal(theme_look((enum style)s, 0).color, 0);
	assert_true(theme_look(ST_FOCUS, 0).attrs & LOOK_REVERSE);
	assert_int_not_equal(theme_look(ST_ERROR, 0).attrs, theme_look(ST_PLAIN, 0).attrs);
}

static void a_list_searches_and_keeps_its_focus(void **state)
{
	struct list l = { 0 };
	static const char *const names[] = { "H100 NVL", "H200 NVL", "L4", "L40S" };

	(void)state;
	for (int i = 0; i < 4; i++)
		str_copy(list_add(&l)->label, 64, names[i]);
	edit_set(&l.filter, "", 80);
	list_refilter(&l);
	assert_int_equal(l.n_shown, 4);
	list_command(&l, CMD_LAST, 10);
	edit_set(&l.filter, "l40", 80);
	list_refilter(&l);
	assert_int_equal(l.n_shown, 1);
	assert_string_equal(list_at(&l)->label, "L40S");
	edit_set(&l.filter, "nvl 200", 80);
	list_refilter(&l);
	assert_string_equal(list_at(&l)->label, "H200 NVL");
	edit_set(&l.filter, "zzz", 80);
	list_refilter(&l);
	assert_null(list_at(&l));
	assert_int_equal(list_command(&l, CMD_DOWN, 10), 1);
	list_release(&l);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(text_is_cut_by_columns), cmocka_unit_test(odd_characters_keep_columns),
		cmocka_unit_test(half_of_a_wide_character_never_stays), cmocka_unit_test(everything_is_clipped),
		cmocka_unit_test(text_wraps_at_words), cmocka_unit_test(field_edits_as_a_shell_does),
		cmocka_unit_test(paste_is_cleaned_and_bounded), cmocka_unit_test(amounts_are_read_as_people_write_them),
		cmocka_unit_test(every_key_means_one_thing), cmocka_unit_test(mono_is_complete),
		cmocka_unit_test(a_list_searches_and_keeps_its_focus),
	};

	return cmocka_run_group_tests_name("tui_cells", tests, setup, teardown);
}
