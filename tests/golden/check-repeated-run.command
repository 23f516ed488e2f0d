# the arguments of ashiftstat, as bash
# one run filed under two settings, and a file named twice
mkdir "$SCRATCH/runs"
jq . fixtures/fio_json/fio-3.33-a-randwrite4k.json >"$SCRATCH/runs/ashift12-1.json"
jq -c . fixtures/fio_json/fio-3.33-a-randwrite4k.json >"$SCRATCH/runs/ashift13-1.json"
copies() { ashiftstat check --format json "$@" 2>/dev/null | jq -r '.[] | select(.id == "C48") | [.result, .message] | @tsv'; }
copies "$SCRATCH/runs"
copies fixtures/fio_json/fio-3.33-a-randwrite4k.json fixtures/fio_json/fio-3.33-a-randwrite4k.json
copies fixtures/fio_json/fio-3.33-a-randwrite4k.json
