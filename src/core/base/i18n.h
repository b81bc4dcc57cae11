/* SPDX-License-Identifier: MIT */
/* gettext, and the choice of language on a host whose only locales are C and C.UTF-8. */
#ifndef BESTEK_BASE_I18N_H
#define BESTEK_BASE_I18N_H

/* config.h says whether there are translations at all. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#define GNULIB_NO_VLA 1
#include "../../gettext.h"

#define _(s) gettext(s)
#define N_(s) s

/*
 * Sets the locale from the environment (C.UTF-8 for characters when the named one is not installed), LC_NUMERIC always C,
 * and the language: lang when not NULL ("nl", "de", "en"), else LANGUAGE, LC_ALL, LC_MESSAGES, LANG. Call once, early;
 * may be called again to change the language.
 */
void i18n_init(const char *lang);
/* The two-letter language in use, "en" when none. */
const char *i18n_language(void);
/* 1 when the terminal's character set is UTF-8. */
int i18n_utf8(void);

#endif
