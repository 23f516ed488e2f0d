#!/usr/bin/env bash
# What fio printed of one run as text, as terse lines and as JSON must read the same within the printed digits; and where
# all three stand in one file the run counts once.
set -u
cd "$(dirname "$0")/.." || exit 1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
faults=0

# rows of one file as: direction, metric, "workload: job", value, written; separated by tabs
rows() { # FILE
    "$ASHIFTSTAT" ingest "$1" 2>/dev/null | awk '
        function split_csv(line, cells,   count, cell, quoted, i, c) {
            count = 1; cell = ""; quoted = 0
            for (i = 1; i <= length(line); i++) {
                c = substr(line, i, 1)
                if (quoted && c == "\"" && substr(line, i + 1, 1) == "\"") { cell = cell c; i++ }
                else if (c == "\"") quoted = !quoted
                else if (c == "," && !quoted) { cells[count++] = cell; cell = "" }
                else cell = cell c
            }
            cells[count] = cell
            return count
        }
        NR > 1 { split_csv($0, cells); gsub(/\t/, " ", cells[2]); gsub(/ *[+] */, "+", cells[2]); gsub(/^ +| +$/, "", cells[9])
                 printf "%s\t%s\t%s\t%s\t%s\n", cells[3], cells[4], cells[2] ": " cells[9], cells[5], cells[10] }'
}

# Holds the rows of the text or terse form (2nd file) against those of JSON (1st file).
compare() { # NAME JSON_ROWS OTHER_ROWS OLD TERSE
    awk -F '\t' -v name="$1" -v old="$4" -v terse="$5" '
        function size(x) { return x < 0 ? -x : x }
        function is_sum(owner) { sub(/: .*$/, "", owner); return owner in several }
        { owner = $3; if (sub(/: .+$/, "", owner)) several[owner] = 1 }
        NR == FNR { json[$1, $2, $3] = $4; next }
        {
            seen[$1, $2, $3] = 1
            if (!(($1, $2, $3) in json)) next
            # the number printed, what one of it is worth, and the worth of its last digit
            number = $5; sub(/^.*[=[]/, "", number); gsub(/ /, "", number)
            match(number, /^[0-9.]+/); number = substr(number, 1, RLENGTH)
            decimals = index(number, ".") ? length(number) - index(number, ".") : 0
            worth = number > 0 ? $4 / number : 1000
            digit = worth * 10 ^ -decimals
            if (old && ($2 == "bw" || $2 == "iops" || $2 == "io_bytes")) digit = worth
            if (old && $5 ~ /[0-9]k$/) digit = worth # a fraction that rounds up is lost
            if (terse && ($2 == "bw" || $2 == "io_bytes")) digit = 1024
            if (terse && $2 == "iops") digit = 1
            if ($5 == "") digit = size($4) * 0.002 + ($2 ~ /lat_/ ? 1000 : 0) # over several jobs
            if (($2 == "runtime" || $2 == "ios" || $2 == "sync_ios")) digit = 0
            if (size($4 - json[$1, $2, $3]) > digit * 1.01 + 1e-6 * size($4)) {
                printf "%s: %s %s %s: %s (%s), in JSON %s\n", name, $1, $2, $3, $4, $5, json[$1, $2, $3]
                faults = 1
            }
            compared++
        }
        END {
            for (key in json) {
                split(key, part, SUBSEP)
                # terse lines do not always tell whether they are all the jobs of a run
                if (terse && part[3] ~ /: $/ && is_sum(part[3])) continue
                if (part[2] ~ /^(bw|iops|runtime|clat_mean)$/ && json[key] > 0 && !(key in seen)) {
                    printf "%s: no %s %s %s, in JSON %s\n", name, part[1], part[2], part[3], json[key]
                    faults = 1
                }
            }
            if (compared == 0) { printf "%s: nothing to compare\n", name; faults = 1 }
            exit faults
        }' "$2" "$3" || faults=1
}

# what the other forms do not print, or do not tell apart
is_known_gap() { # NAME FORM
    case "$2:$1" in
    terse:*-r-zero | terse:*-f-trim) return 0 ;;     # no I/O counts; version 3 has no trims
    terse:*-h-allpct | terse:*-h-latpct) return 0 ;; # percentiles of total latency, and nothing says so
    *:*-r-zero | *:*-v-slow) return 0 ;;          # a job that moved nothing; less than a KiB/s
    esac
    return 1
}

pairs=0
for json in fixtures/fio_text/twins/*.json; do
    name=$(basename "$json" .json)
    rows "$json" >"$scratch/json"
    old=0
    [[ $name =~ ^fio-(2|3\.(1|12))[.-] ]] && old=1
    for form in text terse; do
        other=fixtures/fio_$form/$name-multi-$([ $form = text ] && echo normal || echo terse).txt
        [ -f "$other" ] || continue
        is_known_gap "$name" $form && continue
        rows "$other" >"$scratch/other"
        compare "$name $form" "$scratch/json" "$scratch/other" $old $([ $form = terse ] && echo 1 || echo 0)
        pairs=$((pairs + 1))
    done
done
[ $pairs -ge 100 ] || { echo "only $pairs pairs were compared"; faults=1; }

for all in fixtures/fio_text/twins/*.all.txt; do
    rows "$all" >"$scratch/all"
    rows "${all%.all.txt}.json" >"$scratch/json"
    cmp -s "$scratch/all" "$scratch/json" || { echo "$all: not the same figures as its JSON alone"; faults=1; }
done
echo "$pairs pairs"
exit $faults
