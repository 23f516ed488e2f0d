#!/usr/bin/env bash
# Every kind of chart on one page, light and dark, at full size and as thumbnails 600 pixels wide: to be looked at.
#
#   tests/contact_sheet.sh [DIR]     writes DIR/index.html and the charts (default: build/contact-sheet)
#
# ASHIFTSTAT names the program (default: build/ashiftstat).
set -eu
cd "$(dirname "$0")/.."
program=${ASHIFTSTAT:-build/ashiftstat}
to=${1:-build/contact-sheet}
mkdir -p "$to"

json=fixtures/fio_json
inputs=(
    "fixtures/repeated"
    "fixtures/markdown_table/salter-averages.md"
    "fixtures/markdown_table/group-rates.md"
    "fixtures/csv_table/write-by-block-size.csv"
    "fixtures/csv_table/guest-storage-settings.csv --compare storage"
    "fixtures/render/three-ashifts.tar.xz"
    "fixtures/render/inside-runs.tar.xz"
    "fixtures/render/hostile-names.csv"
    "version=3.1:$json/fio-3.1-a-randwrite4k-plus.json version=3.33:$json/fio-3.33-a-randwrite4k-plus.json"
)
# rows of tidy CSV: levels, workloads, runs, and values from 10 to the power of the last two on
made() {
    awk -v levels="$1" -v workloads="$2" -v runs="$3" -v from="$4" -v to="$5" 'BEGIN {
        srand(7); print "config,workload,direction,metric,value,iteration"
        for (w = 0; w < workloads; w++) for (l = 0; l < levels; l++) for (i = 1; i <= runs; i++) {
            power = from + (workloads > 1 ? (to - from) * w / (workloads - 1) : 0)
            printf "ashift=%d,workload %d,write,bw,%.9g,%d\n", 9 + l, w + 1, 10 ^ power * (1 + 0.1 * l + 0.2 * rand()), i
        }
    }' >"$to_made/$6.csv"
    inputs+=("$to_made/$6.csv")
}
to_made=$to/made
for version in 3.33 3.42; do # logs of the same name in a folder each
    mkdir -p "$to_made/fio-$version"
    for log in avg_iops perio_lat; do
        cp "fixtures/fio_log/fio-$version-i-$log.1.log" "$to_made/fio-$version/$log.1.log"
    done
done
inputs+=("$to_made/fio-3.33/avg_iops.1.log $to_made/fio-3.42/avg_iops.1.log"
    "$to_made/fio-3.33/perio_lat.1.log $to_made/fio-3.42/perio_lat.1.log")
made 2 1 4 8 8 one-workload
made 3 12 3 8 8 twelve-workloads-three-levels
made 2 40 3 8 8 forty-workloads
made 8 2 4 8 8 eight-levels
made 2 16 4 -3 12 values-from-0.001-to-1e12
made 2 2 1 8 8 one-run-each
made 2 2 2 8 8 two-runs-each
made 2 2 100 8 8 a-hundred-runs-each
{
    echo '<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>Contact sheet</title>'
    echo '<style>body{background:#888;font:1rem sans-serif}img{vertical-align:top;margin:4px}</style>'
    number=0
    for input in "${inputs[@]}"; do
        number=$((number + 1))
        for theme in light dark; do
            # shellcheck disable=SC2086
            "$program" render $input --theme $theme --bars -o "$to/$number-$theme" 2>/dev/null
        done
        echo "<h2>$input</h2>"
        for chart in "$to/$number-light"/*.png; do
            name=$(basename "$chart" .png)
            for theme in light dark; do
                for file in "$number-$theme/$name.png" "$number-$theme/$name.svg"; do
                    echo "<a href=\"$file\"><img src=\"$file\" width=\"600\" alt=\"$file\"></a>"
                done
            done
            echo "<br>"
        done
    done
} >"$to/index.html"
echo "$to/index.html"
