#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Options, help, exit statuses, and output that cannot be written.
. "${BESTEK_SRCDIR:?}/tests/cli/lib.sh"

run --help
is "--help" 0 '^Examples:'
empty "--help says nothing on standard error" "$work/err"
[ "$(head -n 1 "$work/out")" = "Examples:" ]
result "examples come first" $?
for command in check solve explain export rules 'catalog info' 'catalog search' 'catalog show' 'catalog verify' \
	'catalog build'; do
	run $command --help
	is "$command --help" 0 "^Usage: bestek $command"
	[ "$(head -n 1 "$work/out")" = "Examples:" ]
	result "$command: examples come first" $?
done
run check -h
is "check -h" 0 'Usage: bestek check'
run catalog --help
is "catalog --help lists the family" 0 'bestek catalog search'
run help solve
is "help solve" 0 'Usage: bestek solve'
run --version
is "--version" 0 '^bestek [0-9]+\.[0-9]+'
is "--version names the price list" 0 '^price list of 20[0-9][0-9]'

run
is "no terminal: usage" 2 '' "^bestek: .*terminal.*'bestek solve FILE'"
[ "$(wc -l < "$work/err")" -eq 1 ]
result "no terminal: one line" $?
run "$samples/01-llm-inference.bestek"
is "no terminal, a file" 2 '' "bestek solve .*01-llm-inference.bestek"
run --no-input
is "--no-input forbids the wizard" 2 '' '--no-input'
run chekc
is "a mistyped command" 2 '' "did you mean 'check'"
empty "nothing on standard output" "$work/out"
run nothing-like-it
is "an unknown command" 2 '' '--help'
run catalog serach x
is "a mistyped action" 2 '' "did you mean 'catalog search'"
run catalog
is "catalog needs an action" 2 '' 'needs an action'
run check --jsn "$samples/01-llm-inference.bestek"
is "a mistyped option" 2 '' "did you mean '--json'"
run solve --by cots "$samples/01-llm-inference.bestek"
is "a mistyped value" 2 '' "did you mean 'cost'"
run solve --top 0 "$samples/01-llm-inference.bestek"
is "--top 0" 2 '' 'from 1 to 20'
run solve --top 3x "$samples/01-llm-inference.bestek"
is "--top 3x" 2 '' 'whole number'
run check --json=yes x
is "a value for a flag" 2 '' 'takes no value'
run export "$samples/01-llm-inference.bestek" -o
is "an option without its value" 2 '' 'needs a value'
run check
is "no operand" 2 '' 'needs FILE'
run solve a b
is "an operand too many" 2 '' "no use for 'b'"
run --lang xx rules
is "an unknown language" 2 '' '--lang'
run check -- --json
is "-- ends the options" 3 '' "'--json'"
printf 'build = {\n' > "$work/a"$'\033'"[31mred.bestek"
run check "$work/a"$'\033'"[31mred.bestek"
! grep -q $'\033' "$work/err"
result "a file name cannot colour the terminal" $?

run check "$work/none.bestek"
is "a missing file" 3 '' "none.bestek"
: > "$work/empty.db"
run --catalog "$work/empty.db" check "$samples/01-llm-inference.bestek"
is "an empty catalogue" 3 '' 'empty.db'
run --catalog "$work/none.db" rules
is "a missing catalogue" 3 '' 'none.db'
run --catalog "$work/none.db" --version
is "--version without a catalogue" 0 '^bestek '
printf 'build = { cpu = "EPYC 9354"\n  nonsense ===\n' > "$work/broken.bestek"
run check "$work/broken.bestek"
is "a broken file is named with its line" 3 '' 'broken.bestek:[0-9]+'

"$bestek" rules > /dev/full 2> "$work/err"
status=$?
is "a full disk is an error" 3 '' 'standard output'
"$bestek" --help > /dev/full 2> "$work/err"
status=$?
is "a full disk is an error for help too" 3 '' 'standard output'
"$bestek" rules >&- 2> "$work/err"
status=$?
is "a closed standard output is an error" 3 '' 'standard output'
{ "$bestek" rules 2> "$work/err"; echo $? > "$work/status"; } | head -n 1 > "$work/out"
status=$(cat "$work/status")
is "a reader that leaves early is no crash" 0
empty "and no message" "$work/err"

env -i "$bestek" --version > "$work/out" 2> "$work/err" < /dev/null
status=$?
is "no environment at all" 0 '^bestek '
run rules --color=always
is "--color=always" 0 $'\033\\['
run rules
! grep -q $'\033' "$work/out"
result "no colour in a pipe" $?
run completion bash
bash -n "$work/out"
result "the completion for bash parses" $?
finish
