# the arguments of ashiftstat, as bash
: >"$SCRATCH/empty"
head -c 300 /dev/urandom >"$SCRATCH/binary"; printf '\0' >>"$SCRATCH/binary"
head -c 3000 fixtures/fio_json/fio-3.33-a-randwrite4k.json >"$SCRATCH/truncated.json"
truncate -s 300M "$SCRATCH/enormous"
printf 'A story about disks.\nIt has no numbers.\n' >"$SCRATCH/prose"
printf 'Test;ashift;Lauf;Gr\374n (MB/s)\nSchreiben;12;1;94,71\n' >"$SCRATCH/latin1.csv"
ln -s nowhere "$SCRATCH/dangling"
mkfifo "$SCRATCH/fifo"
ashiftstat ingest "$SCRATCH" "$SCRATCH/missing" | cut -d, -f1-8
