# the arguments of ashiftstat, as bash
# a copy, the same file again, and the observations.csv made from it: one run counts once
mkdir "$SCRATCH/in"
cp fixtures/fio_json/fio-3.33-a-randwrite4k.json "$SCRATCH/in/a-1.json"
cp fixtures/fio_json/fio-3.33-a-randwrite4k.json "$SCRATCH/in/copy.json"
ashiftstat ingest "$SCRATCH/in/a-1.json" >"$SCRATCH/in/observations.csv"
ln -s . "$SCRATCH/in/loop"
ashiftstat ingest "$SCRATCH/in" "$SCRATCH/in/a-1.json" | grep ,bw, | cut -d, -f1-7
echo "two labels are two statements of the user"
ashiftstat ingest ashift=12:"$SCRATCH/in/a-1.json" ashift=13:"$SCRATCH/in/a-1.json" | grep ,bw, | cut -d, -f1-7
