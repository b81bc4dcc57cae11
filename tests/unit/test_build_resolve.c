/* SPDX-License-Identifier: MIT */
#include "build_text.h"

/* In place of the catalogue: "id N" is part N, "broken" fails, all else is unknown with as many close parts as fit. */
static int asked, last_kind;

int catalog_resolve(struct catalog *cat, int kind, const char *text, struct part *out, struct part *near, int max,
                    int *n_near, struct err *err)
{
	(void)cat;
	asked++;
	last_kind = kind;
	*n_near = 0;
	if (strncmp(text, "id ", 3) == 0) {
		memset(out, 0, sizeof(*out));
		out->id = text[3] - '0';
		return ERR_OK;
	}
	if (strcmp(text, "broken") == 0)
		return err_set(err, ERR_DATA, "the catalogue is damaged");
	for (*n_near = 0; *n_near < max; ++*n_near) {
		memset(&near[*n_near], 0, sizeof(*near));
		near[*n_near].id = 100 + *n_near;
	}
	return err_set(err, ERR_UNKNOWN, "unknown");
}

static struct unresolved_list list;

static void test_all_kinds(void **state)
{
	struct build b;
	struct notes notes;
	struct err err = { 0 };

	(void)state;
	build_init(&b);
	parse_good(&b, "need = { gpu = { model = \"id 1\"; }; };\n"
	               "build = { platform = \"id 2\"; cpu = \"id 3\"; dimm = \"id 4\"; gpu = \"id 5\";\n"
	               "psu = \"id 6\"; more_dimms = ( { part = \"id 7\"; } );\n"
	               "nics = ( { part = \"id 8\"; }, { part = \"id 9\"; } ); };", &notes);
	b.pick.psu.id = 99; /* from another catalogue */
	asked = 0;
	assert_int_equal(build_resolve(&b, NULL, &list, &err), ERR_OK);
	assert_int_equal(list.n, 0);
	assert_int_equal(asked, 9);
	assert_int_equal(b.need.gpu.id, 1);
	assert_int_equal(b.pick.platform.id, 2);
	assert_int_equal(b.pick.cpu.id, 3);
	assert_int_equal(b.pick.dimm.id, 4);
	assert_int_equal(b.pick.gpu.id, 5);
	assert_int_equal(b.pick.psu.id, 6);
	assert_int_equal(b.pick.more_dimms.item[0].part.id, 7);
	assert_int_equal(b.pick.nics.item[1].part.id, 9);

	parse_good(&b, "build = { psu = \"id 6\"; };", &notes);
	assert_int_equal(build_resolve(&b, NULL, &list, &err), ERR_OK);
	assert_int_equal(last_kind, PART_PSU);
	parse_good(&b, "build = { boot = ( { part = \"id 6\"; } ); };", &notes);
	assert_int_equal(build_resolve(&b, NULL, &list, &err), ERR_OK);
	assert_int_equal(last_kind, PART_DRIVE);
	build_release(&b);
}

static void test_unknown(void **state)
{
	struct build b;
	struct notes notes;
	struct err err = { 0 };

	(void)state;
	build_init(&b);
	parse_good(&b, "build = {\n cpu = \"EPYC 9999\"; platform = \"id 2\";\n drives = ( { part = \"id 3\"; },\n"
	               "{ part = \"floppy\"; } ); };", &notes);
	b.pick.cpu.id = 55;
	list.n = 7; /* an old list is replaced */
	assert_int_equal(build_resolve(&b, NULL, &list, &err), ERR_OK);
	assert_int_equal(err.code, ERR_OK);
	assert_int_equal(list.n, 2);
	assert_string_equal(list.item[0].field, "build.cpu");
	assert_string_equal(list.item[0].value, "EPYC 9999");
	assert_int_equal(list.item[0].line, 2);
	assert_int_equal(list.item[0].n_near, 5);
	assert_int_equal(list.item[0].near[4].id, 104);
	assert_string_equal(list.item[1].field, "build.drives");
	assert_int_equal(list.item[1].line, 4);
	assert_int_equal(b.pick.cpu.id, 0);
	assert_int_equal(b.pick.platform.id, 2);
	assert_int_equal(b.pick.drives.item[0].part.id, 3);
	assert_int_equal(b.pick.drives.item[1].part.id, 0);
	build_release(&b);
}

static void test_broken(void **state)
{
	struct build b;
	struct notes notes;
	struct err err = { 0 };

	(void)state;
	build_init(&b);
	parse_good(&b, "build = { cpu = \"broken\"; };", &notes);
	assert_int_equal(build_resolve(&b, NULL, &list, &err), ERR_DATA);
	assert_string_equal(err.msg, "the catalogue is damaged");
	build_release(&b);
}

/* More unknown parts than the list holds. */
static void test_many(void **state)
{
	struct build b;
	struct err err = { 0 };
	struct item_list *lists[4] = { &b.pick.nics, &b.pick.drives, &b.pick.boot, &b.pick.more_dimms };

	(void)state;
	build_init(&b);
	for (int i = 0; i < 4; i++) {
		lists[i]->n = BUILD_ITEMS;
		for (int k = 0; k < BUILD_ITEMS; k++)
			str_copy(lists[i]->item[k].part.text, BUILD_TEXT, "none");
	}
	assert_int_equal(build_resolve(&b, NULL, &list, &err), ERR_OK);
	assert_int_equal(list.n, BUILD_ITEMS * 3);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_all_kinds),
		cmocka_unit_test(test_unknown),
		cmocka_unit_test(test_broken),
		cmocka_unit_test(test_many),
	};

	return cmocka_run_group_tests_name("build_resolve", tests, NULL, NULL);
}
