# the arguments of ashiftstat, as bash
for command in "ingest" "analyze --format csv"; do
    ashiftstat $command fixtures/repeated --jobs 1 >"$SCRATCH/one" 2>"$SCRATCH/one.notes"
    ashiftstat $command fixtures/repeated --jobs 2 >"$SCRATCH/two" 2>"$SCRATCH/two.notes"
    cmp "$SCRATCH/one" "$SCRATCH/two" && cmp "$SCRATCH/one.notes" "$SCRATCH/two.notes" && echo same
done
