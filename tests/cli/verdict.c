/* SPDX-License-Identifier: MIT */
/*
 * verdict CASE JSON STATUS: does the answer of `bestek check --json CASE` meet the lines "// expect ..." of the case?
 * One TAP line for each. Exit 1 when the files cannot be read at all.
 *
 *   no error                          no finding is an error
 *   no RULE | no SEVERITY RULE        no finding of the rule (with that severity)
 *   SEVERITY RULE [have X need Y]     such a finding, proven; a number, a text, "need" may be left out
 *   any RULE [have X need Y]          the same, an error or a warning, proven or not
 *   unproven RULE [have X need Y]     a finding of the rule that says which fact is missing
 */
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct expect {
	int none;
	char severity[16]; /* "" any */
	char rule[64];
	const char *have, *need; /* NULL: not asked */
};

static const char *text_of(const json_t *finding, const char *key)
{
	const char *s = json_string_value(json_object_get(finding, key));

	return s ? s : "";
}

static int is_severity(const char *s)
{
	return strcmp(s, "error") == 0 || strcmp(s, "warning") == 0 || strcmp(s, "advice") == 0;
}

/* Cuts line (after "// expect ") into e; 0 when it has no such form. */
static int read_expect(char *line, struct expect *e)
{
	char word[3][64] = { "", "", "" };
	char *have = strstr(line, " have "), *need;
	int n, i = 0;

	memset(e, 0, sizeof(*e));
	if (have) {
		*have = '\0';
		e->have = have + 6;
		need = strstr(have + 6, " need ");
		if (need) {
			*need = '\0';
			e->need = need + 6;
		}
	}
	n = sscanf(line, "%63s %63s %63s", word[0], word[1], word[2]);
	if (strcmp(word[0], "no") == 0) {
		e->none = 1;
		i++;
	}
	if (is_severity(word[i]) || strcmp(word[i], "unproven") == 0 || strcmp(word[i], "any") == 0)
		snprintf(e->severity, sizeof(e->severity), "%.15s", word[i++]);
	else if (!e->none)
		return 0;
	snprintf(e->rule, sizeof(e->rule), "%s", i < 3 ? word[i] : "");
	if (n != i + (e->rule[0] != '\0') || (e->none && have))
		return 0;
	return e->rule[0] || (e->none && strcmp(e->severity, "error") == 0);
}

/* A number within rounding, or the same text. */
static int same(const json_t *value, const char *want)
{
	char *end;
	double d = strtod(want, &end);

	if (json_is_number(value))
		return *want && !*end && fabs(json_number_value(value) - d) <= 1e-9 * (fabs(d) + 1);
	return json_is_string(value) && strcmp(json_string_value(value), want) == 0;
}

static int fits(const json_t *f, const struct expect *e)
{
	const char *severity = text_of(f, "severity");
	int proven = json_is_true(json_object_get(f, "proven"));

	if (e->rule[0] && strcmp(text_of(f, "rule"), e->rule) != 0)
		return 0;
	if (strcmp(e->severity, "unproven") == 0) {
		if (proven)
			return 0;
	} else if (strcmp(e->severity, "any") == 0) {
		if (strcmp(severity, "advice") == 0)
			return 0;
	} else if (e->severity[0] && (strcmp(severity, e->severity) != 0 || (!proven && !e->none))) {
		return 0;
	}
	return (!e->have || same(json_object_get(f, "have"), e->have))
	       && (!e->need || same(json_object_get(f, "need"), e->need));
}

/* 1 when met. status: of the program; 1 has to go with errors, 0 without. */
static int met(char *line, const json_t *findings, int status)
{
	static const struct expect error = { .severity = "error", .none = 1 };
	struct expect e;
	size_t i;
	json_t *f;
	int found = 0, errors = 0;

	if (!read_expect(line, &e))
		return 0;
	json_array_foreach(findings, i, f) {
		found |= fits(f, &e);
		errors |= fits(f, &error);
	}
	return status == errors && found == !e.none;
}

static void show_findings(const json_t *findings)
{
	size_t i;
	json_t *f;

	json_array_foreach(findings, i, f) {
		char *have = json_dumps(json_object_get(f, "have"), JSON_ENCODE_ANY);
		char *need = json_dumps(json_object_get(f, "need"), JSON_ENCODE_ANY);

		printf("# %s %s have %s need %s: %s\n", text_of(f, "severity"), text_of(f, "rule"), have ? have : "",
		       need ? need : "", text_of(f, "text"));
		free(have);
		free(need);
	}
}

int main(int argc, char **argv)
{
	static const char mark[] = "// expect ";
	json_t *doc, *file, *findings;
	char line[256];
	FILE *in;
	int lines = 0;

	if (argc != 4)
		return 1;
	doc = json_load_file(argv[2], 0, NULL);
	file = json_array_get(json_object_get(doc, "files"), 0);
	findings = json_object_get(file, "findings");
	in = fopen(argv[1], "r");
	if (!json_is_array(findings) || !in)
		return 1;
	while (fgets(line, sizeof(line), in)) {
		const char *name = strrchr(argv[1], '/');
		char copy[256];
		int good;

		if (strncmp(line, mark, sizeof(mark) - 1) != 0)
			continue;
		lines++;
		line[strcspn(line, "\n")] = '\0';
		snprintf(copy, sizeof(copy), "%s", line);
		good = met(copy + sizeof(mark) - 1, findings, (int)strtol(argv[3], NULL, 10));
		printf("%s - %s: %s\n", good ? "ok" : "not ok", name ? name + 1 : argv[1], line + 3);
		if (!good) {
			printf("# status %s, %s\n", argv[3], text_of(file, "status"));
			show_findings(findings);
		}
	}
	fclose(in);
	json_decref(doc);
	return lines > 0 ? 0 : 1;
}
