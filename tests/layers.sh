#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The rooms keep their order: who may include what; and every header compiles alone.
set -u
cd "${BESTEK_SRCDIR:?}" || exit 99
n=0

# result TEXT PROBLEMS: one TAP line; each problem as a comment.
result() {
	n=$((n + 1))
	if [ -z "$2" ]; then
		echo "ok $n - $1"
	else
		echo "not ok $n - $1"
		sed 's/^/# /' <<< "$2"
	fi
}

# includes PATTERN PATH...: where a source includes what the pattern says.
includes() {
	grep -rnE --include='*.[ch]' "^[[:space:]]*#[[:space:]]*include[[:space:]]*[<\"]$1" "${@:2}"
}

result "only catalog/db.c knows SQLite" \
	"$(includes '(.*/)?sqlite3' src tests/unit bench | grep -v '^src/core/catalog/db\.c:')"
result "only tui/term.c knows curses" \
	"$(includes '(.*/)?n?curses' src tests/unit | grep -v '^src/tui/term\.c:')"
result "core takes nothing from cli and tui" "$(includes '(\.\./)*(src/)?(cli|tui)/' src/core)"
result "cli takes nothing from tui" "$(includes '(\.\./)*(src/)?tui/' src/cli)"
result "tui takes nothing from cli" "$(includes '(\.\./)*(src/)?cli/' src/tui)"

# Each room of core and what lies above it.
above() {
	result "$1 takes nothing from above" "$(includes "(\.\./)*(core/)?($2)/" "src/core/$1")"
}
above base 'catalog|build|rules|solve|bom|export'
above catalog 'build|rules|solve|bom|export'
above build 'rules|solve|bom|export'
above rules 'solve|bom|export'
above solve 'bom|export'
above bom 'export'

# A room's private header is included from inside the room only.
result "private headers stay in their room" "$(includes '.*/[a-z]+_priv\.h' src)"

# Statements at the start of a line: SQL has a printf of its own. Writing to standard output is what export's "-" means.
result "core never prints and never exits" \
	"$(grep -rnE --include='*.c' \
		'^[[:space:]]*(\(void\) ?)?(exit|_exit|abort|v?printf|puts|putchar|perror) ?\(|\<std(out|err)\>' src/core |
		grep -v '^src/core/export/table\.c:.*stdout')"

result "no banned functions" \
	"$(grep -rnE --include='*.[ch]' '(^|[^a-zA-Z0-9_])(strcpy|strncpy|sprintf|strtok|atoi|strcat|gets) ?\(' src tests bench)"

# The buffer of open_memstream is libc's own: a file that uses it may free that.
result "heap memory only through base/mem" "$(
	grep -rnE --include='*.c' '(^|[^a-zA-Z0-9_>.])(malloc|calloc|realloc|strdup|strndup|asprintf) ?\(' src |
		grep -v '^src/core/base/mem\.c:'
	grep -rlE --include='*.c' '(^|[^a-zA-Z0-9_>.])free ?\(' src | grep -v '^src/core/base/mem\.c$' | while read -r f; do
		grep -q 'open_memstream' "$f" || echo "$f: free"; done)"

alone=$(mktemp -d) || exit 99
trap 'rm -rf "$alone"' EXIT
while read -r header; do
	printf '#include "%s"\n' "$BESTEK_SRCDIR/$header" > "$alone/one.c"
	# shellcheck disable=SC2086 # CC may carry options
	problem=$(${CC:-cc} -std=c17 -D_GNU_SOURCE -DHAVE_CONFIG_H -I "${BESTEK_BUILDDIR:?}" -I src \
		-Wall -Werror -fsyntax-only "$alone/one.c" 2>&1)
	result "$header compiles alone" "$problem"
done < <(find src -name '*.h' ! -name gettext.h | sort)

echo "1..$n"
