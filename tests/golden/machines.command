# own and posted results: never a verdict; one setting under two labels: the noise floor
table() { # FACTOR LEVEL FACTOR LEVEL GAIN
    echo 'config,workload,direction,metric,value,iteration'
    for run in 1 2 3 4 5; do
        echo "$1=$2,Test 1,write,bw,$((100 + run)),$run"
        echo "$1=$3,Test 1,write,bw,$((100 + $4 + run * 2 % 5)),$run"
    done
}
table source own posted 50 >"$SCRATCH/two.csv"
ashiftstat analyze "$SCRATCH/two.csv"
ashiftstat analyze "$SCRATCH/two.csv" --format csv | cut -d, -f5-7,12-13
ashiftstat analyze "$SCRATCH/two.csv" --format markdown | sed -n 1,3p
table aa a b 1 >"$SCRATCH/aa.csv"
ashiftstat analyze "$SCRATCH/aa.csv"
ashiftstat analyze "$SCRATCH/aa.csv" --format markdown | sed -n 1,3p
table aa a b 30 >"$SCRATCH/apart.csv"
ashiftstat analyze "$SCRATCH/apart.csv" --format json | grep -A1 '"overall"' | grep -o '"sentence": "[^"]*"'
