#!/usr/bin/env bash
# report.html is one page that loads and runs nothing, and no name in an input becomes markup in it, in report.md as GitHub
# shows it, in a chart or in a snippet.
. "$(dirname "$0")/checking.sh"
export LC_ALL=C.UTF-8

for input in fixtures/render/hostile-names.csv fixtures/repeated fixtures/render/three-ashifts.tar.xz; do
    to=$scratch/$(basename "$input")
    "$ASHIFTSTAT" report "$input" -o "$to" >/dev/null 2>&1 || fault "$input: no report"
    python3 tests/check_page.py "$to/report.html" || fault "$input: report.html"
    if command -v tidy >/dev/null; then # warns of SVG, which it does not know; 2: there are errors
        tidy -q -e "$to/report.html" >"$scratch/tidy" 2>&1
        [ $? -lt 2 ] || { grep Error "$scratch/tidy"; fault "$input: report.html"; }
    fi
    for chart in "$to"/*.svg; do
        xmllint --noout --nonet "$chart" || fault "$chart is no XML"
    done
    command -v cmark-gfm >/dev/null || continue
    cmark-gfm --unsafe -e table -e strikethrough -e autolink -e tasklist "$to/report.md" |
        python3 tests/check_page.py - || fault "$input: report.md"
done

# Printed, the lead chart stands on the first page, below the verdict.
if command -v chromium >/dev/null && command -v pdftotext >/dev/null; then
    to=$scratch/three-ashifts.tar.xz
    chromium --headless --no-sandbox --disable-gpu --user-data-dir="$scratch/browser" \
        --print-to-pdf="$scratch/page.pdf" "file://$to/report.html" >/dev/null 2>&1
    pdftotext -l 1 "$scratch/page.pdf" - | grep -q 'Circle: ratio of the geometric means' ||
        fault "printed: no lead chart on the first page"
fi

"$ASHIFTSTAT" report --snippet bbcode fixtures/render/hostile-names.csv >"$scratch/snippet" 2>/dev/null
grep -qE '\[/?(url|img)' "$scratch/snippet" && fault "a tag of an input in BBCode"
[ "$(grep -o '\[b\]' "$scratch/snippet" | wc -l)" -eq "$(grep -o '\[/b\]' "$scratch/snippet" | wc -l)" ] ||
    fault "BBCode is not balanced"
exit $faults
