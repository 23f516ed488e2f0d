#!/usr/bin/env bash
# docs/checks.md is what the program says of its checks; every format and every kind of chart has its place in the documents.
set -u
cd "$(dirname "$0")/.." || exit 1
faults=0
"$ASHIFTSTAT" check --list --format markdown | diff -u docs/checks.md - ||
    { echo "make it anew: ashiftstat check --list --format markdown > docs/checks.md"; faults=1; }
for reader in $(sed -n 's/^ROW(\(.*\))$/\1/p' ingest/readers.h); do
    grep -q "^| .*\`$reader\`" docs/formats.md || { echo "docs/formats.md does not tell of $reader"; faults=1; }
done
for chart in $(sed -n 's/^CHART(\([a-z]*\),.*/\1/p' render/charts.h); do
    grep -qi "^\*\*$chart: " docs/reading-a-report.md || { echo "docs/reading-a-report.md does not explain the chart $chart: a paragraph that begins with \"**$chart: \" is missing"; faults=1; }
    grep -q "add_figures(&out, figures, CHART_$chart)" render/report.c || { echo "render/report.c has no place for the chart $chart"; faults=1; }
    grep -q "${chart}_figures(\|CHART_$chart\b" render/figures.c || { echo "render/figures.c does not make the chart $chart"; faults=1; }
done
exit $faults
