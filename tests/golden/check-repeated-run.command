# the arguments of ashiftstat, as bash
# one run filed under two settings, and a file named twice
mkdir "$SCRATCH/runs"
jq . fixtures/fio_json/fio-3.33-a-randwrite4k.json >"$SCRATCH/runs/ashift12-1.json"
jq -c . fixtures/fio_json/fio-3.33-a-randwrite4k.json >"$SCRATCH/runs/ashift13-1.json"
copies() { ashiftstat check --format json "$@" 2>/dev/null | jq -r '.[] | select(.id == "C48") | [.result, .message] | @tsv'; }
copies "$SCRATCH/runs"
copies fixtures/fio_json/fio-3.33-a-randwrite4k.json fixtures/fio_json/fio-3.33-a-randwrite4k.json
copies fixtures/fio_json/fio-3.33-a-randwrite4k.json
# a table posted again in another file, its settings in another order
rows() { for run in 1 2 3 4; do echo "x=$1,w,write,bw,$(($2 + run * run)),MB/s,$run"; done; }
{ echo config,workload,direction,metric,value,unit,iteration && rows 1 100 && rows 2 110; } >"$SCRATCH/table-1.csv"
{ echo config,workload,direction,metric,value,unit,iteration && rows 2 110 && rows 1 100; } >"$SCRATCH/table-2.csv"
copies "$SCRATCH/table-1.csv" "$SCRATCH/table-2.csv"
