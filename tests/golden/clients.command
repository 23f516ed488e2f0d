# the arguments of ashiftstat, as bash
# the sum of all clients is never compared with one of them, in fio's JSON and in its text
cat >"$SCRATCH/clients.txt" <<'END'
<a> r: (groupid=0, jobs=1): err= 0: pid=210: Tue Aug 18 12:45:25 2020
  read: IOPS=2400, BW=300Mi (315M)(17.6GiB/60011msec)
<b> r: (groupid=0, jobs=1): err= 0: pid=198: Tue Aug 18 12:45:25 2020
  read: IOPS=2560, BW=320Mi (336M)(18.8GiB/60009msec)

All clients: (groupid=0, jobs=2): err= 0: pid=0: Tue Aug 18 12:45:25 2020
   read: IOPS=4960, BW=620Mi (650M)(36.3GiB/60011msec)
END
for file in "$SCRATCH/clients.txt" fixtures/fio_json/two-servers-one-address.json; do
    ashiftstat ingest "$file" | cut -d, -f1-5 | grep -E ',(bw|runtime),'
    ashiftstat analyze "$file" --format csv | cut -d, -f1-7
done
