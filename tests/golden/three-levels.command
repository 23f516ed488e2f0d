# three levels, in text, Markdown and JSON: the unbeaten ones
{ echo 'config,workload,direction,metric,value,iteration'
for run in 1 2 3 4 5; do
    echo "ashift=9,Test 1,write,bw,$((100 + run)),$run"
    echo "ashift=12,Test 1,write,bw,$((200 + 3 * run)),$run"
    echo "ashift=13,Test 1,write,bw,$((203 + 4 * (run * 2 % 5))),$run"
done; } >"$SCRATCH/three.csv"
ashiftstat analyze "$SCRATCH/three.csv" --correction bh
ashiftstat analyze "$SCRATCH/three.csv" --format markdown | sed -n 3,9p
ashiftstat analyze "$SCRATCH/three.csv" --format json | grep -A1 '"unbeaten"'
