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

inputs=(
    "fixtures/repeated"
    "fixtures/markdown_table/salter-averages.md"
    "fixtures/markdown_table/group-rates.md"
    "fixtures/csv_table/write-by-block-size.csv"
    "fixtures/csv_table/guest-storage-settings.csv --compare storage"
    "fixtures/render/three-ashifts.tar.xz"
)
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
