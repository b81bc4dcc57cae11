#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Every configuration of tests/cases/builds and tests/cases/rules gets the verdict that its first lines expect.
. "${BESTEK_SRCDIR:?}/tests/cli/lib.sh"

for file in "$cases"/*.bestek "$rule_cases"/*.bestek; do
	run check --json "$file"
	"$BESTEK_BUILDDIR/tests/cli/verdict" "$file" "$work/out" "$status" || {
		echo "not ok - ${file##*/}: no verdict"
		sed 's/^/# /' "$work/err"
	}
	n=$((n + $(grep -c '^// expect ' "$file")))
done
finish
