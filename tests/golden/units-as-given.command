# units that are not resolved stand as they were given, and nothing is computed of runs that have several
rows() { # LEVEL WORKLOAD UNIT VALUES
    local run=0 value
    for value in $4; do echo "x=$1,$2,write,bw,$value,$3,$((run += 1))"; done
}
show() { # ROWS...
    { echo config,workload,direction,metric,value,unit,iteration; printf '%s\n' "$@"; } >"$SCRATCH/units.csv"
    ashiftstat analyze "$SCRATCH/units.csv" | head -5
    ashiftstat analyze "$SCRATCH/units.csv" --format markdown | grep -E '^### |^\| (a|b|c) '
    ashiftstat analyze "$SCRATCH/units.csv" --format json | jq -c '.cells[] | [.config, .workload, .unit, .mean, .max]'
}
echo "== one token on both sides"
show "$(rows 1 a M '100 102 101')" "$(rows 2 a M '200 202 201')"
echo "== other units than those of the other side, in one test of three"
show "$(rows 1 a MB/s '100 102 101')" "$(rows 2 a foo '95 97 96')" "$(rows 1 b MB/s '100 102 101')" \
    "$(rows 2 b '' '95 97 96')" "$(rows 1 c MB/s '100 102 101')" "$(rows 2 c MB/s '100 101 102')"
echo "== two units in one setting"
show "$(rows 1 a MB/s '100 102')" x=1,a,write,bw,99,M,3 "$(rows 2 a MB/s '95 97 96')"
echo "== nothing to compare"
{ echo config,workload,direction,metric,value,unit,iteration; rows 1 a M '100 102 101'; } >"$SCRATCH/units.csv"
ashiftstat analyze "$SCRATCH/units.csv" | head -4
