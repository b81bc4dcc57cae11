#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Every source says its licence, and is read by the translators' tools when it has text for people.
set -u
cd "${BESTEK_SRCDIR:?}" || exit 99
n=0

result() {
	n=$((n + 1))
	if [ -z "$2" ]; then
		echo "ok $n - $1"
	else
		echo "not ok $n - $1"
		sed 's/^/# /' <<< "$2"
	fi
}

sources() {
	find src tests bench build-aux/rule-texts.awk m4/bestek.m4 data/rules data/*.sql data/*.cfg configure.ac Makefile.am \
		dev -type f \( -name '*.[ch]' -o -name '*.sh' -o -name '*.mk' -o -name '*.awk' -o -name '*.m4' -o -name '*.sql' \
		-o -name '*.cfg' -o -name '*.ac' -o -name '*.am' -o -name dev \) ! -name gettext.h | sort
}

result "every source names its licence" "$(sources | while read -r f; do
	head -n 3 "$f" | grep -q 'SPDX-License-Identifier: MIT' || echo "$f"; done)"

result "no blanks at the end of a line" "$(sources | while read -r f; do grep -HnE '[[:blank:]]+$' "$f"; done)"

result "po/POTFILES.in lists every source with text for people" "$(
	grep -rlE --include='*.c' '(^|[^A-Za-z_])(_|N_|n?gettext|n?pgettext) ?\(' src | sort | while read -r f; do
		grep -qxF "$f" po/POTFILES.in || echo "$f"; done)"
result "po/POTFILES.in lists no file that is gone" "$(grep -v '^#' po/POTFILES.in | while read -r f; do
	[ -z "$f" ] || [ -f "$f" ] || echo "$f"; done)"

result "no unfinished places" \
	"$(grep -rnE --include='*.[ch]' --include='*.sh' '\<(TO''DO|FIX''ME)\>|not imple''mented' src tests bench)"

echo "1..$n"
