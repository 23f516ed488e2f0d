# the arguments of ashiftstat, as bash
# speed drifted while the settings were run one after the other: the same words everywhere, and no number of runs beside
# a row that more runs do not settle
file=$SCRATCH/drift.csv
{
    echo config,workload,direction,metric,value,unit,iteration,position
    position=0
    for value in 997.8 975 955 944.7 912.1 890 880 874.8; do
        echo "x=$((1 + position / 4)),seq,read,bw,$value,MB/s,$((position % 4 + 1)),$((position += 1))"
    done
} >"$file"
ashiftstat analyze "$file"
ashiftstat analyze "$file" --format markdown | head -25
ashiftstat analyze "$file" --format json | jq -r '.overall[]?.sentence, .comparisons[].headline, .comparisons[].reason'
