# the arguments of ashiftstat, as bash
cp fixtures/fio_json/fio-3.33-a-randwrite4k.json "$SCRATCH/a.json"
cp fixtures/fio_json/fio-3.42-a-randwrite4k.json "$SCRATCH/b.json"
ashiftstat ingest ashift=12,sync=always:"$SCRATCH/a.json" ashift=13:"$SCRATCH/b.json" | grep ,bw, | cut -d, -f1-5
ashiftstat ingest "$SCRATCH/a.json" "$SCRATCH/b.json" | grep ,bw, | cut -d, -f1-5
ashiftstat ingest --factor 'version=(3[.][0-9]+)' fixtures/fio_json/fio-3.33-a-randwrite4k.json | grep ,bw, | cut -d, -f1-5
ashiftstat ingest --factor 'version=3[.][0-9]+' fixtures/fio_json/fio-3.33-a-randwrite4k.json
