# each state of a comparison under each method: figures, words and advice of that method in text, Markdown and JSON
series() { # NAME BASELINE CANDIDATE
    local run=0 value
    echo config,workload,direction,metric,value,iteration
    for value in $2; do echo "x=1,a,write,bw,$value,$((run += 1))"; done
    run=0
    for value in $3; do echo "x=2,a,write,bw,$value,$((run += 1))"; done
}
show() { # NAME BASELINE CANDIDATE
    local method file=$SCRATCH/$1.csv
    series "$@" >"$file"
    for method in ratio rank mean permutation; do
        echo "== $1, $method"
        ashiftstat analyze "$file" --method $method | sed '/^Read with care/,/^$/d; /^Credibility/,/^$/d; /^$/d; /^1 input/d'
        ashiftstat analyze "$file" --method $method --format markdown |
            grep -v '^$' | sed -n '/^# /d; /^## Results/q; p'
        ashiftstat analyze "$file" --method $method --format json | tr '\n' ' ' |
            grep -oE '"(sentence|headline|evidence|reason|ratio|p|n_detect_margin)": ("[^"]*"|[^,]*)|"next_steps": \[[^]]*\]'
    done
}
show better "100 101 102 103 104 106" "200 201 202 203 204 207"
show equivalent "100 101 102 103 104 106" "101 104 100 102 106 103"
show inconclusive "100 101 102 103 104 106" "100 200 50 120 90 300"
show two-runs "10 40" "100 200 400"
show three-runs "100 101 120" "200 211 300"
show wild "100 1 320" "200 211 0.1"
show no-spread "100 100 100" "150 150 150"
show not-comparable "100 101 102" "0 1 2"
