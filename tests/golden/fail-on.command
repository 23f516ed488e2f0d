# exit status 4 when the verdict is one of those named
ashiftstat analyze fixtures/markdown_table/salter-averages.md --format csv --fail-on WORSE,MIXED >"$SCRATCH/out"; echo "exit status $?"
ashiftstat analyze fixtures/markdown_table/salter-averages.md --format csv --fail-on WORSE,INCONCLUSIVE >"$SCRATCH/out"; echo "exit status $?"
ashiftstat analyze fixtures/markdown_table/salter-averages.md --format csv --fail-on "inconclusive, Better" >"$SCRATCH/out"; echo "exit status $?"
ashiftstat analyze fixtures/markdown_table/salter-averages.md --fail-on slower
