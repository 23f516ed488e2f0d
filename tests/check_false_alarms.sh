#!/usr/bin/env bash
# Credibility checks over fio's own output, where it is at hand: ../shared/corpus. Every hit that blocks or warns is one
# of tests/false_alarms.tsv, which says what it rests on, and every line of that list is hit.
set -u
here=$(cd "$(dirname "$0")" && pwd)
cd "$here/../../shared/corpus" 2>/dev/null && command -v jq >/dev/null || { echo "../shared/corpus is not here"; exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
faults=0

find . -name '*.json' -path './fio-*' | sort | while read -r file; do
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
