# the arguments of ashiftstat, as bash
# one run filed under two settings, and a file named twice
mkdir "$SCRATCH/runs"
jq . fixtures/fio_json/fio-3.33-a-randwrite4k.json >"$SCRATCH/runs/ashift12-1.json"
jq -c . fixtures/fio_json/fio-3.33-a-randwrite4k.json >"$SCRATCH/runs/ashift13-1.json"
copies() { ashiftstat check --format json "$@" 2>/dev/null | jq -r '.[] | select(.id == "C48") | [.result, .message] | @tsv'; }
copies "$SCRATCH/runs"
copies fixtures/fio_json/fio-3.33-a-randwrite4k.json fixtures/fio_json/fio-3.33-a-randwrite4k.json
copies fixtures/fio_json/fio-3.33-a-randwrite4k.json
# a table posted again in another file
for copy in 1 2; do
    printf 'config,workload,metric,value,iteration\nx=1,w,bw,100,1\nx=1,w,bw,101,2\nx=1,w,bw,103,3\nx=2,w,bw,110,1\nx=2,w,bw,112,2\nx=2,w,bw,111,3\n' >"$SCRATCH/table-$copy.csv"
    echo "# copy $copy" >>"$SCRATCH/table-$copy.csv"
done
copies "$SCRATCH/table-1.csv" "$SCRATCH/table-2.csv"
