#!/usr/bin/env bash
# Every command in README.md, CONTRIBUTING.md and docs/ runs, and prints what is shown; their links lead somewhere.
set -u
cd "$(dirname "$0")/.." || exit 1
faults=0
documents=(README.md CONTRIBUTING.md docs/*.md docs/gallery/README.md)
python3 tests/doc_commands.py "${documents[@]}" || faults=1

for document in "${documents[@]}"; do
    for link in $(grep -oE '\]\([^)]*\)' "$document" | sed -e 's/^](//' -e 's/)$//' -e 's/#.*//' | sort -u); do
        case $link in http*) continue ;; esac
        [ -e "$(dirname "$document")/$link" ] || { echo "$document: $link is not there"; faults=1; }
    done
done
for document in docs/*.md; do
    grep -qF "($document)" README.md || { echo "README.md does not lead to $document"; faults=1; }
done
exit $faults
