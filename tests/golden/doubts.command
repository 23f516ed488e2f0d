# what keeps a difference from counting, where it is more than the width of the interval
file=$SCRATCH/doubts.csv
echo "== too few sessions for a test by rearrangement"
{
    echo config,workload,direction,metric,value,unit,iteration,position,session
    position=0
    for session in 1 2 3 4; do
        for run in 1 2; do
            for level in 1 2; do
                echo "x=$level,a,write,bw,$((90 + 10 * level + 2 * session + run)),MB/s,$((2 * session + run - 2)),$((position += 1)),s$session"
            done
        done
    done
} >"$file"
ashiftstat analyze "$file" --method permutation | sed -n '3,8p'
ashiftstat analyze "$file" --method permutation --format json | jq -r '.comparisons[].headline'
echo "== among many: ranks, which see no more than the test itself, are not said to see a difference"
{
    echo config,workload,direction,metric,value,unit,iteration
    for workload in a b c d e; do
        run=0
        for value in 100 103 98 101 99 102; do echo "x=1,$workload,write,bw,$value,MB/s,$((run += 1))"; done
        run=0
        for value in 104 110 100 107 102 109; do echo "x=2,$workload,write,bw,$((value + (run += 1) % 2)),MB/s,$run"; done
    done
} >"$file"
ashiftstat analyze "$file" | sed -n '1,/^What/p' | grep -v 'same 6 figures'
echo "== equal where it can be compared"
{
    echo config,workload,direction,metric,value,unit,iteration
    for level in 1 2; do
        for run in 1 2 3 4; do
            echo "x=$level,a,write,bw,$((1000 + run)),MB/s,$run"
            echo "x=$level,b,write,bw,$(((level - 1) * (1000 + run))),MB/s,$run"
        done
    done
} >"$file"
ashiftstat analyze "$file" | head -1
ashiftstat analyze "$file" --format markdown | sed -n 3p
ashiftstat analyze "$file" --format json | jq -r '.overall[].sentence'
