# required runs, from a pilot and from a scatter alone
ashiftstat plan fixtures/markdown_table/salter-averages.md --change 10
ashiftstat plan fixtures/markdown_table/salter-averages.md
ashiftstat plan --cv 8 --change 5
ashiftstat plan --cv '1 %' --change 10%
ashiftstat plan --cv 80 --change 1
ashiftstat plan --cv none --change 5
ashiftstat plan --cv 8 results
ashiftstat plan
printf 'config,workload,direction,metric,value\nx=1,a,write,bw,%s\n' 100 >"$SCRATCH/one.csv"
printf 'x=1,a,write,bw,%s\n' 101 103 >>"$SCRATCH/one.csv"
ashiftstat plan "$SCRATCH/one.csv" --change 2
ashiftstat analyze "$SCRATCH/one.csv" --baseline 7
