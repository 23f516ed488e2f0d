#!/usr/bin/env bash
# What the options of an analysis choose is what comes out when the input is cut by hand, and a word that is none is
# refused.
. "$(dirname "$0")/checking.sh"

# three levels of ashift, two of compression, two workloads, six runs, two metrics; scatter of a few percent
awk 'BEGIN {
    print "config,workload,direction,metric,value,unit,iteration"
    split("9 12 13", levels); split("1 1.2 1.21", gains); split("randread seqwrite", tests)
    for (c = 0; c < 2; c++) for (l = 1; l <= 3; l++) for (w = 1; w <= 2; w++) for (i = 1; i <= 6; i++) {
        value = 100 * w * (1 + c / 2) * gains[l] * (1 + (i * 37 + l * 11 + w * 5 + c * 17) % 23 / 400)
        rest = sprintf("ashift=%d;compression=%s,%s,write", levels[l], c ? "lz4" : "off", tests[w])
        printf "%s,bw,%.0f,B/s,%d\n%s,iops,%.3f,1/s,%d\n", rest, value * 1e6, i, rest, value * 10, i
    }
}' >"$scratch/all.csv"

# compared ARGUMENTS...: the comparisons as CSV
compared() { "$ASHIFTSTAT" analyze -f csv "$@" 2>"$scratch/err"; }

# same NAME PATTERN ARGUMENTS...: all.csv with the arguments is what its lines of PATTERN give alone
same() {
    local name=$1 pattern=$2
    shift 2
    { head -n 1 "$scratch/all.csv" && sed 1d "$scratch/all.csv" | grep -E "$pattern"; } >"$scratch/part.csv"
    compared "$@" "$scratch/all.csv" >"$scratch/chosen"
    compared --compare ashift "$scratch/part.csv" >"$scratch/cut"
    [ "$(wc -l <"$scratch/cut")" -ge 4 ] || fault "$name: nothing is compared: $(cat "$scratch/err")"
    cmp -s "$scratch/chosen" "$scratch/cut" || fault "$name: $(diff "$scratch/chosen" "$scratch/cut" | head -n 4)"
}
same --filter compression=lz4 --compare ashift --filter compression=lz4
same "two filters" 'compression=off,.*' --filter compression=off --filter compression=off
same --workload ',seqwrite,' --compare ashift --workload 'seq*'
same --metric ',bw,' --compare ashift --metric bw
same "the levels filtered" 'ashift=(9|12);' --compare ashift --filter ashift=9,ashift=12

# column NAME of what is compared, each value once
column() {
    local name=$1
    shift
    compared "$@" "$scratch/all.csv" | awk -F, -v name="$name" '
        NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) at = i; next } { print $at }' | sort -u | xargs
}
# is EXPECTED ACTUAL NAME
is() { [ "$1" = "$2" ] || fault "$3: $2, not $1"; }
is "12 13 9" "$(column baseline --compare ashift --baseline 13 | cat - <(column candidate --compare ashift --baseline 13) | xargs -n 1 | sort | xargs)" "--baseline 13"
is "13" "$(column baseline --compare ashift --baseline 13)" "--baseline"
is "compression" "$(column factor --compare compression)" "--compare"
is "iops" "$(compared --metric iops,bw "$scratch/all.csv" | sed -n 2p | cut -d, -f3)" "the first of --metric"
is "paired unpaired" "$(column design --pairing run | cat - <(column design --pairing none) | xargs -n 1 | sort -u | xargs)" "--pairing"
is "unpaired" "$(column design --pairing none)" "--pairing none"
is "EQUIVALENT" "$(column state --margin 60% --compare compression)" "--margin 60%"
is "WORSE" "$(column state --compare compression)" "the margin as it is" # off is two thirds of lz4

# corrected: none leaves p as it is, Benjamini-Hochberg is at most Holm (both from p by the textbook)
adjusted() { compared --compare ashift --correction "$1" "$scratch/all.csv" | awk -F, 'NR > 1 && $11 != "" { print $17, $18 }'; }
adjusted none | awk '$1 != $2 { exit 1 }' || fault "--correction none: $(adjusted none)"
adjusted holm | sort -g | awk -v count="$(adjusted holm | wc -l)" '
    { value = (count - NR + 1) * $1; if (value > 1) value = 1; if (value < last) value = last; last = value
      if ((value - $2) ^ 2 > (1e-9 * value) ^ 2) { print "Holm: " $2 ", not " value; bad = 1 } } END { exit bad || NR < 4 }' || faults=1
adjusted bh | sort -gr | awk -v count="$(adjusted bh | wc -l)" '
    { value = $1 * count / (count - NR + 1); if (NR == 1 || value < last) last = value
      if ((last - $2) ^ 2 > (1e-9 * last) ^ 2) { print "Benjamini-Hochberg: " $2 ", not " last; bad = 1 } } END { exit bad || NR < 4 }' || faults=1
for method in ratio rank mean permutation; do
    "$ASHIFTSTAT" analyze -f json --method $method "$scratch/all.csv" 2>/dev/null |
        jq -e --arg word $method '.options.method == $word' >/dev/null || fault "--method $method is not in the JSON"
done

# the p of pairs rearranged is the share of all signs of the log ratios whose sum is as far from 0 as theirs
compared --method permutation --pairing run --metric bw --compare ashift --filter ashift=12,ashift=13 "$scratch/all.csv" |
    awk -F, 'FNR == NR { if ($4 == "bw") value[$1 "," $2 "," $7] = $5; next }
             FNR == 1 { next }
             { for (i = 1; i <= 6; i++)
                   d[i] = log(value["ashift=" $7 ";" $4 "," $1 "," i] / value["ashift=" $6 ";" $4 "," $1 "," i])
               seen = hits = 0
               for (i = 1; i <= 6; i++) seen += d[i]
               for (signs = 0; signs < 64; signs++) {
                   sum = 0; rest = signs
                   for (i = 1; i <= 6; i++) { sum += rest % 2 ? d[i] : -d[i]; rest = int(rest / 2) }
                   hits += sum ^ 2 >= seen ^ 2 * (1 - 1e-9)
               }
               if (($17 - hits / 64) ^ 2 > 1e-18) { print "permutation: p is " $17 ", not " hits / 64; bad = 1 }
               some += hits > 2; rows++ }
             END { exit bad || rows < 4 || some < 1 }' "$scratch/all.csv" - || fault "--method permutation --pairing run"

"$ASHIFTSTAT" analyze -f json --alpha 0.01 --seed 7 --fact ram=64G "$scratch/all.csv" 2>/dev/null |
    jq -e '.options.alpha == 0.01 and .options.seed == 7 and ([.facts[] | select(.name == "ram")] | length) == 1' >/dev/null ||
    fault "--alpha, --seed or --fact is not in the JSON"

# refused WORDS ARGUMENTS...
refused() {
    local words=$1 status
    shift
    "$ASHIFTSTAT" analyze "$@" "$scratch/all.csv" >/dev/null 2>"$scratch/err"
    status=$?
    [ $status -eq 1 ] || fault "$*: exit status $status, not 1"
    grep -qF -- "$words" "$scratch/err" || fault "$*: does not say \"$words\": $(cat "$scratch/err")"
}
refused 'filter' --filter ashift
refused 'method' --method best
refused 'pairing' --pairing all
refused 'correction' --correction bonferroni
refused 'margin' --margin much
refused 'alpha' --alpha 2
refused 'jobs' --jobs 0
refused 'seed' --seed -1
refused 'no format "nothing"; known are: ' --format-in nothing
refused 'factor' --factor 'ashift=('
"$ASHIFTSTAT" ingest --explain "$scratch/all.csv" 2>&1 >/dev/null | grep -q 'bids:.* csv_table [1-9]' ||
    fault "--explain names no bid of csv_table"
"$ASHIFTSTAT" ingest --strict "$scratch/all.csv" "$scratch/err" >/dev/null 2>&1
[ $? -eq 2 ] || fault "--strict lets a file pass that cannot be understood"
rules=$("$ASHIFTSTAT" check --list -f json | jq -r '.[].id' | xargs)
[ "$rules" = "$("$ASHIFTSTAT" check --list -f markdown | sed -n 's/^## \(C[0-9]*b*\) .*/\1/p' | xargs)" ] ||
    fault "check --list names other checks as JSON than as Markdown: $rules"
exit $faults
