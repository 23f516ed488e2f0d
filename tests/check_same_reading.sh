#!/usr/bin/env bash
# One text gives the same numbers in UTF-16 and in Windows-1252, and so does a log so long that
# it is read as it streams by.
. "$(dirname "$0")/checking.sh"

# rows INPUT: what it gives but for its path
rows() { "$ASHIFTSTAT" ingest "$1" 2>"$scratch/err" | sed "s|$1||g"; }

# same NAME EXPECTED_ROWS INPUT
same() {
    rows "$3" >"$scratch/got"
    cmp -s "$2" "$scratch/got" || fault "$1: $(diff "$2" "$scratch/got" | head -n 4) $(cat "$scratch/err")"
}

page=$scratch/page.csv
printf 'test,ashift,write MB/s\nécrire \U1f4be,9,101.5\nécrire \U1f4be,12,99\n' >"$page"
rows "$page" >"$scratch/rows"
grep -q ',101500000,B/s,' "$scratch/rows" || fault "the page is not read: $(cat "$scratch/rows")"
for code in UTF-16LE UTF-16BE; do
    mark='\xff\xfe'
    [ $code = UTF-16LE ] || mark='\xfe\xff'
    { printf "$mark" && iconv -f UTF-8 -t $code "$page"; } >"$scratch/$code.csv"
    same $code "$scratch/rows" "$scratch/$code.csv"
done
sed "s/ $(printf '\U1f4be')//" "$page" >"$scratch/western.csv"
rows "$scratch/western.csv" >"$scratch/rows"
iconv -f UTF-8 -t WINDOWS-1252 "$scratch/western.csv" >"$scratch/1252.csv"
same WINDOWS-1252 "$scratch/rows" "$scratch/1252.csv"
head -c -1 "$scratch/UTF-16LE.csv" >"$scratch/odd.csv"
same "UTF-16 that ends in the middle of a line end" <(rows "$page") "$scratch/odd.csv"

# a file of more than a mebibyte is not held in memory
log=$scratch/long_lat.1.log
awk 'BEGIN { for (i = 1; i <= 120000; i++) printf "%d, %d, %d, 4096, 0\n", i, (i * 7919) % 100003, i % 3 == 0 }' >"$log"
[ "$(stat -c %s "$log")" -gt 2000000 ] || fault "the log is not long"
numbers() { awk -F, 'NR > 1 { print $3, $4, $5, $6, $8 }' | sort; }
"$ASHIFTSTAT" ingest "$log" 2>"$scratch/err" | numbers >"$scratch/streamed"
head -c 900000 "$log" | sed '$d' >"$scratch/short_lat.1.log"
expected=$(awk -F', ' '$3 == 1 { sum += $2; count++ } END { printf "%.6f", sum / count }' "$log")
awk -v mean="$expected" '$1 == "write" && $2 == "lat_mean" { found = 1; d = $3 - mean
                          if (d < 0) d = -d; if (d > 1e-6 * mean) { print "mean is " $3 ", not " mean; exit 1 } }
                         END { if (!found) { print "no mean of the writes"; exit 1 } }' "$scratch/streamed" ||
    fault "the long log: $(cat "$scratch/streamed" "$scratch/err")"
expected=$(awk -F', ' '$3 == 1 { sum += $2; count++ } END { printf "%.6f", sum / count }' "$scratch/short_lat.1.log")
"$ASHIFTSTAT" ingest "$scratch/short_lat.1.log" 2>/dev/null | numbers |
    awk -v mean="$expected" '$1 == "write" && $2 == "lat_mean" { d = $3 - mean; if (d < 0) d = -d; ok = d <= 1e-6 * mean }
                             END { exit !ok }' || fault "the short log has another mean"
{ head -n 1000 "$log" && printf '%01100000d\n' 0; } >"$scratch/line_lat.1.log"
"$ASHIFTSTAT" ingest "$scratch/line_lat.1.log" >/dev/null 2>"$scratch/err"
[ $? -eq 2 ] || fault "a log with an endless line is read"
grep -q "line of more than a mebibyte" "$scratch/err" || fault "an endless line: $(cat "$scratch/err")"
exit $faults
