/* SPDX-License-Identifier: MIT */
/* Any bytes through base's text and number readers: copies stay valid and bounded, what is read is written back. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/num.h"
#include "core/base/str.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char text[256], copy[64], again[64];
	int64_t cents, back;
	double v;
	size_t fit;

	if (size >= sizeof(text))
		return 0;
	memcpy(text, data, size);
	text[size] = '\0';
	str_copy_clean(copy, sizeof(copy), text);
	/* Clean text is valid, and cleaning it once more changes nothing. */
	if (!str_utf8_valid(copy, strlen(copy)) || str_copy_clean(again, sizeof(again), copy) || strcmp(copy, again) != 0)
		abort();
	fit = str_fit(copy, 10);
	copy[fit] = '\0';
	if (str_width(copy) > 10 || !str_utf8_valid(copy, fit))
		abort();
	if (num_parse_cents(text, &cents) == 0) {
		num_write_cents(copy, sizeof(copy), cents);
		if (num_parse_cents(copy, &back) != 0 || back != cents)
			abort();
	}
	if (num_parse_double(text, &v) == 0) {
		num_write_double(copy, 32, v, -1);
		if (num_parse_double(copy, &v) != 0)
			abort();
	}
	num_parse_i64(text, &back);
	date_add_days(text, 100, copy);
	return 0;
}
