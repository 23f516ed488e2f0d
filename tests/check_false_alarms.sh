#!/usr/bin/env bash
# Credibility checks over fio's own output and over public results, where they are at hand: ../shared/corpus and
# ../shared/corpus-public. Every hit that blocks or warns is one of tests/false_alarms.tsv, which says what it rests on, and
# every line of that list is hit. And over the runs of a sound archive: there no check may hit more than 5 % of the files.
set -u
here=$(cd "$(dirname "$0")" && pwd)
command -v jq >/dev/null || { echo "jq is not installed"; exit 77; }
sound=$here/../fixtures/checks/sound/runs
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
faults=0

for file in "$sound"/*.json; do
    "$ASHIFTSTAT" check --format json "$file" 2>/dev/null | jq -r '.[] | select(.result == "hit" and .severity != "I") | .id'
done | sort | uniq -c >"$scratch/sound"
count=$(find "$sound" -name '*.json' | wc -l)
[ "$count" -gt 0 ] || { echo "no sound archive"; exit 1; }
while read -r hits id; do
    [ $((hits * 100)) -le $((5 * count)) ] || { echo "$id hits $hits of $count runs of a sound archive"; faults=1; }
done <"$scratch/sound"

cd "$here/../../shared/corpus" 2>/dev/null || { echo "../shared/corpus is not here"; [ "$faults" -ne 0 ] || exit 77; exit 1; }
{ find . -name '*.json' -path './fio-*' && find ../corpus-public -type f ! -name README.md; } | sort | while read -r file; do
    case=${file##*/}
    "$ASHIFTSTAT" check --format json "$file" 2>/dev/null |
        jq -r --arg case "${case%%.*}" --arg file "$file" '.[]
            | select(.result == "hit" and .severity != "I" and .id != "C25")
            | [.id, $case, $file, .message] | @tsv'
done >"$scratch/hits"
cut -f1,2 "$scratch/hits" | sort -u >"$scratch/found"
grep -v '^#' "$here/false_alarms.tsv" | cut -f1,2 | sort -u >"$scratch/listed"

comm -23 "$scratch/found" "$scratch/listed" | while read -r pair; do grep -m1 -F -- "$pair" "$scratch/hits"; done >"$scratch/new"
[ -s "$scratch/new" ] && { echo "not in tests/false_alarms.tsv:"; cat "$scratch/new"; faults=1; }
comm -13 "$scratch/found" "$scratch/listed" >"$scratch/gone"
[ -s "$scratch/gone" ] && { echo "no longer hit:"; cat "$scratch/gone"; faults=1; }
printf '%s hits\n' "$(wc -l <"$scratch/hits")"
exit $faults
