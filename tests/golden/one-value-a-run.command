# the arguments of ashiftstat, as bash
# a run has one value: of two different ones neither is taken, whichever line comes first; an equal one counts once
rows() {
    echo config,workload,direction,metric,value,unit,iteration
    for i in 1 2 3 4; do
        echo "x=1,seq,read,bw,$((100 + i)),MB/s,$i"
        echo "x=2,seq,read,bw,$((200 + i)),MB/s,$i"
    done
    printf '%s\n' "$@"
}
for rows in x=2,seq,read,bw,20,MB/s,4 x=2,seq,read,bw,0.204,GB/s,4 x=2,seq,read,bw,,MB/s,5; do
    rows "$rows" | ashiftstat ingest - | grep -c x=2
done
rows x=2,seq,read,bw,20,MB/s,4 | ashiftstat analyze --format json - | jq -c '.comparisons[] | [.n_baseline, .n_candidate, (.ratio * 1e9 | round)]'
rows x=2,seq,read,bw,20,MB/s,4 | tac | awk '/^config/ { print } ' >"$SCRATCH/turned.csv"
rows x=2,seq,read,bw,20,MB/s,4 | grep -v ^config | tac >>"$SCRATCH/turned.csv"
ashiftstat analyze --format json "$SCRATCH/turned.csv" | jq -c '.comparisons[] | [.n_baseline, .n_candidate, (.ratio * 1e9 | round)]'
