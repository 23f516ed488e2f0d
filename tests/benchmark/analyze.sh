#!/usr/bin/env bash
# A million runs in 20,000 cells, all pairs of four levels: CPU seconds and memory of the analysis, and of others that do
# the Welch tests of the same 30,000 pairs, in one run.
#
#   tests/benchmark/analyze.sh [BUILD]     a release build with its tests (default: build/release)
#
# Beside it: R or python3 with scipy where they are installed; python3 alone, which has no t distribution, so it stops at
# t and the degrees of freedom. The analysis does more: order, drift, Holm, states, required runs, warnings.
set -eu
cd "$(dirname "$0")/../.."
build=${1:-build/release}
program=$build/tests/analyze_million
[ -x "$program" ] || { echo "build first: cmake --preset release -DBUILD_TESTING=ON && cmake --build build/release --target analyze_million" >&2; exit 1; }
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

row() { # NAME SECONDS BASE REMARK
    printf '  %-38s %8.2f s CPU %7.2f x   %s\n' "$1" "$2" "$(awk -v a="$2" -v b="$3" 'BEGIN {print a / b}')" "$4"
}

read -r base memory pairs < <("$program" "$dir/cells")
echo "1,000,000 runs, 20,000 cells, $pairs comparisons"
row "ashiftstat, whole analysis" "$base" "$base" "$memory MB in all, the runs included"

cat >"$dir/welch.py" <<'END'
import math, sys, time
cells = [[math.log(float(v)) for v in line.split()] for line in open(sys.argv[1])]
try:
    from scipy import stats
except ImportError:
    stats = None
start, done = time.process_time(), 0
for first in range(0, len(cells), 4):
    for i in range(4):
        for j in range(i + 1, 4):
            a, b = cells[first + j], cells[first + i]
            if stats is not None:
                stats.ttest_ind(a, b, equal_var=False)
            else:
                ma, mb = sum(a) / len(a), sum(b) / len(b)
                va = sum((x - ma) ** 2 for x in a) / (len(a) - 1) / len(a)
                vb = sum((x - mb) ** 2 for x in b) / (len(b) - 1) / len(b)
                t = (ma - mb) / math.sqrt(va + vb)
                df = (va + vb) ** 2 / (va ** 2 / (len(a) - 1) + vb ** 2 / (len(b) - 1))
            done += 1
print(time.process_time() - start, "with p and scipy" if stats is not None else "t and df only, no p")
END
read -r seconds remark < <(python3 "$dir/welch.py" "$dir/cells")
row "python3, Welch tests" "$seconds" "$base" "$remark"

if command -v Rscript >/dev/null; then
    cat >"$dir/welch.R" <<'END'
cells <- log(as.matrix(read.table(commandArgs(TRUE)[1])))
used <- system.time(for (first in seq(1, nrow(cells), 4)) for (i in 0:2) for (j in (i + 1):3)
    t.test(cells[first + j, ], cells[first + i, ]))
cat(used[["user.self"]] + used[["sys.self"]], "\n")
END
    row "R, t.test" "$(Rscript "$dir/welch.R" "$dir/cells")" "$base" "Welch tests only"
fi
