# Tests without scatter, of huge scatter, with a failed run and with a missing side; then two settings with long names.
{
    echo config,workload,direction,metric,value,iteration
    for ashift in 9 12; do
        for i in 1 2 3 4; do
            echo "ashift=$ashift,constant,write,bw,100000000,$i"
            echo "ashift=$ashift,other,write,bw,$((ashift == 9 ? 100 : 110))000000,$i"
            echo "ashift=$ashift,small,write,bw,$((ashift == 9 ? 147 + 30 * i : 0))$((40 + 12 * i))000,$i"
            echo "ashift=$ashift,failed,write,bw,$((ashift == 12 && i == 2 ? 0 : 100000000)),$i"
        done
    done
    for i in 1 2 3 4; do echo "ashift=9,missing,write,bw,100000000,$i"; done
} >"$SCRATCH/odd.csv"
ashiftstat report "$SCRATCH/odd.csv" -o "$SCRATCH/report"
sed -n '1,/^## Results/p' "$SCRATCH/report/report.md"
grep -o '^!.*' "$SCRATCH/report/report.md"
{
    echo config,workload,direction,metric,value,iteration
    for i in 1 2 3 4; do
        echo "cache=a-long-level-name,w,write,bw,$((214 + i))000000,$i"
        echo "cache=writethrough,w,write,bw,$((100 + i))000000,$i"
    done
} >"$SCRATCH/names.csv"
ashiftstat analyze "$SCRATCH/names.csv"
