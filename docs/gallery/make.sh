#!/usr/bin/env bash
# Makes the reports of the gallery from fixtures.
#
#   docs/gallery/make.sh [DIR]     into DIR, by default the gallery itself
#
# ASHIFTSTAT names the program (default: build/release/ashiftstat).
set -eu
cd "$(dirname "$0")/../.."
program=${ASHIFTSTAT:-build/release/ashiftstat}
to=${1:-docs/gallery}
export LC_ALL=C.UTF-8
mkdir -p "$to"

page() {
    local name=$1
    shift
    "$program" report "$@" -o "$to/$name" >/dev/null
    rm -f "$to/$name/report.html" "$to/$name/analysis.json" "$to/$name/observations.csv"
}

page repeated-runs fixtures/markdown_table/salter-averages.md --baseline 13
page one-run-each fixtures/markdown_table/group-rates.md --metric bw,runtime
page block-sizes fixtures/csv_table/write-by-block-size.csv
page many-settings fixtures/csv_table/guest-storage-settings.csv --metric bw
page three-ashifts fixtures/render/three-ashifts.tar.xz
page inside-runs fixtures/render/inside-runs.tar.xz
