/* SPDX-License-Identifier: MIT */
/* The wizard without a terminal: events in, cells out. */
#include "tui_world.h"

static struct tui t;
static struct cells grid;
static struct effects fx;

static void send(const struct event *ev)
{
	tui_update(&t, ev, &fx);
	assert_int_equal(cells_resize(&grid, t.rows, t.cols), 0);
	tui_draw(&t, &grid);
	assert_in_range(grid.cursor_y, 0, grid.rows - 1);
	assert_in_range(grid.cursor_x, 0, grid.cols - 1);
}

static void key(int k)
{
	struct event ev = { .type = EV_KEY, .key = k };

	if (k >= ' ' && k < 0x7f)
		ev.text[0] = (char)k;
	send(&ev);
}

static void type(const char *s)
{
	while (*s)
		key((unsigned char)*s++);
}

static void paste(const char *s)
{
	struct event ev = { .type = EV_PASTE, .paste = s };

	send(&ev);
}

static void resize(int rows, int cols)
{
	struct event ev = { .type = EV_RESIZE, .rows = rows, .cols = cols };

	send(&ev);
}

/* The answer to FX_SOLVE. */
static void solved(void)
{
	struct event ev = { .type = EV_SOLVED, .done = 1, .solution = solve_world(&t.build) };

	send(&ev);
}

static const char *row(int y)
{
	static char text[8192];

	cells_row(&grid, y, text, sizeof(text));
	return text;
}

static int shows(const char *text)
{
	for (int y = 0; y < grid.rows; y++)
		if (strstr(row(y), text))
			return 1;
	return 0;
}

static void expect(const char *text)
{
	if (shows(text))
		return;
	for (int y = 0; y < grid.rows; y++)
		print_message("# %s\n", row(y));
	fail_msg("the screen does not show '%s'", text);
}

static int setup(void **state)
{
	(void)state;
	assert_int_equal(tui_init(&t, &world, 0, NULL), ERR_OK);
	resize(24, 80);
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	tui_release(&t);
	cells_release(&grid);
	return 0;
}

static void zones_stand_at_80x24_and_200x50(void **state)
{
	static const int sizes[][2] = { { 24, 80 }, { 50, 200 } };

	(void)state;
	for (int i = 0; i < 2; i++) {
		resize(sizes[i][0], sizes[i][1]);
		for (int s = 0; s < STEP_COUNT; s++) {
			t.step = s;
			resize(sizes[i][0], sizes[i][1]);
			assert_non_null(strstr(row(0), "bestek"));
			assert_memory_equal(row(0), "\xe2\x94\x8c", 3);
			assert_non_null(strstr(row(1), "1 Workload"));
			assert_non_null(strstr(row(6), "6 Bill"));
			assert_non_null(strstr(row(grid.rows - 5), "prices of 2026-11-30"));
			assert_non_null(strstr(row(grid.rows - 4), "PCIe"));
			assert_non_null(strstr(row(grid.rows - 1), "? help"));
			/* each line ends at the right border */
			for (int y = 0; y < grid.rows; y++)
				assert_int_equal(cells_width(row(y)), grid.cols);
		}
	}
}

static void ascii_borders_on_demand(void **state)
{
	(void)state;
	t.ascii = 1;
	resize(24, 80);
	for (int y = 0; y < grid.rows; y++)
		for (const char *s = row(y); *s; s++)
			assert_true((unsigned char)*s < 0x80);
	assert_int_equal(row(0)[0], '+');
}

static void any_size_keeps_step_focus_values_and_box(void **state)
{
	(void)state;
	type("3");
	key(K_ENTER);          /* H100 NVL */
	key(K_ENTER);          /* opens the count */
	key(K_DOWN);
	assert_int_equal(t.box.kind, BOX_LIST);
	resize(15, 60);
	assert_string_equal(row(0), "bestek needs 80x24, this is 60x15");
	key(K_DOWN);           /* unseen, so without effect */
	resize(5, 20);
	resize(1, 1);
	resize(0, 0);
	resize(24, 10);
	resize(2, 2000);
	resize(30, 100);
	expect("GPU count");
	assert_int_equal(t.box.kind, BOX_LIST);
	assert_int_equal(list_at(&t.box.list)->id, 2);
	assert_string_equal(t.build.pick.gpu.text, "H100 NVL");
	resize(4, 80);
	key('q');
	assert_true(fx.what & FX_QUIT);
	assert_true(fx.what & FX_AUTOSAVE);
}

static void a_greyed_option_shows_its_reason_and_cannot_be_chosen(void **state)
{
	(void)state;
	type("3");
	expect("needs an HGX board, eight at a time");
	key(K_DOWN);
	key(K_DOWN);
	expect("> - B200 SXM6");
	expect("B200 SXM6 is not possible: needs an HGX board, eight at a time");
	key(K_ENTER);
	assert_string_equal(t.build.pick.gpu.text, "");
	expect("x needs an HGX board, eight at a time");
}

static void memory_accepts_units_and_says_what_is_wrong(void **state)
{
	(void)state;
	type("2");
	type("0.5 TB");
	key(K_ENTER);
	assert_int_equal(t.build.need.memory_per_socket_gb, 512);
	key(K_UP);
	type("768G");
	assert_int_equal(t.build.need.memory_per_socket_gb, 768); /* checked at every key */
	key(K_ENTER);
	key(K_UP);
	type("1.024");
	key(K_ENTER);
	expect("1.024 can be read in two ways");
	assert_true(t.editing);                 /* what was typed stays */
	assert_string_equal(t.edit.s, "1.024");
	key(K_ESC);
	assert_int_equal(t.build.need.memory_per_socket_gb, 768);
	type("99999999");
	key(K_TAB);
	expect("This must be between 0 and 65,536 GB");
	key(K_ESC);
	type("12x");
	key(K_ENTER);
	expect("This is not a number");
	key(K_ESC);
	/* one undo for one field */
	key('u');
	assert_int_equal(t.build.need.memory_per_socket_gb, 512);
	key('u');
	assert_int_equal(t.build.need.memory_per_socket_gb, BUILD_UNSET);
	key(K_CTRL('r'));
	assert_int_equal(t.build.need.memory_per_socket_gb, 512);
}

static void to_customer(void)
{
	type("1");
	for (int i = 0; i < 9; i++)
		key(K_DOWN);
	assert_string_equal(tui_row(&t)->key, "customer");
}

static void letters_are_text_in_a_text_field(void **state)
{
	(void)state;
	to_customer();
	type("quit? u/s");
	key(K_ENTER);
	assert_string_equal(t.build.customer, "quit? u/s");
	assert_int_equal(fx.what, 0);
	expect("quit? u/s");
}

static void a_paste_is_one_insert_in_a_field_and_nothing_in_a_list(void **state)
{
	(void)state;
	type("3");
	paste("quit yes\nd\nY\n");
	expect("The paste was ignored");
	assert_true(tui_blank(&t));
	assert_int_equal(t.step, STEP_GPU);
	to_customer();
	paste("Acme\nBV");
	key(K_ENTER);
	assert_string_equal(t.build.customer, "Acme BV");
	key(K_ESC);
	key(K_UP);
	t.focus[STEP_WORKLOAD] = 0;
	key('u');
	assert_string_equal(t.build.customer, "");
}

static void an_error_has_number_word_mark_and_fix(void **state)
{
	(void)state;
	type("5");
	assert_true(fx.what & FX_SOLVE); /* nobody has to ask for the first machine */
	solved();
	expect("PF-TWO");
	expect("solver");
	key(K_DOWN);
	key(K_DOWN);
	key(K_ENTER);       /* sockets: one */
	key(K_HOME);
	key(K_ENTER);
	t.want_solve = 0;
	type("3");
	key(K_ENTER);       /* H100 NVL */
	key(K_ENTER);
	for (int i = 0; i < 4; i++)
		key(K_DOWN);
	key(K_ENTER);       /* five of them: 5 * 16 + 8 = 88 lanes, 80 given */
	expect("x error: The devices use 88 lanes, the sockets give 80");
	expect("1 error");
	expect("!88/80");
	assert_non_null(strstr(row(3), "!"));
	key('f');
	expect("use two sockets");
	expect("sockets: 1 -> 2");
	expect("+EUR 1,000");
	assert_int_equal(t.build.pick.sockets, 1); /* told before it is applied */
	key(K_ENTER);
	assert_int_equal(t.build.pick.sockets, 2);
	assert_int_equal(t.findings.errors, 0);
	expect("88/160");
	key('u');
	assert_int_equal(t.build.pick.sockets, 1);
	key('c');
	key(K_ENTER);
	expect("Rule gpu.lanes");
	key(K_ESC);
	key(K_ESC);
	assert_int_equal(t.step, STEP_GPU);
}

static void the_users_pick_stays_and_the_rest_follows(void **state)
{
	(void)state;
	type("5");
	solved();
	key(K_ENTER);       /* the platform's list; the present one has the focus */
	expect("* PF-TWO");
	key(K_UP);
	key(K_ENTER);
	assert_string_equal(t.build.pick.platform.text, "PF-ONE");
	expect("you");
	key('s');
	assert_true(fx.what & FX_SOLVE);
	solved();
	assert_string_equal(t.build.pick.platform.text, "PF-ONE");
	key(K_UP);
	key('x');
	assert_int_equal(form_origin(&t.build, CHOICE_PLATFORM), PICK_NONE);
	key('u');
	assert_string_equal(t.build.pick.platform.text, "PF-ONE");
}

static void going_back_keeps_later_answers(void **state)
{
	(void)state;
	type("3");
	key(K_DOWN);
	key(K_ENTER);       /* L4 */
	key(K_ESC);
	assert_int_equal(t.step, STEP_MEMORY);
	key(K_ESC);
	key(K_ESC);
	assert_int_equal(t.step, STEP_WORKLOAD);
	expect("q quits");
	assert_string_equal(t.build.pick.gpu.text, "L4");
	assert_int_equal(t.build.need.gpus, 1);
}

static void saving_quitting_and_overwriting_ask(void **state)
{
	struct event ev = { .type = EV_DONE, .done = FX_SAVE, .message = "acme.bestek" };

	(void)state;
	key('q');
	assert_true(fx.what & FX_QUIT);
	to_customer();
	type("Acme");
	key(K_ENTER);
	t.focus[STEP_WORKLOAD] = 0;
	key('q');
	assert_false(fx.what & FX_QUIT);
	expect("This configuration is not saved");
	key(K_ENTER);       /* the first answer is to stay */
	assert_false(fx.what & FX_QUIT);
	expect("not saved");
	key(K_F2);
	expect("acme.bestek");
	key(K_ENTER);
	assert_true(fx.what & FX_SAVE);
	assert_string_equal(fx.path, "acme.bestek");
	ev.type = EV_EXISTS;
	send(&ev);
	expect("acme.bestek exists already");
	key(K_ENTER);       /* no */
	assert_int_equal(fx.what, 0);
	key('w');
	key(K_ENTER);
	send(&ev);
	key(K_DOWN);
	key(K_ENTER);
	assert_true(fx.what & FX_SAVE);
	assert_int_equal(fx.force, 1);
	ev.type = EV_DONE;
	send(&ev);
	assert_false(tui_dirty(&t));
	expect("Saved to acme.bestek");
	key('q');
	assert_true(fx.what & FX_QUIT);
}

static void the_bill_has_lines_totals_and_export(void **state)
{
	(void)state;
	type("5");
	solved();
	type("6");
	expect("PF-TWO");
	expect("EUR 9,000.00");
	expect("EUR 2,000.00");           /* two CPUs */
	expect("EUR 11,000.00");          /* net */
	expect("EUR 13,310.00");          /* with 21 % */
	expect("EUR 11,000 ");            /* the running total */
	key(K_F10);
	expect("Comma separated");
	key(K_ENTER);
	expect("server.csv");
	key(K_ENTER);
	assert_true(fx.what & FX_EXPORT);
	assert_string_equal(fx.path, "server.csv");
}

static void help_fits_and_scrolls(void **state)
{
	(void)state;
	for (int s = 0; s < STEP_COUNT; s++) {
		t.step = s;
		t.focus[s] = 0;
		key(K_F1);
		expect("v more");
		for (int i = 0; i < 30; i++)
			key(K_PGDN);
		expect("A + after the total");
		key(K_ESC);
		assert_false(t.pager.on);
	}
}

static void search_finds_parts(void **state)
{
	(void)state;
	key('/');
	type("NIC");
	expect("NIC 200");
	key(K_ENTER);
	expect("watts");
	key(K_ESC);
	key(K_ESC);
	assert_int_equal(t.box.kind, BOX_NONE);
	type("3");
	key('/');
	type("l4");
	expect("Search:");
	assert_false(shows("H100 NVL"));
	key(K_ENTER);
	key(K_ENTER);
	assert_string_equal(t.build.pick.gpu.text, "L4");
}

static void menu_offers_what_works(void **state)
{
	(void)state;
	key('m');
	expect("Menu");
	assert_false(shows("undo the last change"));
	key(K_ESC);
	type("3");
	key(K_ENTER);
	key('m');
	expect("undo the last change");
}

static void resume_is_offered(void **state)
{
	(void)state;
	tui_offer_resume(&t, "Customer: Acme");
	resize(24, 80);
	expect("A session of last time is here");
	assert_true(t.session_waits);
	key(K_ENTER);
	assert_true(fx.what & FX_RESUME);
	assert_false(t.session_waits);
}

static void hangup_keeps_what_was_typed(void **state)
{
	struct event ev = { .type = EV_HANGUP };

	(void)state;
	to_customer();
	type("Acme");
	send(&ev);
	assert_true(fx.what & FX_AUTOSAVE);
	assert_true(fx.what & FX_QUIT);
	assert_string_equal(t.build.customer, "Acme");
}

/* Anything may come in any order: no crash, the cursor stays on the screen, nothing greyed is ever chosen. */
static void monkey(void **state)
{
	static const int special[] = { K_UP, K_DOWN, K_LEFT, K_RIGHT, K_PGUP, K_PGDN, K_HOME, K_END, K_TAB, K_BACKTAB,
		K_ENTER, K_ENTER, K_ENTER,
		K_ESC, K_BACKSPACE, K_DELETE, K_F1, K_F2, K_F9, K_F10, K_TEXT, K_OTHER, K_CTRL('a'), K_CTRL('c'),
			K_CTRL('l'), K_CTRL('r'),
		K_CTRL('u'), K_CTRL('w'), K_CTRL('k'), K_CTRL('z'), K_CTRL('_'), K_CTRL('s') };
	unsigned seed = 20261201;

	(void)state;
	for (int i = 0; i < 6000; i++) {
		struct event ev = { .type = EV_KEY };
		unsigned r;

		seed = seed * 1103515245u + 12345u;
		r = seed >> 16;
		if (r % 50 == 0) {
			ev.type = EV_RESIZE;
			ev.rows = (int)(r / 50 % 60);
			ev.cols = (int)(r / 7 % 220);
		} else if (r % 50 == 1) {
			ev.type = EV_PASTE;
			ev.paste = "\x1b[200~q\xe6\xa0\xaa\ty\n";
		} else if (r % 3 == 0) {
			ev.key = (int)(' ' + r / 3 % 95);
			ev.text[0] = (char)ev.key;
		} else {
			ev.key = special[r / 3 % (sizeof(special) / sizeof(special[0]))];
			if (ev.key == K_TEXT)
				memcpy(ev.text, "\xe6\xa0\xaa", 4);
		}
		send(&ev);
		if (fx.what & FX_SOLVE) {
			if (fx.top == 1) {
				solved();
			} else {
				struct event stop = { .type = EV_SOLVED, .code = ERR_INTERRUPTED };

				send(&stop);
			}
		}
		assert_string_not_equal(t.build.pick.gpu.text, "B200 SXM6");
		if (i % 1000 == 999)
			resize(24, 80);
	}
}

#define WIZARD(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		WIZARD(zones_stand_at_80x24_and_200x50), WIZARD(ascii_borders_on_demand),
			WIZARD(any_size_keeps_step_focus_values_and_box),
		WIZARD(a_greyed_option_shows_its_reason_and_cannot_be_chosen),
			WIZARD(memory_accepts_units_and_says_what_is_wrong),
		WIZARD(letters_are_text_in_a_text_field),
			WIZARD(a_paste_is_one_insert_in_a_field_and_nothing_in_a_list),
		WIZARD(an_error_has_number_word_mark_and_fix), WIZARD(the_users_pick_stays_and_the_rest_follows),
		WIZARD(going_back_keeps_later_answers), WIZARD(saving_quitting_and_overwriting_ask),
			WIZARD(the_bill_has_lines_totals_and_export),
		WIZARD(help_fits_and_scrolls), WIZARD(search_finds_parts), WIZARD(menu_offers_what_works),
			WIZARD(resume_is_offered),
		WIZARD(hangup_keeps_what_was_typed), WIZARD(monkey),
	};
	int rc;

	world_open();
	rc = cmocka_run_group_tests_name("tui_wizard", tests, NULL, NULL);
	world_close();
	return rc;
}
