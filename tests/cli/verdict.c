/* SPDX-License-Identifier: MIT */
/*
 * verdict CASE JSON STATUS: does the answer of `bestek check --json CASE` meet the lines "// expect ..." of the case?
 * One TAP line for each. Exit 1 when the files cannot be read at all.
 */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *text_of(const json_t *finding, const char *key)
{
	const char *s = json_string_value(json_object_get(finding, key));

	return s ? s : "";
}

/* The first finding of the rule with the severity ("any": error or warning). */
static const json_t *find(const json_t *findings, const char *severity, const char *rule)
{
	size_t i;
	json_t *f;

	json_array_foreach(findings, i, f) {
		const char *have = text_of(f, "severity");
		int fits = strcmp(severity, "any") == 0 ? strcmp(have, "advice") != 0 : strcmp(have, severity) == 0;
		if (fits && strcmp(text_of(f, "rule"), rule) == 0)
			return f;
	}
	return NULL;
}

static int any_error(const json_t *findings)
{
	size_t i;
	json_t *f;

	json_array_foreach(findings, i, f)
		if (strcmp(text_of(f, "severity"), "error") == 0)
			return 1;
	return 0;
}

/* 1 when met. status: of the program; 1 has to go with errors, 0 without. */
static int met(const char *expect, const json_t *findings, int status)
{
	char severity[16], rule[64];
	double have, need;
	int n = sscanf(expect, "%15s %63s have %lf need %lf", severity, rule, &have, &need);
	const json_t *f;

	if (n < 2 || status != any_error(findings))
		return 0;
	if (strcmp(severity, "no") == 0)
		return strcmp(rule, "error") == 0 && !any_error(findings);
	f = find(findings, severity, rule);
	if (!f || n == 2)
		return f != NULL;
	return n == 4 && json_number_value(json_object_get(f, "have")) == have
	       && json_number_value(json_object_get(f, "need")) == need;
}

static void show_findings(const json_t *findings)
{
	size_t i;
	json_t *f;

	json_array_foreach(findings, i, f)
		printf("# %s %s: %s\n", text_of(f, "severity"), text_of(f, "rule"), text_of(f, "text"));
}

int main(int argc, char **argv)
{
	static const char mark[] = "// expect ";
	json_t *doc, *file, *findings;
	char line[256];
	FILE *in;

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
		int good;
		if (strncmp(line, mark, sizeof(mark) - 1) != 0)
			continue;
		line[strcspn(line, "\n")] = '\0';
		good = met(line + sizeof(mark) - 1, findings, (int)strtol(argv[3], NULL, 10));
		printf("%s - %s: %s\n", good ? "ok" : "not ok", name ? name + 1 : argv[1], line + 3);
		if (!good) {
			printf("# status %s, %s\n", argv[3], text_of(file, "status"));
			show_findings(findings);
		}
	}
	fclose(in);
	json_decref(doc);
	return 0;
}
