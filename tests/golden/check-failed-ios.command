# the arguments of ashiftstat, as bash
# what fio counted as failed, short or dropped, and a job whose rw is not what it did
made() { jq "$1" fixtures/fio_json/fio-3.33-a-randwrite4k.json >"$SCRATCH/a.json"; }
for change in . '.jobs[0].total_err = 3' '.jobs[0].write.short_ios = 4' '.jobs[0].write.drop_ios = 4' \
    '.jobs[0]["job options"].rw = "randread"'; do
    echo "== $change"
    made "$change"
    ashiftstat check --format json "$SCRATCH/a.json" |
        jq -r '.[] | select(.id == "C24" or .id == "C23") | [.id, .result, .severity, .message] | @tsv'
done
