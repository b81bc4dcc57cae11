/* SPDX-License-Identifier: MIT */
#include <langinfo.h>
#include <limits.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "file.h"
#include "i18n.h"
#include "str.h"

static char language[3] = "en";

/* The locale that POSIX's order of variables names, "" when none. */
static const char *env_locale(const char *category)
{
	const char *names[] = { "LC_ALL", category, "LANG" };
	size_t i;

	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		const char *v = getenv(names[i]);

		if (v && *v)
			return v;
	}
	return "";
}

static int is_c(const char *locale)
{
	return !locale || !*locale || strcmp(locale, "C") == 0 || strcmp(locale, "POSIX") == 0;
}

/* Where a named locale is not installed, its characters are still UTF-8 unless its name says otherwise. */
static void set_characters(void)
{
	const char *dot = strchr(env_locale("LC_CTYPE"), '.');
	char codeset[8] = "";

	if (setlocale(LC_CTYPE, ""))
		return;
	if (dot) {
		str_copy(codeset, sizeof(codeset), dot + 1);
		codeset[strcspn(codeset, "@")] = '\0';
	}
	if (dot && str_casecmp(codeset, "UTF-8") != 0 && str_casecmp(codeset, "utf8") != 0)
		setlocale(LC_CTYPE, "C");
	else if (!setlocale(LC_CTYPE, "C.UTF-8"))
		setlocale(LC_CTYPE, "C");
}

/* The first language of a list ("nl_BE.UTF-8:de") for which there is a translation. */
static void choose(const char *list, const char *folder, char dst[3])
{
	while (*list) {
		size_t len = strcspn(list, ":");
		char two[3], path[PATH_MAX];

		if (len >= 2 && (len == 2 || strchr("_.@:", list[2]))) {
			two[0] = (char)(list[0] | 0x20);
			two[1] = (char)(list[1] | 0x20);
			two[2] = '\0';
			if (strcmp(two, "en") == 0)
				break;
			/* Letters only: the name becomes part of a path. */
			if (two[0] >= 'a' && two[0] <= 'z' && two[1] >= 'a' && two[1] <= 'z' &&
			    snprintf(path, sizeof(path), "%s/%s/LC_MESSAGES/" PACKAGE ".mo", folder, two) <
			        (int)sizeof(path) &&
			    file_exists(path)) {
				memcpy(dst, two, 3);
				return;
			}
		}
		list += len + (list[len] == ':');
	}
	memcpy(dst, "en", 3);
}

void i18n_init(const char *lang)
{
	/* LANGUAGE as the user had it, and as we left it: a second call starts from the user's. */
	static char before[256], ours[3];
	const char *now = getenv("LANGUAGE"), *wish = lang, *all = getenv("LC_ALL");
	char folder[PATH_MAX];

	if (!now || strcmp(now, ours) != 0)
		str_copy(before, sizeof(before), now ? now : "");
	set_characters();
	setlocale(LC_NUMERIC, "C");
	if (file_locale_dir(folder, sizeof(folder)) != 0)
		folder[0] = '\0';
	if (!wish && all && *all && is_c(all))
		wish = "en"; /* LC_ALL=C asks for the source texts, as everywhere */
	if (!wish && before[0])
		wish = before;
	if (!wish)
		wish = env_locale("LC_MESSAGES");
	choose(wish, folder, language);
	memcpy(ours, language, sizeof(ours));
	setenv("LANGUAGE", language, 1);
	/* glibc reads LANGUAGE only where the locale of messages is not "C". */
	if (strcmp(language, "en") == 0)
		setlocale(LC_MESSAGES, "C");
	else if (is_c(setlocale(LC_MESSAGES, "")))
		setlocale(LC_MESSAGES, "C.UTF-8");
#if ENABLE_NLS
	bindtextdomain(PACKAGE, folder);
	/* Inside, all text is UTF-8 whatever the terminal shows. */
	bind_textdomain_codeset(PACKAGE, "UTF-8");
	/* Also makes gettext forget what it looked up in the language before. */
	textdomain(PACKAGE);
#endif
}

const char *i18n_language(void)
{
	return language;
}

int i18n_utf8(void)
{
	return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}
