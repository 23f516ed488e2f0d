#!/usr/bin/env bash
# What is no result gives no row and one line: other tables and prose, images, the program's own source.
set -u
cd "$(dirname "$0")/.." || exit 1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
head -c 200000 /dev/zero >"$scratch/zeros.bin"
faults=0
inputs=0
rsvg-convert docs/images/quickstart.svg >"$scratch/chart.png"
for file in fixtures/no_results/* model/*.c collect/*.c command/*.c LICENSE CMakeLists.txt docs/images/*.svg "$scratch"/{zeros.bin,chart.png}; do
    case $file in *ORIGIN.md) continue ;; esac
    "$ASHIFTSTAT" ingest "$file" >"$scratch/rows" 2>"$scratch/notes"
    status=$?
    inputs=$((inputs + 1))
    if [ $status -ne 2 ] || [ -s "$scratch/rows" ] || ! grep -q "$file" "$scratch/notes"; then
        echo "$file: exit $status, $(wc -l <"$scratch/rows") lines"
        head -n 3 "$scratch/rows" "$scratch/notes"
        faults=1
    fi
done
[ $inputs -ge 70 ] || { echo "only $inputs inputs"; faults=1; }
exit $faults
