# the arguments of ashiftstat, as bash
# fio 3.33 counts fdatasync among the short reads and sync_file_range among the short writes; a short I/O beside them is seen
for file in fixtures/checks/syncs/*.json fixtures/checks/given-twice.json; do
    echo "== ${file##*/}"
    ashiftstat check --format json "$file" |
        jq -r '.[] | select(.id == "C24" or .id == "C23" or .id == "C32") | [.id, .result, .severity, .message] | @tsv'
done
echo "== one short write more than syncs, and without the option"
jq '.jobs[0].write.short_ios = 1 | del(.jobs[0]["job options"].fdatasync)' fixtures/checks/syncs/fdatasync.json >"$SCRATCH/short.json"
ashiftstat check --format json "$SCRATCH/short.json" | jq -r '.[] | select(.id == "C24") | [.id, .result, .severity, .message] | @tsv'
