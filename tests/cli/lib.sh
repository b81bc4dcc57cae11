# SPDX-License-Identifier: MIT
# For the tests of the command line: the program as built, a scratch folder, TAP. Sourced by bash.
set -u
bestek=${BESTEK_BUILDDIR:?}/bestek
samples=${BESTEK_SRCDIR:?}/data/samples
cases=$BESTEK_SRCDIR/tests/cases/builds
rule_cases=$BESTEK_SRCDIR/tests/cases/rules
work=$(mktemp -d) || exit 99
trap 'rm -rf "$work"' EXIT
n=0

# A command that hangs is ended, with status 124.
# run WORD...: bestek with these words; $status, $work/out and $work/err are what came of it.
run() {
	timeout "${BESTEK_TEST_SECONDS:-60}" "$bestek" "$@" < /dev/null > "$work/out" 2> "$work/err"
	status=$?
}

result() { # NAME OK(0 is good)
	n=$((n + 1))
	if [ "$2" -eq 0 ]; then
		echo "ok $n - $1"
	else
		echo "not ok $n - $1"
		echo "# status ${status-}"
		head -n 12 "$work/out" "$work/err" 2> /dev/null | sed 's/^/# /'
	fi
}

# is NAME STATUS [OUT-PATTERN [ERR-PATTERN]]: of the last run; patterns are extended regular expressions, "" any text.
is() {
	local good=0
	[ "$status" -eq "$2" ] || good=1
	[ -z "${3-}" ] || grep -qE -- "$3" "$work/out" || good=1
	[ -z "${4-}" ] || grep -qE -- "$4" "$work/err" || good=1
	result "$1" $good
}

empty() { # NAME FILE
	[ ! -s "$2" ]
	result "$1" $?
}

finish() {
	echo "1..$n"
}
