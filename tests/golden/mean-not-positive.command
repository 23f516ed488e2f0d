# the arguments of ashiftstat, as bash
# method mean: of so uneven runs the interval of the ratio reaches below 0 (t(0.975; 2) = 4.30265: -94.8 to 157), or is not finite
rows() { # X X
    echo config,workload,direction,metric,value,unit,iteration
    printf "x=$1,seq,read,bw,%s,MB/s,%s\n" 100 1 100.1 2 100.2 3
    printf "x=$2,seq,read,bw,%s,MB/s,%s\n" 100 1 9000 2 300 3
}
rows 1 2 | ashiftstat analyze --method mean - | head -10
for levels in "1 2" "2 1"; do
    rows $levels | ashiftstat analyze --method mean --format json - |
        jq -r '.comparisons[] | .state, .reason, .ratio_low, .ratio_high, .headline'
done
