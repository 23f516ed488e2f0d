# the arguments of ashiftstat, as bash
# one setting, test and run number in two files: a longer copy counts once, a second series counts as runs of its own, and
# so do figures that are too few or too alike to tell
head=config,workload,direction,metric,value,unit,iteration
rows() { # ADDED COUNT
    echo "$head"
    awk -v added="$1" -v count="$2" 'BEGIN {
        split("100 103 101 104.5 102", values, " ")
        for (i = 1; i <= count; i++) {
            printf "ashift=9,seq,write,bw,%g,MB/s,%d\n", values[i] + added, i
            printf "ashift=12,seq,write,bw,%g,MB/s,%d\n", values[i] + 10 + added, i
        }
    }'
}
both() {
    ashiftstat analyze --format json "$SCRATCH/first.csv" "$SCRATCH/$1.csv" 2>&1 >"$SCRATCH/$1.json" | sed "s|.*/$1.csv|$1.csv|; s|/.*/first|first|"
    jq -c '.comparisons[] | [.n_baseline, .n_candidate]' "$SCRATCH/$1.json"
}
rows 0 3 >"$SCRATCH/first.csv"
rows 0 5 >"$SCRATCH/longer.csv"
rows 0.5 3 >"$SCRATCH/second.csv"
rows 0 1 >"$SCRATCH/short.csv"
{ echo "$head"; for i in 1 2 3 4; do echo "ashift=9,seq,write,bw,100,MB/s,$i"; echo "ashift=12,seq,write,bw,100,MB/s,$i"; done; } >"$SCRATCH/alike.csv"
sed 's/$/,day1/; 1s/day1/session/' "$SCRATCH/first.csv" >"$SCRATCH/monday.csv"
for second in longer second short monday; do both "$second"; done
cp "$SCRATCH/alike.csv" "$SCRATCH/first.csv"
{ cat "$SCRATCH/alike.csv"; echo "ashift=9,seq,write,bw,100,MB/s,5"; } >"$SCRATCH/flat.csv"
both flat
