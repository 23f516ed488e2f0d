#!/usr/bin/env bash
# No leak and no wrong access of ours by valgrind, where the sanitizers do not look: the program as it is, with all that
# its libraries do. What fontconfig and GLib keep is not ours (tests/faults/valgrind.supp).
set -u
cd "$(dirname "$0")/.." || exit 1
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
faults=0
while read -r command; do
    valgrind -q --leak-check=full --show-leak-kinds=definite --errors-for-leak-kinds=definite --error-exitcode=99 \
        --suppressions=tests/faults/valgrind.supp build/plain/ashiftstat $command >/dev/null 2>"$out/said"
    status=$?
    if [ $status -ne 0 ]; then
        echo "$command: exit status $status"
        grep '^==' "$out/said" | head -n 20
        faults=1
    fi
done <<END
ingest --jobs 2 fixtures/pages fixtures/fio_json fixtures/html_table fixtures/csv_table fixtures/crystaldiskmark
analyze fixtures/repeated
check fixtures/first_seed_script
plan --cv 8
report fixtures/first_seed_script -o $out/report
END
exit $faults
