/* SPDX-License-Identifier: MIT */
/*
 * coverage RULES ANSWER FOLDER: has every rule of `bestek rules --json` a case that breaks it and one that just holds?
 * ANSWER is `bestek check --json FOLDER/...-breaks.bestek`. A rule is broken by a case NAME-breaks.bestek when a proven
 * finding has its id, severity, step and sentence; NAME-holds.bestek beside it must expect that there is no such
 * finding. FOLDER/UNREACHED lists rules that the shipped catalogue cannot break: "RULE SEVERITY | start | reason",
 * where start is that of the rule's sentence or of its expression "holds".
 * One TAP line for each rule. Exit 1 when the files cannot be read at all.
 */
#include <jansson.h>
#include <stdio.h>
#include <string.h>

enum { LINE = 512 };

static const char *text_of(const json_t *object, const char *key)
{
	const char *s = json_string_value(json_object_get(object, key));

	return s ? s : "";
}

/* 1 when text is the sentence with something in each {slot}. */
static int is_sentence(const char *sentence, const char *text)
{
	int first = 1;

	for (;;) {
		size_t n = strcspn(sentence, "{"), len = strlen(text);
		char piece[LINE];
		const char *at;

		snprintf(piece, sizeof(piece), "%.*s", (int)n, sentence);
		if (!sentence[n]) /* the last piece ends the text */
			return len >= n && strcmp(text + len - n, piece) == 0 && (!first || len == n);
		at = strstr(text, piece);
		if (!at || (first && at != text))
			return 0;
		text = at + n;
		sentence += n + strcspn(sentence + n, "}");
		sentence += *sentence == '}';
		first = 0;
	}
}

/* 1 when both sentences differ in the names of their slots only, so that a finding does not tell which it is. */
static int look_alike(const char *a, const char *b)
{
	while (*a && *a == *b) {
		if (*a == '{') {
			a += strcspn(a, "}");
			b += strcspn(b, "}");
			if (!*a || !*b)
				return *a == *b;
		}
		a++;
		b++;
	}
	return *a == *b;
}

static int is_same_rule(const json_t *a, const json_t *b)
{
	return strcmp(text_of(a, "rule"), text_of(b, "rule")) == 0
	       && strcmp(text_of(a, "severity"), text_of(b, "severity")) == 0
	       && strcmp(text_of(a, "step"), text_of(b, "step")) == 0;
}

/* 1 when the case beside path, NAME-holds for NAME-breaks, expects no finding of the rule. */
static int holds_beside(const char *path, const json_t *rule)
{
	static const char breaks[] = "-breaks.bestek";
	char other[LINE], line[LINE], want[2][LINE];
	size_t len = strlen(path);
	FILE *in;
	int found = 0;

	if (len < sizeof(breaks) || strcmp(path + len - sizeof(breaks) + 1, breaks) != 0)
		return 0;
	snprintf(other, sizeof(other), "%.*s-holds.bestek", (int)(len - sizeof(breaks) + 1), path);
	snprintf(want[0], sizeof(want[0]), "// expect no %s", text_of(rule, "rule"));
	snprintf(want[1], sizeof(want[1]), "// expect no %s %s", text_of(rule, "severity"), text_of(rule, "rule"));
	in = fopen(other, "r");
	if (!in)
		return 0;
	while (!found && fgets(line, sizeof(line), in)) {
		line[strcspn(line, "\n")] = '\0';
		found = strcmp(line, want[0]) == 0 || strcmp(line, want[1]) == 0;
	}
	fclose(in);
	return found;
}

/* How many cases break the rule with their counterpart beside them. */
static int cases_of(const json_t *files, const json_t *rule)
{
	size_t i, k;
	json_t *file, *f;
	int n = 0;

	json_array_foreach(files, i, file) {
		int broken = 0;

		json_array_foreach(json_object_get(file, "findings"), k, f)
			broken |= is_same_rule(f, rule) && json_is_true(json_object_get(f, "proven"))
			          && is_sentence(text_of(rule, "text"), text_of(f, "text"));
		if (broken && holds_beside(text_of(file, "file"), rule))
			n++;
	}
	return n;
}

/* 1 when the list has the rule. */
static int is_unreached(FILE *list, const json_t *rule)
{
	char line[LINE], head[LINE];

	rewind(list);
	snprintf(head, sizeof(head), "%s %s | ", text_of(rule, "rule"), text_of(rule, "severity"));
	while (fgets(line, sizeof(line), list)) {
		char *start = line + strlen(head), *end;

		if (strncmp(line, head, strlen(head)) != 0)
			continue;
		end = strstr(start, " | ");
		if (!end || end == start || strlen(end) < 5)
			continue;
		if (strncmp(start, text_of(rule, "text"), (size_t)(end - start)) == 0
		    || strncmp(start, text_of(rule, "holds"), (size_t)(end - start)) == 0)
			return 1;
	}
	return 0;
}

int main(int argc, char **argv)
{
	json_t *book, *answer, *rules, *files, *rule, *other;
	char path[LINE];
	FILE *list;
	size_t i, k;

	if (argc != 4)
		return 1;
	book = json_load_file(argv[1], 0, NULL);
	answer = json_load_file(argv[2], 0, NULL);
	rules = json_object_get(book, "rules");
	files = json_object_get(answer, "files");
	snprintf(path, sizeof(path), "%s/UNREACHED", argv[3]);
	list = fopen(path, "r");
	if (json_array_size(rules) == 0 || json_array_size(files) == 0 || !list)
		return 1;
	json_array_foreach(rules, i, rule) {
		const char *text = text_of(rule, "text");
		int want = 0, n = cases_of(files, rule), stale;

		json_array_foreach(rules, k, other)
			want += is_same_rule(rule, other) && look_alike(text, text_of(other, "text"))
			        && !is_unreached(list, other);
		stale = want == 0 && n > 0;
		printf("%s - %s %s: %.40s...\n", n < want || stale ? "not ok" : "ok", text_of(rule, "severity"),
		       text_of(rule, "rule"), text);
		if (n < want)
			printf("# %s:%lld: %d of %d cases NAME-breaks with NAME-holds in %s\n", text_of(rule, "file"),
			       (long long)json_integer_value(json_object_get(rule, "line")), n, want, argv[3]);
		else if (stale)
			printf("# %s is listed in UNREACHED, but a case breaks it: take it off the list\n", text_of(rule, "rule"));
	}
	fclose(list);
	json_decref(book);
	json_decref(answer);
	return 0;
}
