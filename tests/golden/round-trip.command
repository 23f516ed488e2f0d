# the arguments of ashiftstat, as bash
ashiftstat analyze fixtures/repeated --format csv >"$SCRATCH/direct" 2>"$SCRATCH/notes"
ashiftstat ingest fixtures/repeated 2>>"$SCRATCH/notes" | ashiftstat analyze - --format csv >"$SCRATCH/piped"
cmp "$SCRATCH/direct" "$SCRATCH/piped" && echo same
