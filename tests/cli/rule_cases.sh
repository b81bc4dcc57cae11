#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Every rule has a case in tests/cases/rules that breaks it and one that just holds it (whether they do: cases.sh).
. "${BESTEK_SRCDIR:?}/tests/cli/lib.sh"

run rules --json
cp "$work/out" "$work/rules.json"
run check --json "$rule_cases"/*-breaks.bestek
"$BESTEK_BUILDDIR/tests/cli/coverage" "$work/rules.json" "$work/out" "$rule_cases" > "$work/verdicts"
result "rules and cases can be read" $?
cat "$work/verdicts"
n=$((n + $(grep -cE '^(not )?ok - ' "$work/verdicts")))
finish
