#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Each command on the samples and cases: statuses, the shape of its answer, files.
. "${BESTEK_SRCDIR:?}/tests/cli/lib.sh"
need=$samples/01-llm-inference.bestek
good=$cases/pcie-l40s-genoa-four.bestek
bad=$cases/nine-cards-eight-slots.bestek

# --- check ---
run check "$good"
is "check a good build" 0 'pcie-l40s-genoa-four.bestek: '
run check "$bad"
is "check a bad build" 1 'gpu.count'
run check --json "$good" "$bad"
is "check --json of two files: the worse status" 1 '"schema": "bestek.check/1"'
is "check --json holds both" 1 'nine-cards-eight-slots'
sed 's/EPYC 9354/EPYC 9399/' "$good" > "$work/unknown.bestek"
run check "$work/unknown.bestek"
is "an unknown part" 4 "unknown.bestek:[0-9]+: .*'EPYC 9399'"
is "close parts are named" 4 'close: .*EPYC 9[0-9]'
run check --json "$work/unknown.bestek"
is "an unknown part in JSON" 4 '"status": "unresolved"'
is "its closest parts" 4 '"closest": \['
run check --json "$work/none.bestek" "$work/unknown.bestek" "$bad"
is "unreadable is worse than unknown is worse than errors" 3 '"status": "unreadable"'
is "the others are there all the same" 3 '"status": "errors"'
run check --json "$work/unknown.bestek" "$bad"
is "unknown is worse than errors" 4
run check "$need"
[ "$status" -le 1 ] && grep -q "bestek solve" "$work/err"
result "a file with only needs is checked, and pointed at solve" $?
timeout 60 "$bestek" check - < "$bad" > "$work/out" 2> "$work/err"
status=$?
is "a file from standard input" 1 'gpu.count'
printf 'build = { cpu = "EPYC 9354"; sockets = 2; };\n' > "$work/part.bestek"
run check "$work/part.bestek"
is "silent rules are named where there is no platform" 0 'stayed silent:.*cpu'
printf 'colour = "red";\nbuild = { sockets = 1; };\n' > "$work/key.bestek"
run check "$work/key.bestek"
is "an unknown key is noted with its line" 0 '' 'key.bestek:1: .*colour'
run check --quiet "$work/key.bestek"
empty "--quiet leaves the notice out" "$work/err"

# --- solve ---
run solve "$need"
is "solve" 0 '^1\. '
run solve --json "$need"
is "solve --json" 0 '"status": "solved"'
cp "$work/out" "$work/first"
run solve --json "$need"
cmp -s "$work/out" "$work/first"
result "solve answers the same twice" $?
LC_ALL=C LANGUAGE=de timeout "${BESTEK_TEST_SECONDS:-60}" "$bestek" solve --json "$need" > "$work/out" 2> "$work/err"
diff <(grep -v '"text"' "$work/first") <(grep -v '"text"' "$work/out") > /dev/null
result "JSON is the same in another language, but for its sentences" $?
run solve "$need" -o "$work/quote.bestek"
is "solve -o" 0
run check "$work/quote.bestek"
is "the saved machine has no errors" 0
run solve "$need" -o "$work/quote.bestek"
is "no overwriting" 3 '' '--force'
run solve "$need" -o "$work/quote.bestek" --force
is "--force overwrites" 0
run solve "$need" -o -
is "solve -o - writes the configuration only" 0 '^ *build'
run solve "$samples/05-impossible-budget.bestek"
is "no solution" 1 'meets these demands together'
run solve --json "$samples/05-impossible-budget.bestek"
is "no solution in JSON" 1 '"status": "impossible"'
is "it names a demand" 1 '"field": "need\.'
run solve "$work/unknown.bestek"
is "solve with an unknown part" 4 '' 'EPYC 9399'
for by in cost tco power lead-time fit; do
	run solve --by $by --top 2 "$samples/04-small-edge.bestek"
	is "solve --by $by" 0 '^2\. '
done
for sample in "$samples"/*.bestek; do
	case $sample in *impossible*) continue ;; esac
	run solve "$sample"
	is "sample ${sample##*/} has a solution" 0
done

# --- explain ---
run explain "$bad" gpu.count
is "explain a rule" 0 'gpu.count'
is "with the source" 0 'source: '
run explain "$good" "EPYC 9654"
is "explain a part" 0 'as cpu: '
run explain "$cases/epyc-in-xeon-board.bestek" "EPYC 9354"
is "explain a part that cannot be" 0 'not possible: .*cpu.socket'
run explain "$good" gpu.cuont
is "a mistyped rule" 4 '' "did you mean the rule 'gpu.count'"
run explain --json "$good" gpu.count
is "explain --json" 0 '"schema": "bestek.explain/1"'

# --- export ---
run export -f list
is "export -f list" 0 '^csv'
for format in csv json md txt; do
	run export "$good" -f $format -o "$work/bill.$format"
	is "export -f $format" 0
	[ -s "$work/bill.$format" ]
	result "$format has something in it" $?
done
run export "$good" -f csv -o "$work/bill.csv"
is "export does not overwrite" 3 '' '--force'
run export "$good" -o "$work/other.csv"
is "the name tells the format" 0
run export "$good"
is "no format" 2 '' '-f FORMAT'
run export "$good" -f cvs
is "a mistyped format" 2 '' "did you mean 'csv'"
run export "$need" -f csv
is "a file with only needs is solved first" 0 '.' 'only needs'
run export "$bad" -f csv
is "a bill with errors says so" 1 '.' 'do not order'
run export "$work/unknown.bestek" -f csv -o "$work/no.csv"
is "no bill with unknown parts" 4 '' 'no bill was written'
[ ! -e "$work/no.csv" ]
result "and no file" $?
"$bestek" export "$good" -f csv > /dev/full 2> "$work/err"
status=$?
is "a bill to a full disk" 3 '' 'standard output'
run export "$good" -f csv -o /dev/full/x
is "a bill where none can be" 3

# --- rules, catalog ---
run rules
is "rules" 0 'memory.channels-filled'
run rules --markdown
is "rules --markdown" 0 '^## memory'
run rules --vocabulary
is "rules --vocabulary" 0 '^dimms_per_socket '
run rules --json
is "rules --json" 0 '"schema": "bestek.rules/1"'
run catalog info
is "catalog info" 0 'cpu.* 363'
run catalog search epyc 9654
is "catalog search" 0 'EPYC 9654'
run catalog search --kind gpu epyc
! grep -q EPYC "$work/out"
result "catalog search --kind" $?
run catalog show "EPYC 9654"
is "catalog show" 0 '360'
run catalog show "EPYC 9"
is "catalog show of an unknown part" 4 '' 'EPYC 9'
run catalog show --json "H100 NVL"
is "catalog show --json" 0 '"kind": "gpu"'
run catalog verify
is "catalog verify" 0 'sound'
run catalog build --data "$work" -o "$work/c.db"
is "catalog build without data" 3
[ ! -e "$work/c.db" ]
result "leaves nothing" $?
run catalog build -o "$work/c.db"
is "catalog build names the missing option" 2 '' '--data'
finish
