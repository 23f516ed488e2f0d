# the arguments of ashiftstat, as bash
printf 'config,workload,direction,metric,value\n' >"$SCRATCH/two.csv"
for recordsize in 16k 128k; do for sync in always disabled; do
    echo "recordsize=$recordsize;sync=$sync,w,write,bw,100" >>"$SCRATCH/two.csv"
done; done
ashiftstat analyze "$SCRATCH/two.csv"
ashiftstat analyze "$SCRATCH/two.csv" --compare sync --format csv | cut -d, -f4-12
