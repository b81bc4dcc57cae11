/* SPDX-License-Identifier: MIT */
#include "build_text.h"

static void change(struct history *h, struct build *b, int64_t sockets)
{
	struct err err = { 0 };

	assert_int_equal(history_push(h, b, &err), ERR_OK);
	b->pick.sockets = sockets;
}

static void test_back_and_forth(void **state)
{
	struct history *h = history_new();
	struct build b;

	(void)state;
	build_init(&b);
	assert_int_equal(history_undo(h, &b), 0);
	assert_int_equal(history_redo(h, &b), 0);
	b.pick.sockets = 1;
	change(h, &b, 2);
	change(h, &b, 3);
	change(h, &b, 4);
	assert_int_equal(history_redo(h, &b), 0);
	assert_int_equal(history_undo(h, &b), 1);
	assert_int_equal(b.pick.sockets, 3);
	assert_int_equal(history_undo(h, &b), 1);
	assert_int_equal(b.pick.sockets, 2);
	assert_int_equal(history_redo(h, &b), 1);
	assert_int_equal(b.pick.sockets, 3);
	assert_int_equal(history_redo(h, &b), 1);
	assert_int_equal(b.pick.sockets, 4);
	assert_int_equal(history_redo(h, &b), 0);
	assert_int_equal(history_undo(h, &b), 1);
	assert_int_equal(history_undo(h, &b), 1);
	assert_int_equal(history_undo(h, &b), 1);
	assert_int_equal(b.pick.sockets, 1);
	assert_int_equal(history_undo(h, &b), 0);
	assert_int_equal(b.pick.sockets, 1);
	/* A new change forgets the future. */
	assert_int_equal(history_redo(h, &b), 1);
	change(h, &b, 7);
	assert_int_equal(history_redo(h, &b), 0);
	assert_int_equal(history_undo(h, &b), 1);
	assert_int_equal(b.pick.sockets, 2);
	assert_int_equal(history_redo(h, &b), 1);
	assert_int_equal(b.pick.sockets, 7);
	history_free(h);
	history_free(NULL);
	build_release(&b);
}

static void test_limit(void **state)
{
	struct history *h = history_new();
	struct build b;
	int n = 0;

	(void)state;
	build_init(&b);
	b.pick.sockets = 0;
	for (int i = 1; i <= 250; i++)
		change(h, &b, i);
	while (history_undo(h, &b)) {
		n++;
		assert_int_equal(b.pick.sockets, 250 - n);
	}
	assert_int_equal(n, 200);
	while (history_redo(h, &b))
		n--;
	assert_int_equal(n, 0);
	assert_int_equal(b.pick.sockets, 250);
	history_free(h);
	build_release(&b);
}

/* Saved elsewhere in between: undo does not go back to the old file. */
static void test_path(void **state)
{
	struct history *h = history_new();
	struct build b;

	(void)state;
	build_init(&b);
	str_copy(b.path, sizeof(b.path), "old");
	change(h, &b, 2);
	str_copy(b.path, sizeof(b.path), "new");
	assert_int_equal(history_undo(h, &b), 1);
	assert_string_equal(b.path, "new");
	assert_int_equal(history_redo(h, &b), 1);
	assert_string_equal(b.path, "new");
	history_free(h);
	build_release(&b);
}

static void test_unknown_keys(void **state)
{
	struct history *h = history_new();
	struct build b;
	struct notes notes;
	struct err err = { 0 };
	char *text = NULL;
	size_t len;

	(void)state;
	build_init(&b);
	parse_good(&b, "strange = 1;", &notes);
	for (int i = 0; i < 220; i++)
		change(h, &b, i);
	parse_good(&b, "other = 1;", &notes);
	assert_int_equal(history_undo(h, &b), 1);
	assert_int_equal(build_write(&b, &text, &len, &err), ERR_OK);
	assert_non_null(strstr(text, "strange = 1;"));
	mem_free(text);
	assert_int_equal(history_redo(h, &b), 1);
	history_free(h);
	assert_int_equal(build_write(&b, &text, &len, &err), ERR_OK);
	assert_non_null(strstr(text, "other = 1;"));
	mem_free(text);
	build_release(&b);
}

static void test_no_memory(void **state)
{
	struct history *h;
	struct build b;
	struct err err = { 0 };

	(void)state;
	build_init(&b);
	mem_fail_at(1, 0);
	assert_null(history_new());
	h = history_new();
	b.pick.sockets = 1;
	change(h, &b, 2);
	assert_int_equal(history_undo(h, &b), 1);
	mem_fail_at(1, 0);
	assert_int_equal(history_push(h, &b, &err), ERR_NOMEM);
	mem_fail_at(0, 0);
	/* nothing was forgotten */
	assert_int_equal(history_redo(h, &b), 1);
	assert_int_equal(b.pick.sockets, 2);
	history_free(h);
	build_release(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_back_and_forth),
		cmocka_unit_test(test_limit),
		cmocka_unit_test(test_path),
		cmocka_unit_test(test_unknown_keys),
		cmocka_unit_test(test_no_memory),
	};

	return cmocka_run_group_tests_name("history", tests, NULL, NULL);
}
