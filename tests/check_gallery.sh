#!/usr/bin/env bash
# docs/gallery/ is what the program makes today: Markdown and SVG byte for byte, PNG of the same size with the same pixels
# but for a little. Layouts depend on the widths of DejaVu Sans.
set -u
cd "$(dirname "$0")/.." || exit 1
fc-list 2>/dev/null | grep -q 'DejaVuSans-Bold' || { echo "DejaVu Sans is not installed"; exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
faults=0
docs/gallery/make.sh "$scratch" 2>"$scratch/stderr" || { cat "$scratch/stderr"; exit 1; }
rm "$scratch/stderr"

diff <(cd docs/gallery && find . -mindepth 2 -type f | sort) <(cd "$scratch" && find . -type f | sort) || faults=1
while read -r file; do
    cmp -s "docs/gallery/$file" "$scratch/$file" || { echo "docs/gallery/$file differs"; faults=1; }
done < <(cd docs/gallery && find . -mindepth 2 -name '*.md' -o -mindepth 2 -name '*.svg' | sort)
while read -r file; do
    python3 tests/same_picture.py "docs/gallery/$file" "$scratch/$file" || faults=1
done < <(cd docs/gallery && find . -mindepth 2 -name '*.png' | sort)
[ $faults -eq 0 ] || echo "if the change is wanted: docs/gallery/make.sh, look at each picture, commit"
exit $faults
