/* SPDX-License-Identifier: MIT */
/* What catalog_build says of a bad row: file, line and reason. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../src/core/base/mem.h"
#include "mini_catalog.h"

#define CPU "vendor,model,part_number,status,confidence,recalled,source,note,family,socket,max_sockets,cores,threads," \
	"base_ghz,boost_ghz,l3_mb,tdp_w,ctdp_max_w,channels,mem_type,mem_mts,max_mem_gb,pcie_gen,lanes_1p,lanes_2p,features," \
	"launch\n"
/* A good row of cpu.csv around one field. */
#define CPU_ROW(cores, tdp) "AMD,EPYC T,T-1,active,sourced,,mini,,genoa,SP5,2," cores ",192,2.4,3.7,384," tdp \
	",400,12,DDR5 RDIMM,4800,6144,5,128,160,,2022-11\n"
#define PRICE "part,kind,currency,amount,vat,date,valid_to,region,quantity,used,note,confidence,source\n"

static char log_text[16384];

/* Builds the tiny catalogue with one file changed; the log goes to log_text. */
static int build(const char *name, const char *text, struct err *err)
{
	const struct mini_file extra[] = { { name, text }, { NULL, NULL } };
	char dir[64], path[128];
	FILE *log = tmpfile();
	size_t n;
	int rc;
	assert_non_null(log);
	assert_int_equal(mini_data_make(dir, extra, 0), 0);
	(void)snprintf(path, sizeof(path), "%s/out.db", dir);
	memset(err, 0, sizeof(*err));
	rc = catalog_build(dir, path, log, err);
	assert_int_equal(access(path, F_OK) == 0, rc == ERR_OK);
	rewind(log);
	n = fread(log_text, 1, sizeof(log_text) - 1, log);
	log_text[n] = '\0';
	(void)fclose(log);
	mini_data_remove(dir);
	return rc;
}

static int lines(const char *s)
{
	int n = 0;
	for (; *s; s++)
		n += *s == '\n';
	return n;
}

static void refused(const char *name, const char *text, const char *message)
{
	struct err err;
	int rc = build(name, text, &err);
	if (rc == ERR_OK || !strstr(err.msg, message) || !strstr(log_text, message))
		fail_msg("%s: wanted '%s', got %d '%s', log '%s'", name, message, rc, err.msg, log_text);
}

static void accepted(const char *name, const char *text)
{
	struct err err;
	if (build(name, text, &err) != ERR_OK)
		fail_msg("%s: %s", name, err.msg);
	assert_string_equal(log_text, "");
}

static void good(void **state)
{
	(void)state;
	accepted(NULL, NULL);
	accepted("catalog/cpu.csv", "+" CPU_ROW("96", "360"));
	/* BOM and CRLF, blank lines, blanks around fields, a line break inside a field */
	accepted("catalog/vat.csv", "\xef\xbb\xbfregion,basis_points,confidence,source\r\n\r\nDE , 1900,sourced,\"mini\"\r\n");
	accepted("catalog/source.csv", "+\"more\",\"two\nlines, and \"\"quotes\"\"\"\n");
}

static void values(void **state)
{
	(void)state;
	refused("catalog/cpu.csv", CPU CPU_ROW("many", "360"), "catalog/cpu.csv:2: column cores: value 'many': not a whole number");
	refused("catalog/cpu.csv", CPU "\n" CPU_ROW("2000", "360"),
		"catalog/cpu.csv:3: column cores: value '2000': must be between 1 and 1024");
	refused("catalog/cpu.csv", CPU CPU_ROW("193", "360"),
		"catalog/cpu.csv:2: column threads: value '192': must be between cores and 2048");
	refused("catalog/dimm.csv", "+Samsung,x,y,active,sourced,,mini,,DDR3,64,RDIMM,4800,2,x4,16,1.1\n",
		"catalog/dimm.csv:8: column generation: value 'DDR3': must be one of 'DDR4','DDR5'");
	refused("catalog/dimm.csv", "+Samsung,x,y,active,sourced,,mini,,DDR5,64,RDIMM,4800,2,x4,16,high\n",
		"catalog/dimm.csv:8: column voltage: value 'high': not a number");
	refused("catalog/dimm.csv", "+Samsung,x,y,active,sourced,,mini,,DDR5,64,RDIMM,4800,2,x4,16,inf\n", "not a number");
	refused("catalog/cpu.csv", "+AMD,EPYC 9354,x,fine,sourced,,mini,,genoa,SP5,2,9,18,2.4,,,9,,12,D,4800,,5,128,,,\n",
		"catalog/cpu.csv:10: column status: value 'fine': must be one of 'active','mature'");
}

/* A CPU, GPU or supply without watts would make every power sum a lie. */
static void watts(void **state)
{
	(void)state;
	refused("catalog/cpu.csv", CPU CPU_ROW("96", ""), "catalog/cpu.csv:2: column tdp_w: value '': may not be empty");
	refused("catalog/gpu.csv", "+NVIDIA,X,Y,active,sourced,,mini,,,pcie,94,,,,5,16,2,,,,,,,,,,passive,\n",
		"catalog/gpu.csv:7: column tdp_w: value '': may not be empty");
	refused("catalog/psu.csv", "+Supermicro,X,Y,active,sourced,,mini,,,,\n",
		"catalog/psu.csv:4: column rated_w: value '': may not be empty");
}

static void references(void **state)
{
	(void)state;
	refused("catalog/cpu.csv", "+AMD,T,T,active,sourced,,guess,,genoa,SP5,2,9,18,2.4,,,99,,12,D,4800,,5,128,,,\n",
		"catalog/cpu.csv:10: column source: value 'guess': source.csv has no such id");
	refused("catalog/platform_gpu.csv", "+AS-4125GS-TNRT,EPYC 9654,sourced\n",
		"column gpu: value 'EPYC 9654': no part has this part number, model or order number");
	refused("catalog/platform_family.csv", "+cpu:EPYC 9654,genoa\n",
		"column platform: value 'cpu:EPYC 9654': a part of another kind is needed here");
	refused("catalog/price.csv", "+,list,EUR,1.00,excl,2026,,,1,1,,sourced,mini\n",
		"column part: value '': may not be empty");
	/* a CPU and a NIC of one name */
	{
		const struct mini_file extra[] = {
			{ "catalog/nic.csv", "+AMD,EPYC 9654,other,active,sourced,,mini,,2,25,,4,8,HHHL,,\n" },
			{ "catalog/price.csv", PRICE "cpu:EPYC 9654,list,EUR,1.00,excl,2026,,,1,1,,sourced,mini\n"
				"EPYC 9654,list,EUR,1.00,excl,2026,,,1,1,,sourced,mini\n" },
			{ NULL, NULL },
		};
		struct catalog *cat = NULL;
		assert_int_equal(mini_catalog_open(&cat, extra), ERR_DATA);
		assert_string_equal(mini_catalog_error(), "catalog/price.csv:3: column part: value 'EPYC 9654': "
			"two parts have this name; write the part number, or 'kind:name'");
	}
	/* by order number, which only rows behind it may use */
	accepted("catalog/price.csv", "+GPU-NVH200NVL,list,EUR,1.00,excl,2026,,,1,1,,sourced,mini\n");
}

static void money_and_dates(void **state)
{
	(void)state;
	refused("catalog/price.csv", PRICE "EPYC 9654,list,EUR,12.345,excl,2026,,,1,1,,sourced,mini\n",
		"catalog/price.csv:2: column amount: value '12.345': not an amount");
	refused("catalog/price.csv", PRICE "EPYC 9654,list,EUR,-1,excl,2026,,,1,1,,sourced,mini\n",
		"column amount: value '-1': must meet the condition cents >= 0");
	refused("catalog/price.csv", PRICE "EPYC 9654,list,euro,1,excl,2026,,,1,1,,sourced,mini\n",
		"column currency: value 'euro'");
	refused("catalog/price.csv", PRICE "EPYC 9654,list,EUR,1,excl,2026-02-30,,,1,1,,sourced,mini\n",
		"column date: value '2026-02-30': not a date");
	refused("catalog/price.csv", PRICE "EPYC 9654,list,EUR,1,excl,2026-13,,,1,1,,sourced,mini\n", "not a date");
	refused("catalog/price.csv", PRICE "EPYC 9654,list,EUR,1,excl,2026-Q5,,,1,1,,sourced,mini\n", "not a date");
	refused("catalog/price.csv", PRICE "EPYC 9654,list,EUR,1,excl,30-11-2026,,,1,1,,sourced,mini\n", "not a date");
	refused("catalog/price.csv", PRICE "EPYC 9654,list,EUR,1,excl,2026-03-01,2026-02,,1,1,,sourced,mini\n",
		"column valid_to: value '2026-02': lies before the date");
	accepted("catalog/price.csv", PRICE "EPYC 9654,list,EUR,1,excl,2024-02-29,2024-02,,1,1,,sourced,mini\n"
		"EPYC 9654,list,EUR,1.5,excl,2026-Q3,2026-09-30,,1,1,,sourced,mini\n"
		"EPYC 9654,list,EUR,1,excl,2026,2026-11-30,,1,1,,sourced,mini\n");
}

static void structure(void **state)
{
	(void)state;
	refused("catalog/vat.csv", "region,basis_points,confidence,source,colour\n",
		"catalog/vat.csv:1: 'colour' is no column of this file");
	refused("catalog/vat.csv", "region,confidence,source\n", "catalog/vat.csv:1: the column basis_points is missing");
	refused("catalog/vat.csv", "region,region,basis_points,confidence,source\n", "the column region stands twice");
	refused("catalog/vat.csv", "+DE,1900,sourced\n", "catalog/vat.csv:3: the row has 3 fields, the header 4");
	refused("catalog/vat.csv", "", "catalog/vat.csv:1: the file has no header");
	refused("catalog/vat.csv", NULL, "catalog/vat.csv: cannot");
	refused("catalog/vat.csv", "+NL,2100,sourced,mini\n",
		"catalog/vat.csv:3: column region: value 'NL': an earlier row has the same (vat.region)");
}

/* B-cases of hostile text: each named by the line on which its record begins. */
static void text(void **state)
{
	struct err err;
	static char wide[6000];
	(void)state;
	refused("catalog/source.csv", "+x,\"open\ny,z\n", "catalog/source.csv:4: a quotation mark is not closed");
	assert_int_equal(lines(log_text) >= 1, 1);
	refused("catalog/source.csv", "+x,\"a\nb\"\nx,second\n", "catalog/source.csv:6: column id: value 'x'");
	refused("catalog/source.csv", "+x,a\x1b[31mred\n", "catalog/source.csv:4: the line holds a control character");
	refused("catalog/source.csv", "+x,a\xc2\x9b" "31m\n", "catalog/source.csv:4: the line holds a control character");
	refused("catalog/source.csv", "+x,a\xff\n", "catalog/source.csv:4: the text is not UTF-8");
	refused("catalog/source.csv", "\xff\xfei\1d\1", "UTF-16");
	memset(wide, 'a', sizeof(wide) - 1);
	wide[0] = '+';
	wide[1] = 'x';
	wide[2] = ',';
	wide[sizeof(wide) - 2] = '\n';
	refused("catalog/source.csv", wide, "catalog/source.csv:4: a field is too long");
	/* a percent sign is text */
	assert_int_equal(build("catalog/cpu.csv", CPU CPU_ROW("%s%n", "360"), &err), ERR_DATA);
	assert_non_null(strstr(err.msg, "value '%s%n'"));
}

static void recalled(void **state)
{
	const struct mini_file extra[] = {
		{ "catalog/psu.csv", "+Supermicro,A,A,active,sourced,rated_w inlet,mini,,500,,\n"
			"Supermicro,B,B,active,recalled,,memory,,500,,\n" "Supermicro,C,C,active,recalled,inlet,memory,,500,,\n" },
		{ NULL, NULL },
	};
	static const char *const want[][2] = { { "A", " rated_w inlet " }, { "B", " * " }, { "C", " inlet " },
		{ "PWS-3K06G-2R", " " } };
	struct catalog *cat = NULL;
	struct stmt *st = NULL;
	struct err err = { 0 };
	(void)state;
	refused("catalog/psu.csv", "+Supermicro,X,Y,active,sourced,colour,mini,,500,,\n",
		"catalog/psu.csv:4: column recalled: 'colour' is no column of this file");
	assert_int_equal(mini_catalog_open(&cat, extra), ERR_OK);
	assert_int_equal(stmt_prepare(&st, catalog_db(cat), "SELECT recalled FROM part WHERE part_number = ?1", &err), ERR_OK);
	for (size_t i = 0; i < sizeof(want) / sizeof(want[0]); i++) {
		stmt_bind_text(st, 1, want[i][0]);
		assert_int_equal(stmt_step(st, &err), 1);
		assert_string_equal(stmt_text(st, 0), want[i][1]);
		stmt_reset(st);
	}
	stmt_free(st);
	mini_catalog_close(cat);
}

static void many_problems(void **state)
{
	static char rows[20000] = PRICE;
	struct err err;
	size_t len = strlen(rows);
	(void)state;
	for (int i = 0; i < 80; i++)
		len += (size_t)snprintf(rows + len, sizeof(rows) - len, "EPYC 9654,list,EUR,x,excl,2026,,,1,1,,sourced,mini\n");
	assert_int_equal(build("catalog/price.csv", rows, &err), ERR_DATA);
	assert_int_equal(lines(log_text), 50);
	assert_non_null(strstr(err.msg, "catalog/price.csv:2:"));
}

#define RULE(id, sev, extra) "{ id = \"" id "\"; step = \"memory\"; severity = \"" sev "\";\n holds = \"1\"; text = \"t\";" \
	" source = \"s\"; " extra "}"

static void rules(void **state)
{
	(void)state;
	accepted("rules/a.cfg", "rules = (\n" RULE("a", "error", "need = 12;") ",\n" RULE("b", "advice", "") ");\n");
	refused("rules/a.cfg", "rules = (\n" RULE("a", "fatal", "") ");\n", "rules/a.cfg:2: 'a': key severity: must be one of");
	refused("rules/a.cfg", "rules = (\n" RULE("a", "error", "colour = 1;") ");\n",
		"rules/a.cfg:3: 'colour' is no key of an entry of rules");
	refused("rules/a.cfg", "rules = (\n" RULE("a", "error", "why = [ 1 ];") ");\n", "rules/a.cfg:3: 'why' must be text");
	refused("rules/a.cfg", "rules = ( { id = \"a\"; step = \"memory\"; } );\n", "rules/a.cfg:1: the key 'severity' is missing");
	refused("rules/a.cfg", "rules = (\n" RULE("a", "error", "") ",\n" RULE("a", "error", "") ");\n",
		"rules/a.cfg:4: the rule 'a' stands already in rules/a.cfg, line 2");
	refused("rules/a.cfg", "rules = (\n" RULE("a", "error", "text = \"u\";") ");\n", "rules/a.cfg:3: the text cannot be read");
	refused("rules/a.cfg", "\n\n@include \"b.cfg\"\n", "rules/a.cfg:3: @include is not allowed");
	refused("rules/a.cfg", "colours = 1;\n", "rules/a.cfg:1: the file may hold only the list 'rules'");
	refused("rules/vocabulary.cfg", "terms = ( { name = \"x\"; sql = \"1\"; unit = \"\"; } );",
		"rules/vocabulary.cfg:1: the key 'meaning' is missing");
	refused("rules/vocabulary.cfg", "terms = (\n{ name = \"x\"; sql = \"1\"; unit = \"\"; meaning = \"m\"; },\n"
		"{ name = \"x\"; sql = \"2\"; unit = \"\"; meaning = \"m\"; } );",
		"rules/vocabulary.cfg:3: 'x': key name: an earlier row has the same (term.name)");
	refused("workloads.cfg", "workloads = ( { id = \"x\"; title = \"\"; help = \"h\"; } );", "the key 'title' is empty");
}

/* Rules keep the order of file names and of entries; what is left out is "", and when is "1". */
static void rule_rows(void **state)
{
	const struct mini_file extra[] = {
		{ "rules/b.cfg", "rules = (\n" RULE("third", "error", "") ");\n" },
		{ "rules/a.cfg", "rules = (\n" RULE("first", "error", "when = \"0\";") ",\n" RULE("second", "error", "") ");\n" },
		{ NULL, NULL },
	};
	struct catalog *cat = NULL;
	struct stmt *st = NULL;
	struct err err = { 0 };
	(void)state;
	assert_int_equal(mini_catalog_open(&cat, extra), ERR_OK);
	assert_int_equal(stmt_prepare(&st, catalog_db(cat), "SELECT group_concat(id || when_sql || have_sql || file || line, ' ')"
		" FROM (SELECT * FROM rule ORDER BY seq)", &err), ERR_OK);
	assert_int_equal(stmt_step(st, &err), 1);
	assert_string_equal(stmt_text(st, 0), "first0rules/a.cfg2 second1rules/a.cfg4 third1rules/b.cfg2");
	stmt_free(st);
	mini_catalog_close(cat);
}

static int hook_calls;

static int hook_refuses(struct catalog *cat, FILE *log, struct err *err)
{
	hook_calls++;
	assert_non_null(catalog_db(cat));
	(void)fprintf(log, "rules/a.cfg:2: no such column\n");
	return err_set(err, ERR_DATA, "rules/a.cfg:2: no such column");
}

static void rules_hook(void **state)
{
	struct err err;
	(void)state;
	catalog_set_rules_check(hook_refuses);
	assert_int_equal(build(NULL, NULL, &err), ERR_DATA);
	catalog_set_rules_check(NULL);
	assert_int_equal(hook_calls, 1);
	assert_string_equal(err.msg, "rules/a.cfg:2: no such column");
	assert_string_equal(log_text, "rules/a.cfg:2: no such column\n");
}

static void derive_error(void **state)
{
	(void)state;
	refused("derive.sql", "-- one\nSELECT 1;\n-- two\nSELECT colour FROM part;\n", "derive.sql:4: no such column: colour");
	accepted("derive.sql", NULL);
}

/* Whatever allocation fails: an error, nothing left behind, the next build works. */
static void no_memory(void **state)
{
	char dir[64], path[128];
	struct err err = { 0 };
	long n = 1;
	int rc = ERR_NOMEM;
	(void)state;
	assert_int_equal(mini_data_make(dir, NULL, 0), 0);
	(void)snprintf(path, sizeof(path), "%s/out.db", dir);
	for (; n < 100000 && rc != ERR_OK; n += n < 40 ? 1 : n / 4) {
		memset(&err, 0, sizeof(err));
		mem_fail_at(n, 1);
		rc = catalog_build(dir, path, NULL, &err);
		mem_fail_at(0, 0);
		if (rc != ERR_OK)
			assert_int_equal(access(path, F_OK), -1);
	}
	assert_int_equal(rc, ERR_OK);
	assert_true(n > 100);
	mini_data_remove(dir);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(good), cmocka_unit_test(values), cmocka_unit_test(watts), cmocka_unit_test(references),
		cmocka_unit_test(money_and_dates), cmocka_unit_test(structure), cmocka_unit_test(text), cmocka_unit_test(recalled),
		cmocka_unit_test(many_problems), cmocka_unit_test(rules), cmocka_unit_test(rule_rows), cmocka_unit_test(rules_hook),
		cmocka_unit_test(derive_error), cmocka_unit_test(no_memory),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
