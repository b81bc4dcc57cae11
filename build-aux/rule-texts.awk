# SPDX-License-Identifier: MIT
# Reads libconfig files and CSV; writes every text that a person will read as a C line that xgettext understands.
# From .cfg: the values of the keys below (adjacent literals joined). From .csv: the column "description".

function emit(text, where) {
	if (text == "" || text in seen)
		return
	seen[text] = 1
	printf "\n/* %s */\n", where
	# Named slots may be reordered by a translator and are checked by msgfmt -c. "50 % given" is no printf format.
	print "/* xgettext:no-c-format" (text ~ /\{[a-z]/ ? ", python-brace-format" : "") " */"
	printf "N_(\"%s\")\n", text
}

function cfg_line(s,   i, c) {
	for (i = 1; i <= length(s); i++) {
		c = substr(s, i, 1)
		if (in_string) {
			if (c == "\\") {
				value = value substr(s, i, 2)
				i++
			} else if (c == "\"")
				in_string = 0
			else
				value = value c
		} else if (in_comment) {
			if (substr(s, i, 2) == "*/") {
				in_comment = 0
				i++
			}
		} else if (c == "#" || substr(s, i, 2) == "//")
			return
		else if (substr(s, i, 2) == "/*") {
			in_comment = 1
			i++
		} else if (c == "\"")
			in_string = 1
		else if (c ~ /[A-Za-z0-9_*.-]/) {
			if (ended)
				word = ""
			ended = 0
			word = word c
		} else if (c == "=" || c == ":") {
			key = word
			word = value = ""
			line = FNR
		} else if (c ~ /[ \t]/)
			ended = 1
		else {
			# ; , } ) end a value
			if (key in wanted)
				emit(value, file ":" line)
			key = word = value = ""
		}
	}
	ended = 1
}

# One CSV record may span lines: quotes are counted over them.
function csv_record(s, where,   i, c, n, quoted) {
	n = 1
	split("", field)
	for (i = 1; i <= length(s); i++) {
		c = substr(s, i, 1)
		if (quoted) {
			if (c == "\"" && substr(s, i + 1, 1) == "\"") {
				field[n] = field[n] "\\\""
				i++
			} else if (c == "\"")
				quoted = 0
			else
				field[n] = field[n] (c == "\\" ? "\\\\" : c)
		} else if (c == "\"")
			quoted = 1
		else if (c == ",")
			n++
		else
			field[n] = field[n] c
	}
	if (column == 0) {
		for (i = 1; i <= n; i++)
			if (field[i] == "description")
				column = i
		if (column == 0)
			column = -1
	} else if (column > 0)
		emit(field[column], where)
}

BEGIN {
	split("text why title label help meaning", keys, " ")
	for (i in keys)
		wanted[keys[i]] = 1
	print "/* SPDX-License-Identifier: MIT */"
	print "/* Made by build-aux/rule-texts.awk from data/, for xgettext only: never compiled, never edited. */"
}

FNR == 1 {
	file = FILENAME
	sub(/^.*data\//, "data/", file)
	in_string = in_comment = column = 0
	key = word = value = record = ""
}

{ sub(/\r$/, "") }

FILENAME ~ /\.cfg$/ { cfg_line($0); next }

{
	record = record == "" ? $0 : record "\\n" $0
	if (gsub(/"/, "\"", record) % 2 == 0) {
		csv_record(record, file ":" FNR)
		record = ""
	}
}
