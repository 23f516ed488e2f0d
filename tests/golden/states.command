# each state of a comparison and of a pair of levels, in text, Markdown and JSON
row() { # WORKLOAD METRIC BASELINE CANDIDATE
    local run=0 value
    for value in $3; do echo "x=1,$1,write,$2,$value,$((run += 1))"; done
    run=0
    for value in $4; do echo "x=2,$1,write,$2,$value,$((run += 1))"; done
}
fast="200 201 202 203 204" slow="100 101 102 103 104" wild="100 200 50 120 90"
head=config,workload,direction,metric,value,iteration
show() { # NAME ROWS...
    local name=$1
    shift
    { echo "$head"; printf '%s\n' "$@"; } >"$SCRATCH/$name.csv"
    echo "== $name"
    ashiftstat analyze "$SCRATCH/$name.csv" | sed -n 1,20p | grep -v '^$'
    ashiftstat analyze "$SCRATCH/$name.csv" --format markdown | sed -n 3p
    ashiftstat analyze "$SCRATCH/$name.csv" --format json | grep -o '"state": "[A-Z_]*", "sentence": "[^"]*"'
    ashiftstat analyze "$SCRATCH/$name.csv" --format json | grep -o '"headline": "[^"]*"'
}
show better "$(row a bw "$slow" "$fast")"
show worse "$(row a bw "$fast" "$slow")" "$(row b lat_mean "$slow" "$fast")"
show equivalent "$(row a bw "$slow" "$slow")"
show inconclusive "$(row a bw "$slow" "$wild")"
show insufficient "$(row a bw "100 101" "200 201")"
show no-spread "$(row a bw "100 100 100" "100 100 100")"
show not-comparable "$(row a bw "$slow" "0 1 2 3 4")"
show mixed "$(row a bw "$slow" "$fast")" "$(row b bw "$fast" "$slow")"
show partly-better "$(row a bw "$slow" "$fast")" "$(row b bw "$slow" "$wild")"
show partly-worse "$(row a bw "$fast" "$slow")" "$(row b bw "$slow" "$wild")"
