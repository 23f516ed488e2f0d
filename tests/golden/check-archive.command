# the arguments of ashiftstat, as bash
ashiftstat check fixtures/checks/sound
# one pool made with another ashift than its label in the plan says
cp -r fixtures/checks/sound "$SCRATCH/archive"
sed -i 's/ashift: 12/ashift: 13/' "$SCRATCH"/archive/facts/pools/*ashift=12-randwrite-128k-fsync-3.txt
ashiftstat check "$SCRATCH/archive" --format json | grep '"result": "hit"' | grep '"C12"'
ashiftstat analyze "$SCRATCH/archive" --format csv | cut -d, -f1,3,6,7,12,13 | grep ',bw,'
ashiftstat analyze "$SCRATCH/archive" --format csv --ignore C12 | cut -d, -f1,3,6,7,12,13 | grep ',bw,'
