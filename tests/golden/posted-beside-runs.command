# a posted average or best figure beside its runs is held against them and not compared; one without runs agrees with
# nothing
file=$SCRATCH/posted.csv
{
    echo config,workload,direction,metric,value,unit,iteration,statistic
    for i in 1 2 3 4; do echo "x=1,a,write,bw,10$i,MB/s,$i,run"; done
    for i in 1 2 3 4; do echo "x=2,a,write,bw,12$i,MB/s,$i,run"; done
    echo x=1,a,write,bw,102.5,MB/s,,mean
    echo x=2,a,write,bw,130,MB/s,,best
    echo x=1,b,write,bw,110,MB/s,,mean
    echo x=2,b,write,bw,120,MB/s,,mean
} >"$file"
ashiftstat analyze "$file" | sed -n '/^Credibility/,/^$/p; /^Posted/,/^$/p'
ashiftstat analyze "$file" --format json | jq -c '.claims[] | [.workload, .posted, .computed, .confirmed]'
ashiftstat check "$file" | grep -A2 'C36' || true
echo "== only one without runs"
sed -i '/,b,/!{/,a,/d}' "$file"
ashiftstat analyze "$file" | sed -n '/^Posted/,/^$/p'
