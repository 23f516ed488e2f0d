#!/usr/bin/env bash
# A locale with a decimal comma changes no byte of what is printed or written.
set -u
cd "$(dirname "$0")/.." || exit 1
program=$(realpath "$ASHIFTSTAT")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
unset LC_ALL LANG

printf 'LC_NUMERIC\ndecimal_point ","\nthousands_sep "."\ngrouping 3;3\nEND LC_NUMERIC\n' >"$dir/comma.src"
localedef -c --no-warnings=ascii -i "$dir/comma.src" -f ANSI_X3.4-1968 "$dir/comma" >/dev/null 2>&1
in_comma() { env LOCPATH="$dir" LC_NUMERIC=comma LC_CTYPE=C.UTF-8 "$@"; }
in_c() { env LC_CTYPE=C.UTF-8 "$@"; }
in_comma python3 -c 'import locale, sys
locale.setlocale(locale.LC_NUMERIC, "")
sys.exit(locale.localeconv()["decimal_point"] != ",")' || { echo "no locale with a decimal comma could be made"; exit 1; }

all() { # FOLDER RUN: what the program says of inputs in which figures are read, computed and written
    local to=$1 run=$2
    mkdir -p "$to"
    for format in text csv json markdown; do
        "$run" "$program" analyze fixtures/markdown_table/salter-averages.md --margin 2.5% --format "$format"
    done >"$to/analyze" 2>&1
    "$run" "$program" ingest fixtures/repeated fixtures/fio_text >"$to/ingest" 2>&1
    "$run" "$program" check fixtures/repeated >"$to/check" 2>&1
    "$run" "$program" plan --cv 7.5 --change 2.5 >"$to/plan" 2>&1
    (cd "$to" && "$run" "$program" report "$OLDPWD/fixtures/repeated" -o report) >"$to/said" 2>&1
}
all "$dir/c" in_c
all "$dir/with_comma" in_comma
grep -q 'cannot tell' "$dir/c/analyze" && [ -s "$dir/c/report/report.md" ] || { echo "nothing was analysed"; exit 1; }
diff -r "$dir/c" "$dir/with_comma"
