# the arguments of ashiftstat, as bash
# a unit on one side only: no conversion is known, so nothing is compared; with no unit anywhere all figures are B/s;
# where another file has units those of a file without are unknown
head=config,workload,direction,metric,value,unit,iteration
rows() { # UNIT OF x=2
    echo "$head"
    for i in 1 2 3 4; do
        echo "x=1,seq,read,bw,$((100 + i)),$1,$i"
        echo "x=2,seq,read,bw,$((110 + i)),$2,$i"
    done
}
rows MB/s "" | ashiftstat analyze - | head -20
rows "" "" | ashiftstat analyze --format json - | jq -r '.comparisons[] | .state, .unit'
{ rows MB/s MB/s; echo "x=2,seq,read,bw,115,,5"; } | ashiftstat analyze --format json - | jq -r '.comparisons[] | .state, .reason'
rows "" "" >"$SCRATCH/without.csv"
rows MB/s MB/s | sed 's/x=1,/x=3,/; s/x=2,/x=4,/' >"$SCRATCH/with.csv"
for pair in "without with" "with without"; do
    ashiftstat analyze --format json $(printf "$SCRATCH/%s.csv " $pair) 2>"$SCRATCH/notes" |
        jq -c '.comparisons[] | [.baseline, .candidate, .state, .reason]'
    sed 's|/.*/||' "$SCRATCH/notes"
done
