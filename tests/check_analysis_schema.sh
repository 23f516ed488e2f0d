#!/usr/bin/env bash
# analysis.json keeps to its documented layout, with every kind of result in it; formulas in observations.csv are made harmless.
set -u
cd "$(dirname "$0")/.." || exit 1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
faults=0
export LC_ALL=C.UTF-8
printf '| ashift | =1+1 MB/s |\n|---|---|\n| 12 | 100 |\n| 13 | 110 |\n' >"$scratch/formula.md"
while read -r name input; do
    # shellcheck disable=SC2086
    "$ASHIFTSTAT" report $input -o "$scratch/$name" >/dev/null 2>&1 || { echo "$name: no report"; faults=1; continue; }
    python3 tests/validate_schema.py docs/analysis.schema.json "$scratch/$name/analysis.json" ||
        { echo "$name: analysis.json is not as docs/analysis.schema.json says"; faults=1; }
    python3 - "$scratch/$name/observations.csv" <<'PYTHON' || { echo "$name: a formula in observations.csv"; faults=1; }
import csv, re, sys
for row in csv.reader(open(sys.argv[1], newline="", encoding="utf-8")):
    for field in row:
        if re.match(r"[=+\-@\t\r]", field) and not re.fullmatch(r"[+-]?[0-9.]+(e[+-]?[0-9]+)?", field):
            sys.exit(f"{field!r}")
PYTHON
done <<TABLE
repeated fixtures/repeated
claims fixtures/markdown_table/salter-averages.md
single fixtures/markdown_table/group-rates.md
strata fixtures/csv_table/guest-storage-settings.csv --compare storage
sweep fixtures/csv_table/guest-storage-settings.csv
archive fixtures/render/three-ashifts.tar.xz
faulty fixtures/fio_json ashift=12:fixtures/fio_json/fio-3.33-a-randwrite4k.json ashift=13:fixtures/fio_json/fio-3.33-m-sigint.json --compare ashift
formula $scratch/formula.md
TABLE
exit $faults
