#!/usr/bin/env bash
# Start-up: the program itself needs no library that draws, reads HTML or unpacks; these come with its parts
# (model/part.h), and where a part is missing or of another version, what needs it says so in one line.
. "$(dirname "$0")/checking.sh"

needed=$(objdump -p "$ASHIFTSTAT" | sed -n 's/^ *NEEDED *//p')
heavy=$(grep -E 'cairo|pango|glib|gobject|fontconfig|png|xml2|archive|stdc\+\+|icu' <<<"$needed")
[ -z "$heavy" ] || fault "the program is not started without $heavy"
[ "$(wc -l <<<"$needed")" -ge 5 ] || fault "what the program needs is not seen: $needed"

program=$scratch/bin/ashiftstat
mkdir "$scratch/bin"
cp "$ASHIFTSTAT" "$program"
page=fixtures/html_table/pre-beside-headings.html
gzip -c fixtures/fio_terse/fio-2.0.15-a-randwrite4k-terse-v3.txt >"$scratch/packed.gz" || fault "no fixture to pack"

# says STATUS WORDS COMMAND...: its last line on standard error holds WORDS
says() {
    local expected=$1 words=$2 status
    shift 2
    "$program" "$@" >/dev/null 2>"$scratch/err"
    status=$?
    [ "$status" -eq "$expected" ] || fault "$*: exit status $status, not $expected"
    [ -z "$words" ] || tail -n 1 "$scratch/err" | grep -qF "$words" || fault "$*: does not say \"$words\": $(cat "$scratch/err")"
}

says 0 "" ingest fixtures/fio_json/fio-3.33-a-randwrite4k.json
says 3 "$page: loading a part of the program: ashiftstat-html.so: " ingest "$page"
says 3 "packed.gz: loading a part of the program: ashiftstat-packed.so: " ingest "$scratch/packed.gz"
says 3 "loading a part of the program: ashiftstat-drawing.so: " render fixtures/csv_table/names-with-units.csv -o "$scratch/out"
[ ! -e "$scratch/out" ] || fault "a folder of charts without charts"

cp "$(dirname "$ASHIFTSTAT")"/ashiftstat-*.so "$scratch/bin"
says 0 "" ingest "$page"
says 0 "" ingest "$scratch/packed.gz"

printf 'const struct { const char *version; const void *calls; } ashiftstat_part = {"0.0.1", 0};\n' |
    gcc -shared -fPIC -x c - -o "$scratch/bin/ashiftstat-html.so"
says 3 "ashiftstat-html.so is of version 0.0.1" ingest "$page"
exit $faults
