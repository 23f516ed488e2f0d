# the arguments of ashiftstat, as bash
hits() { ashiftstat check --format json "$1" | grep -E '"id": "C(23|54)"' | grep '"result": "hit"'; }
posted=fixtures/fio_text/fio-3.33-a-randwrite4k-normal.txt
hits "$posted"
# the banner of an older version over it
sed 's/^fio-3.33/fio-2.16/' "$posted" >"$SCRATCH/banner.txt" && hits "$SCRATCH/banner.txt"
# group lines of an older version under it, no banner
sed -e '/^fio-3/d' -e 's/^  WRITE: bw=.*/  WRITE: io=16384KB, aggrb=15485KB\/s, minb=15485KB\/s, maxb=15485KB\/s, mint=1058msec, maxt=1058msec/' \
    "$posted" >"$SCRATCH/sums.txt" && hits "$SCRATCH/sums.txt"
# another command above it than the one that ran
{ echo "fio --name=randwrite4k --rw=randwrite --bs=8k --size=16m" && cat "$posted"; } >"$SCRATCH/command.txt" && hits "$SCRATCH/command.txt"
# JSON with the version of an older fio
sed 's/fio-3[.0-9]*/fio-2.16/' fixtures/repeated/ext4-b1024/randwrite4k-1job-1.json >"$SCRATCH/version.json" && hits "$SCRATCH/version.json"
