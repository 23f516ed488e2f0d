# a sweep over several settings as a forum posted it: screened, not decided
data=fixtures/reference/seed4_guest_data.csv
{ echo 'config,workload,direction,metric,value,unit,statistic'
tail -n +2 "$data" | while IFS=, read -r size storage cache both test direction value; do
    echo "size=$size;storage=$storage;cache=$cache;primarycache=${both%_*};sync=${both#*_},$test,$direction,bw,${value}e6,B/s,best"
done; } >"$SCRATCH/sweep.csv"
ashiftstat analyze "$SCRATCH/sweep.csv"
ashiftstat analyze "$SCRATCH/sweep.csv" --format markdown | sed -n 1,15p
ashiftstat analyze "$SCRATCH/sweep.csv" --format json | grep -A9 '"screening"' | cut -c1-160
ashiftstat analyze "$SCRATCH/sweep.csv" --compare storage --format csv | cut -d, -f12 | sort | uniq -c
