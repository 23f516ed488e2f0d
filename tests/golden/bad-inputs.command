# the arguments of ashiftstat, as bash
in=$SCRATCH/in
mkdir "$in"
: >"$in/empty"
head -c 300 /dev/urandom >"$in/binary"; printf '\0' >>"$in/binary"
head -c 3000 fixtures/fio_json/fio-3.33-a-randwrite4k.json >"$in/truncated.json"
truncate -s 300M "$in/enormous"
printf 'A story about disks.\nIt has no numbers.\n' >"$in/prose"
printf 'Test;ashift;Lauf;Gr\374n (MB/s)\nSchreiben;12;1;94,71\n' >"$in/latin1.csv"
ln -s nowhere "$in/dangling"
mkfifo "$in/fifo"
ashiftstat ingest "$in" "$SCRATCH/missing" | cut -d, -f1-8
