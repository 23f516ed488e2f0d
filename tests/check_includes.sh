#!/usr/bin/env bash
# The arrows of docs/architecture.md: who may include whom, and which file alone knows a third party.
set -u
cd "$(dirname "$0")/.." || exit 1
faults=0
fault() { printf '%s\n' "$1"; faults=1; }

declare -A allowed=(
    [model]="model"
    [ingest]="ingest model"
    [analyze]="analyze model"
    [render]="render analyze model"
    [collect]="collect model"
    [command]="command render ingest collect analyze model"
)
for folder in "${!allowed[@]}"; do
    while IFS=: read -r file line include; do
        target=${include#*\"}
        target=${target%%/*}
        [[ " ${allowed[$folder]} " == *" $target "* ]] ||
            fault "$file:$line: $folder/ may not include $target/"
    done < <(grep -nE '^#include "' "$folder"/*.[ch])
done

# header pattern -> files that may include it
while read -r pattern files; do
    while IFS=: read -r file line _; do
        [[ " $files " == *" $file "* ]] || fault "$file:$line: only $files may include <$pattern...>"
    done < <(grep -nE "^#include <$pattern" {model,ingest,analyze,render,collect,command}/*.[ch])
done <<'TABLE'
cjson/ ingest/json_document.c
csv\.h ingest/csv_table.c
libxml/ ingest/html_parser.c
archive ingest/unpacking.c
regex\.h ingest/naming.c
pthread\.h ingest/ordered_workers.c
stdatomic\.h ingest/ordered_workers.c
dlfcn\.h model/part.c
sha2\.h model/digest.c
blkid/ collect/signature.c
gsl/ analyze/sample.c analyze/significance.c analyze/power.c analyze/analysis.c analyze/correction.c analyze/rank_test.c analyze/permutation.c analyze/spread.c analyze/series.c analyze/screening_model.c
cairo render/paint_cairo.c render/pango_fonts.c render/pango_fonts.h
pango render/paint_cairo.c render/pango_fonts.c render/pango_fonts.h
fontconfig render/pango_fonts.c
png\.h render/png_file.c
TABLE

# model/ speaks the C library and POSIX only
while IFS=: read -r file line include; do
    case "$file:$include" in
    model/digest.c:*sha2.h* | model/part.c:*dlfcn.h*) ;;
    *) fault "$file:$line: model/ includes only the C library" ;;
    esac
done < <(grep -nE '^#include <' model/*.[ch] |
         grep -vE '<(errno|fcntl|math|stdarg|stdbool|stddef|stdint|stdio|stdlib|string|unistd)\.h>')

exit $faults
