#!/usr/bin/env bash
# Names that two folders define would clash in the one program they are linked into; globals that can change are not
# allowed.
set -u
cd "$BUILD" || exit 1
faults=0
twice=$(for library in libmodel.a libingest.a libanalyze.a librender.a libcollect.a libcommand.a; do
            nm -g --defined-only "$library" 2>/dev/null | awk 'NF == 3 && $2 ~ /[TDBR]/ {print $3}' | sort -u
        done | grep -vE '^(__|_sub_)' | sort | uniq -d)
if [ -n "$twice" ]; then
    printf 'defined in two folders:\n%s\n' "$twice"
    faults=1
fi
exit $faults
