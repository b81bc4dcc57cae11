/* SPDX-License-Identifier: MIT */
/* bestek catalog ...: the parts database. */
#include "cli.h"

#include <jansson.h>
#include <stdio.h>

#include "../core/base/file.h"
#include "../core/base/i18n.h"
#include "../core/export/json_parts.h"

static const char *const kind_choices[] = {
	"platform", "cpu", "gpu", "dimm", "nic", "drive", "psu", "cable", "switch", "accessory", NULL
};
const struct cli_opt cli_json_opts[] = {
	{ .id = OPT_JSON, .name = "json", .help = N_("write JSON (bestek.catalog/1)") },
	{ 0 }
};
const struct cli_opt cli_catalog_search_opts[] = {
	{ .id = OPT_KIND,
	  .name = "kind",
	  .arg = N_("KIND"),
	  .choices = kind_choices,
	  .help = N_("only parts of this kind") },
	{ .id = OPT_JSON, .name = "json", .help = N_("write JSON (bestek.catalog/1)") },
	{ 0 }
};
const struct cli_opt cli_catalog_build_opts[] = { { .id = OPT_DATA,
	                                            .name = "data",
	                                            .arg = N_("FOLDER"),
	                                            .help = N_("where schema.sql, catalog/ and rules/ are") },
	                                          { .id = OPT_OUTPUT,
	                                            .letter = 'o',
	                                            .name = "output",
	                                            .arg = N_("FILE"),
	                                            .help = N_("the catalogue to write") },
	                                          { 0 } };

enum { SEARCH_MAX = 40, NEAR_MAX = 5 };

/* Facts as lines, or as [name, value] pairs: names may repeat, so an object would lose some. */
struct facts { struct cli *c; json_t *list; };

static int fact_row(void *data, const char *name, const char *value)
{
	struct facts *f = data;

	if (f->list)
		return json_array_append_new(f->list, json_pack("{s:o, s:o}", "name", json_text(name), "value",
		                                                json_text(value)));
	return str_addf(&f->c->out, "%-24s %s\n", name, value);
}

static json_t *part_json(const struct part *p)
{
	return json_pack("{s:s, s:o, s:o, s:o, s:o, s:s, s:b}", "kind", part_kind_name(p->kind), "vendor",
	                 json_text(p->vendor), "model", json_text(p->model), "part_number", json_text(p->part_number),
	                 "label", json_text(p->label), "status", p->status, "recalled", p->recalled);
}

/* The words of the operands as one text: "catalog search epyc 96" needs no quotes. */
static const char *operand_text(const struct cli *c, struct str *text)
{
	for (int i = 0; i < c->operands; i++)
		str_addf(text, "%s%s", i ? " " : "", c->operand[i]);
	return str_c(text);
}

int cli_run_catalog_build(struct cli *c, struct err *err)
{
	/* a rule that does not compile stops the build, by file and line */
	catalog_set_rules_check(engine_verify);
	if (!c->value[OPT_DATA])
		return err_set(err, ERR_USAGE, "%s", _("where is the data? give --data FOLDER"));
	if (!c->value[OPT_OUTPUT])
		return err_set(err, ERR_USAGE, "%s", _("where to? give -o FILE"));
	if (catalog_build(c->value[OPT_DATA], c->value[OPT_OUTPUT], stderr, err) != ERR_OK)
		return CLI_UNREADABLE;
	if (c->verbose)
		cli_notice(c, _("wrote %s"), c->value[OPT_OUTPUT]);
	return CLI_FINE;
}

int cli_run_catalog_info(struct cli *c, struct err *err)
{
	struct facts facts = { .c = c };

	if (cli_open_catalog(c, err) != ERR_OK)
		return CLI_UNREADABLE;
	if (c->value[OPT_JSON])
		facts.list = json_array();
	if (!facts.list)
		str_addf(&c->out, "%-24s %s\n", "file", catalog_path(c->catalog));
	if (catalog_info(c->catalog, fact_row, &facts, err) == ERR_OK && facts.list)
		json_write(json_pack("{s:s, s:o, s:O}", "schema", "bestek.catalog/1", "file",
		                     json_text(catalog_path(c->catalog)), "facts", facts.list), &c->out, err);
	json_decref(facts.list);
	return CLI_FINE;
}

int cli_run_catalog_search(struct cli *c, struct err *err)
{
	struct part found[SEARCH_MAX];
	struct str text = STR_INIT;
	json_t *list = NULL;
	int n = 0, kind = c->value[OPT_KIND] ? part_kind_of(c->value[OPT_KIND]) : -1;

	if (cli_open_catalog(c, err) == ERR_OK)
		catalog_search(c->catalog, kind, operand_text(c, &text), found, SEARCH_MAX, &n, err);
	if (err->code == ERR_OK && c->value[OPT_JSON])
		list = json_array();
	for (int i = 0; i < n && err->code == ERR_OK; i++) {
		if (list)
			json_array_append_new(list, part_json(&found[i]));
		else
			str_addf(&c->out, "%-10s %s  %s\n", part_kind_name(found[i].kind), found[i].label,
			         found[i].part_number);
	}
	if (list)
		json_write(json_pack("{s:s, s:O}", "schema", "bestek.catalog/1", "parts", list), &c->out, err);
	else if (n == 0 && err->code == ERR_OK)
		cli_notice(c, _("nothing in the catalogue is like '%s'"), str_c(&text));
	json_decref(list);
	str_release(&text);
	return CLI_FINE;
}

int cli_run_catalog_show(struct cli *c, struct err *err)
{
	struct facts facts = { .c = c };
	struct part part, near[NEAR_MAX];
	struct str text = STR_INIT;
	int n = 0, rc = cli_open_catalog(c, err);

	if (rc == ERR_OK)
		rc = catalog_resolve(c->catalog, -1, operand_text(c, &text), &part, near, NEAR_MAX, &n, err);
	if (rc == ERR_UNKNOWN)
		cli_complain_near(near, n);
	if (rc == ERR_OK && c->value[OPT_JSON])
		facts.list = json_array();
	else if (rc == ERR_OK)
		str_addf(&c->out, "%s\n", part.label);
	if (rc == ERR_OK)
		rc = catalog_facts(c->catalog, part.id, fact_row, &facts, err);
	if (rc == ERR_OK && facts.list)
		json_write(json_pack("{s:s, s:o, s:O}", "schema", "bestek.catalog/1", "part", part_json(&part), "facts",
		                     facts.list), &c->out, err);
	json_decref(facts.list);
	str_release(&text);
	return CLI_FINE;
}

int cli_run_catalog_verify(struct cli *c, struct err *err)
{
	struct facts facts = { .c = c };
	int rc = cli_open_catalog(c, err);

	catalog_set_rules_check(engine_verify);
	if (rc != ERR_OK)
		return CLI_UNREADABLE;
	if (c->value[OPT_JSON])
		facts.list = json_array();
	rc = catalog_verify(c->catalog, fact_row, &facts, err);
	if (facts.list && (rc == ERR_OK || rc == ERR_DATA)) {
		struct err json_err = { 0 };
		json_write(json_pack("{s:s, s:s, s:O}", "schema", "bestek.catalog/1", "status",
		                     rc == ERR_OK ? "ok" : "faulty", "problems", facts.list),
		           &c->out, &json_err);
	} else if (rc == ERR_OK) {
		str_addf(&c->out, _("%s is sound\n"), catalog_path(c->catalog));
	}
	json_decref(facts.list);
	return CLI_FINE;
}
