/* SPDX-License-Identifier: MIT */
/*
 * Exporters: the published vectors, whole documents against tests/golden (each read by a person before it was
 * kept), CSV read back by libcsv, JSON by jansson against the published schema. UPDATE_GOLDEN=1 rewrites the golden
 * files.
 */
#include "bom_world.h"

#include <csv.h>
#include <jansson.h>
#include <locale.h>

#include "core/base/i18n.h"
#include "core/export/export_priv.h"
#include "core/export/json_parts.h"

static struct build build;
static struct bom bom;
static struct findings findings;

static void begin(void)
{
	struct err err = { 0 };

	world_catalog("");
	world_build(&build);
	memset(&bom, 0, sizeof(bom));
	memset(&findings, 0, sizeof(findings));
	if (bom_make(&world, &build, &bom, &err) != ERR_OK || engine_check(&world, &build, &findings, &err) != ERR_OK)
		fail_msg("%s", err.msg);
}

static void end(void)
{
	bom_release(&bom);
	findings_release(&findings);
	build_release(&build);
	world_end();
}

/* The document in a format; caller str_release's. */
static struct str written(const char *format)
{
	struct export_input in = { &build, &bom, &findings, &world };
	struct str out = STR_INIT;
	struct err err = { 0 };

	if (exporter_find(format)->write(&in, &out, &err) != ERR_OK)
		fail_msg("%s", err.msg);
	return out;
}

/* --- the table --- */

static void test_table(void **state)
{
	size_t n, i, k;
	const struct exporter *all = exporters(&n);

	(void)state;
	assert_true(n >= 5);
	for (i = 0; i < n; i++) {
		assert_true(*all[i].name && *all[i].ext && *all[i].help && all[i].write);
		assert_ptr_equal(exporter_find(all[i].name), &all[i]);
		for (k = 0; k < i; k++)
			assert_string_not_equal(all[i].name, all[k].name);
	}
	assert_null(exporter_find("doc"));
}

/* --- CSV --- */

static void test_csv_text(void **state)
{
	static const struct { const char *in, *comma, *semicolon; } cases[] = {
		{ "=1+1", "'=1+1", "'=1+1" },
		{ "-5", "'-5", "'-5" },
		{ "+31 20", "'+31 20", "'+31 20" },
		{ "@SUM(A1)", "'@SUM(A1)", "'@SUM(A1)" },
		{ "2.5\" U.2, Gen5", "\"2.5\"\" U.2, Gen5\"", "\"2.5\"\" U.2, Gen5\"" },
		{ "a;b", "a;b", "\"a;b\"" },
		{ "a,b", "\"a,b\"", "a,b" },
		{ "\tx", "'\tx", "'\tx" },
		{ "", "", "" },
		{ "\r\nx", "' / x", "' / x" },
		{ "a\r\nb\nc", "a / b / c", "a / b / c" },
		{ " =1", "\"' =1\"", "\"' =1\"" },
		{ "'=1", "''=1", "''=1" },
		{ "\"@x", "\"'\"\"@x\"", "\"'\"\"@x\"" },
		{ "'tis", "'tis", "'tis" },
		{ "a\001b\033c\177", "a b c ", "a b c " },
		/* part numbers that look like numbers stay what they are */
		{ "1E5", "1E5", "1E5" }, { "0012345", "0012345", "0012345" }, { "4.10", "4.10", "4.10" }, { "NaN", "NaN", "NaN" },
		{ "1234567890123456789", "1234567890123456789", "1234567890123456789" },
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct str out = STR_INIT;

		csv_text(&out, cases[i].in, ',');
		assert_string_equal(str_c(&out), cases[i].comma);
		str_clear(&out);
		csv_text(&out, cases[i].in, ';');
		assert_string_equal(str_c(&out), cases[i].semicolon);
		str_release(&out);
	}
}

struct table { char cell[64][24][256]; int rows, columns; };

static void on_field(void *text, size_t len, void *data)
{
	struct table *t = data;

	assert_true(t->rows < 64 && t->columns < 24 && len < 256);
	memcpy(t->cell[t->rows][t->columns], text, len);
	t->cell[t->rows][t->columns++][len] = '\0';
}

static void on_row(int c, void *data)
{
	struct table *t = data;

	(void)c;
	assert_int_equal(t->columns, 20);
	t->columns = 0;
	t->rows++;
}

static void read_csv(const struct str *text, size_t skip, unsigned char separator, struct table *t)
{
	struct csv_parser parser;

	memset(t, 0, sizeof(*t));
	assert_int_equal(csv_init(&parser, CSV_STRICT | CSV_STRICT_FINI), 0);
	csv_set_delim(&parser, separator);
	assert_int_equal(csv_parse(&parser, text->s + skip, text->len - skip, on_field, on_row, t), text->len - skip);
	assert_int_equal(csv_fini(&parser, on_field, on_row, t), 0);
	csv_free(&parser);
}

enum { COL_PARENT = 1, COL_POSITION, COL_CATEGORY, COL_NUMBER = 5, COL_ORDER, COL_DESCRIPTION, COL_QUANTITY,
	COL_UNIT_PRICE = 10,
	COL_TOTAL = 14 };

static void test_csv_read_back(void **state)
{
	static struct table t;
	struct str text;
	size_t i;
	int lf = 0;

	(void)state;
	begin();
	text = written("csv");
	for (i = 0; i < text.len; i++)
		if (text.s[i] == '\n') {
			lf++;
			assert_int_equal(text.s[i - 1], '\r');
		}
	read_csv(&text, 0, ',', &t);
	assert_int_equal(t.rows, 1 + (int)bom.n + 5);
	assert_int_equal(lf, t.rows);
	assert_string_equal(t.cell[0][0], "line");
	assert_string_equal(t.cell[1][COL_CATEGORY], "platform");
	assert_string_equal(t.cell[1][COL_PARENT], "");
	assert_string_equal(t.cell[2][COL_PARENT], "1");
	assert_string_equal(t.cell[2][COL_POSITION], "1");
	assert_string_equal(t.cell[3][COL_ORDER], "MEM-DR564MC-ER48");
	assert_string_equal(t.cell[3][COL_QUANTITY], "24");
	assert_string_equal(t.cell[3][COL_UNIT_PRICE], "385.53");
	assert_string_equal(t.cell[3][COL_TOTAL], "9252.72");
	assert_string_equal(t.cell[6][COL_NUMBER], "007");
	assert_string_equal(t.cell[6][COL_UNIT_PRICE], ""); /* on request is not 0 */
	assert_string_equal(t.cell[6][COL_DESCRIPTION], "Micron 7450 PRO 7.68TB, 2.5\" U.3");
	assert_string_equal(t.cell[7][COL_DESCRIPTION], "'=Micron 7450 PRO 960GB M.2");
	assert_string_equal(t.cell[bom.n + 2][COL_TOTAL], "-5967.07"); /* a number, not text with an apostrophe */
	assert_string_equal(t.cell[bom.n + 5][COL_TOTAL], "137183.01");
	str_release(&text);

	text = written("csv-nl");
	assert_memory_equal(text.s, "\xef\xbb\xbfline;", 8);
	read_csv(&text, 3, ';', &t);
	assert_string_equal(t.cell[3][COL_UNIT_PRICE], "385,53");
	assert_string_equal(t.cell[bom.n + 2][COL_TOTAL], "-5967,07");
	str_release(&text);
	end();
}

/* --- JSON against its schema: the few keywords that doc/schema uses --- */

static json_t *schema_file(const char *name)
{
	char path[128], *text;
	json_t *doc;

	snprintf(path, sizeof(path), "doc/schema/%s", name);
	text = world_read(path);
	doc = json_loads(text, 0, NULL);
	mem_free(text);
	if (!doc)
		fail_msg("%s is not JSON", path);
	return doc;
}

static int of_type(json_t *v, const char *type)
{
	return (!strcmp(type, "object") && json_is_object(v)) || (!strcmp(type, "array") && json_is_array(v)) ||
	       (!strcmp(type, "string") && json_is_string(v)) || (!strcmp(type, "integer") && json_is_integer(v)) ||
	       (!strcmp(type, "number") && json_is_number(v)) || (!strcmp(type, "boolean") && json_is_boolean(v)) ||
	       (!strcmp(type, "null") && json_is_null(v));
}

static void valid(json_t *v, json_t *schema, json_t *common, const char *where);

static void valid_object(json_t *v, json_t *schema, json_t *common, const char *where)
{
	json_t *properties = json_object_get(schema, "properties"), *item;
	const char *key;
	size_t i;

	json_array_foreach(json_object_get(schema, "required"), i, item)
		if (!json_object_get(v, json_string_value(item)))
			fail_msg("%s lacks %s", where, json_string_value(item));
	json_object_foreach(v, key, item) {
		if (!json_object_get(properties, key))
			fail_msg("%s has %s, which the schema does not", where, key);
		valid(item, json_object_get(properties, key), common, key);
	}
}

static void valid(json_t *v, json_t *schema, json_t *common, const char *where)
{
	json_t *ref = json_object_get(schema, "$ref"), *type = json_object_get(schema, "type"), *item;
	int ok = !type;
	size_t i;

	if (ref) {
		const char *name = strstr(json_string_value(ref), "#/$defs/");

		assert_non_null(name);
		item = json_object_get(json_object_get(common, "$defs"), name + 8);
		assert_non_null(item);
		valid(v, item, common, where);
		return;
	}
	if (json_is_string(type))
		ok = of_type(v, json_string_value(type));
	json_array_foreach(type, i, item)
		ok |= of_type(v, json_string_value(item));
	if (json_object_get(schema, "const"))
		ok = json_equal(v, json_object_get(schema, "const"));
	if (json_object_get(schema, "enum")) {
		ok = 0;
		json_array_foreach(json_object_get(schema, "enum"), i, item)
			ok |= json_equal(v, item);
	}
	if (!ok)
		fail_msg("%s is of a wrong type or value", where);
	if (json_is_object(v))
		valid_object(v, schema, common, where);
	json_array_foreach(v, i, item)
		valid(item, json_object_get(schema, "items"), common, where);
}

static json_int_t cents(json_t *o, const char *key)
{
	json_t *v = json_object_get(o, key);

	if (!json_is_integer(v))
		fail_msg("%s is not an integer", key);
	return json_integer_value(v);
}

static void test_json(void **state)
{
	json_t *common = schema_file("common.schema.json"), *schema = schema_file("bom.schema.json"), *doc, *line, *finding;
	struct str text;
	const char *at;

	(void)state;
	begin();
	text = written("json");
	doc = json_loads(str_c(&text), JSON_REJECT_DUPLICATES, NULL);
	assert_non_null(doc);
	valid(doc, schema, common, "the document");
	assert_int_equal(json_array_size(json_object_get(doc, "lines")), bom.n);
	assert_int_equal(cents(json_object_get(doc, "amounts"), "total_cents"), 13718301);
	assert_int_equal(cents(json_object_get(doc, "totals"), "price_cents"), 11337439);
	assert_true(json_is_false(json_object_get(json_object_get(doc, "totals"), "complete")));
	assert_true(json_is_null(json_object_get(json_object_get(doc, "totals"), "weight_kg")));
	line = json_array_get(json_object_get(doc, "lines"), 5);
	assert_string_equal(json_string_value(json_object_get(line, "part_number")), "007");
	assert_true(json_is_null(json_object_get(line, "unit_cents")));
	assert_true(json_is_null(json_object_get(line, "order_number")));
	finding = json_array_get(json_object_get(doc, "findings"), 0);
	assert_int_equal(cents(finding, "need"), 4180);
	assert_int_equal(json_array_size(json_object_get(finding, "fixes")), 1);
	assert_int_equal(world.fixes, 1); /* errors only */
	assert_non_null(strstr(str_c(&text), "\"memory_bandwidth_gbs\": 921.6,"));
	at = strstr(str_c(&text), "\"schema\"");
	assert_true(at && at < strstr(str_c(&text), "\"lines\"")); /* keys keep their order */
	json_decref(doc);
	json_decref(schema);
	json_decref(common);
	str_release(&text);
	end();
}

static void test_schemas_are_json(void **state)
{
	static const char *const names[] = { "check.schema.json", "solve.schema.json" };
	size_t i;

	(void)state;
	for (i = 0; i < 2; i++) {
		json_t *doc = schema_file(names[i]);

		assert_string_equal(json_string_value(json_object_get(doc, "$id")), names[i]);
		json_decref(doc);
	}
}

/* --- documents for people --- */

static int widest(const char *text)
{
	int most = 0;

	while (*text) {
		size_t len = strcspn(text, "\n");
		char line[1024];

		assert_true(len < sizeof(line));
		memcpy(line, text, len);
		line[len] = '\0';
		if (str_width(line) > most)
			most = str_width(line);
		if (len)
			assert_int_not_equal(line[len - 1], ' ');
		text += len + (text[len] == '\n');
	}
	return most;
}

/* Where the money of a line ends, in columns, for each line that ends in this text. */
static void assert_ends_at(const char *text, const char *tail, int column)
{
	const char *at = strstr(text, tail), *line = at;
	char before[1024];

	assert_non_null(at);
	while (line > text && line[-1] != '\n')
		line--;
	memcpy(before, line, (size_t)(at - line) + strlen(tail));
	before[(size_t)(at - line) + strlen(tail)] = '\0';
	assert_int_equal(str_width(before), column);
}

/* Wide, combining and joined characters must not shift the price column. */
static void test_txt_columns(void **state)
{
	struct str text;

	(void)state;
	begin();
	str_copy(build.customer, sizeof(build.customer), "\xe6\xa0\xaa\xe5\xbc\x8f\xe4\xbc\x9a\xe7\xa4\xbe");
	str_copy(bom.line[0].description, sizeof(bom.line[0].description),
	         "\xe6\xa0\xaa\xe5\xbc\x8f\xe4\xbc\x9a\xe7\xa4\xbe\xe3\x82\xb5\xe3\x83\xb3\xe3\x83\x97\xe3\x83\xab "
	         "Zoe\xcc\x88 \xe2\x9a\xa0\xef\xb8\x8f x\xe2\x80\x8by"
	         " \xe6\xa0\xaa\xe5\xbc\x8f\xe4\xbc\x9a\xe7\xa4\xbe\xe6\xa0\xaa"
	         "\xe5\xbc\x8f\xe4\xbc\x9a\xe7\xa4\xbe"
	         "\xe6\xa0\xaa\xe5\xbc\x8f\xe4\xbc\x9a\xe7\xa4\xbe\xe6\xa0\xaa\xe5\xbc\x8f");
	memset(bom.line[1].description, 'W', 200); /* a word wider than any column */
	bom.line[1].description[200] = '\0';
	bom.line[2].line_cents = 123456789012;
	text = written("txt");
	assert_true(widest(str_c(&text)) <= 100);
	assert_ends_at(str_c(&text), "10,280.76\n", 100);
	assert_ends_at(str_c(&text), "137,183.01\n", 100);
	str_release(&text);
	end();
}

static void test_md_escapes(void **state)
{
	struct str text;
	const char *row;
	int bars = 0;

	(void)state;
	begin();
	str_copy(build.customer, sizeof(build.customer), "<script> *A|B* `x` &amp;");
	str_copy(bom.line[0].description, sizeof(bom.line[0].description), "a|b\nc | [x](y)");
	text = written("md");
	assert_non_null(strstr(str_c(&text), "\\<script\\> \\*A\\|B\\* \\`x\\` \\&amp;"));
	row = strstr(str_c(&text), "\n| 1 | 1 | AS-4125GS-TNRT |");
	assert_non_null(row);
	for (row++; *row != '\n'; row++)
		bars += *row == '|' && row[-1] != '\\';
	assert_int_equal(bars, 12); /* 11 cells, whatever the text holds */
	assert_non_null(strstr(str_c(&text), "a\\|b c \\| \\[x\\](y)"));
	str_release(&text);
	end();
}

/* --- golden files --- */

static void golden(const char *format, const char *name)
{
	struct str text;
	char path[256], full[512], *want;
	const char *root = getenv("BESTEK_SRCDIR");
	struct err err = { 0 };

	begin();
	text = written(format);
	snprintf(path, sizeof(path), "tests/golden/%s", name);
	snprintf(full, sizeof(full), "%s/%s", root ? root : ".", path);
	if (getenv("UPDATE_GOLDEN"))
		assert_int_equal(file_replace(full, text.s, text.len, &err), ERR_OK);
	want = world_read(path); /* without the byte order mark */
	if (strcmp(want, str_c(&text) + (strncmp(str_c(&text), "\xef\xbb\xbf", 3) ? 0 : 3)))
		fail_msg("%s differs from:\n%s", full, str_c(&text));
	mem_free(want);
	str_release(&text);
	end();
}

static void test_golden(void **state)
{
	(void)state;
	golden("csv", "bom.csv");
	golden("csv-nl", "bom-nl.csv");
	golden("json", "bom.json");
	golden("md", "bom.md");
	golden("txt", "bom.txt");
}

/* Machine formats are the same bytes in every language. The fake engine's findings have no language. */
static void test_language(void **state)
{
	static const char *const formats[] = { "csv", "csv-nl", "json" };
	struct str en, nl;
	size_t i;

	(void)state;
	for (i = 0; i < 3; i++) {
		i18n_init("en");
		begin();
		en = written(formats[i]);
		end();
		i18n_init("nl");
		begin();
		nl = written(formats[i]);
		end();
		i18n_init("en");
		assert_string_equal(str_c(&en), str_c(&nl));
		str_release(&en);
		str_release(&nl);
	}
}

/* --- the whole --- */

static void test_export_build(void **state)
{
	struct err err = { 0 };
	char path[64], *text = NULL;
	size_t len;

	(void)state;
	begin();
	snprintf(path, sizeof(path), "export_test.%ld.csv", (long)getpid());
	assert_int_equal(export_build(&world, &build, "csv", path, 0, &err), ERR_OK);
	assert_int_equal(file_read(path, 1 << 20, &text, &len, &err), ERR_OK);
	assert_int_equal(strncmp(text, "line,parent_line,position,", 26), 0);
	mem_free(text);
	assert_int_equal(export_build(&world, &build, "json", path, 0, &err), ERR_IO);
	assert_non_null(strstr(err.msg, "--force"));
	err_clear(&err);
	assert_int_equal(export_build(&world, &build, "md", path, 1, &err), ERR_OK);
	assert_int_equal(file_read(path, 1 << 20, &text, &len, &err), ERR_OK);
	assert_int_equal(strncmp(text, "# Bill of materials\n", 20), 0);
	mem_free(text);
	unlink(path);
	assert_int_equal(export_build(&world, &build, "xyz", "-", 0, &err), ERR_NOT_FOUND);
	assert_non_null(strstr(err.msg, "csv, csv-nl, json, md, txt"));
	end();
}

static void test_out_of_memory(void **state)
{
	size_t n, i, k;
	const struct exporter *all = exporters(&n);

	(void)state;
	begin();
	for (i = 0; i < n; i++) {
		struct export_input in = { &build, &bom, &findings, &world };
		int rc = ERR_NOMEM;

		for (k = 1; rc != ERR_OK && k < 20000; k++) {
			struct str out = STR_INIT;
			struct err err = { 0 };

			mem_fail_at((long)k, 0);
			rc = all[i].write(&in, &out, &err);
			mem_fail_at(0, 0);
			if (rc != ERR_OK)
				assert_int_equal(rc, ERR_NOMEM);
			str_release(&out);
		}
		assert_int_equal(rc, ERR_OK);
		assert_true(k > 2);
	}
	end();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_table),
		cmocka_unit_test(test_csv_text),
		cmocka_unit_test(test_csv_read_back),
		cmocka_unit_test(test_json),
		cmocka_unit_test(test_schemas_are_json),
		cmocka_unit_test(test_txt_columns),
		cmocka_unit_test(test_md_escapes),
		cmocka_unit_test(test_golden),
		cmocka_unit_test(test_language),
		cmocka_unit_test(test_export_build),
		cmocka_unit_test(test_out_of_memory),
	};

	i18n_init("en");
	return cmocka_run_group_tests_name("export", tests, NULL, NULL);
}
