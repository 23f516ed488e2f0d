#!/usr/bin/env bash
# A million runs in 20,000 cells, all pairs of four levels: CPU seconds and memory of the analysis, and of others that do
# the Welch tests of the same 30,000 pairs of ln values, in one run. Fails when one of them finds another p.
#
#   tests/benchmark/analyze.sh [BUILD]     a release build with its tests (default: build/release)
#
# Beside it: R (r-base-core), python3 with scipy (python3-scipy) where they are installed, and python3 alone, which has no
# t distribution, so it stops at t and the degrees of freedom. The analysis does more: order, drift, Holm, states,
# required runs, warnings, checks. Memory is the most that the whole process held, the values included.
set -eu
cd "$(dirname "$0")/../.."
build=${1:-build/release}
program=$build/tests/analyze_million
[ -x "$program" ] || { echo "build first: cmake --preset release -DBUILD_TESTING=ON && cmake --build build/release --target analyze_million" >&2; exit 1; }
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

row() { # NAME SECONDS MEMORY REMARK
    awk -v name="$1" -v s="$2" -v m="$3" -v base="$base" -v memory="$memory" -v remark="$4" 'BEGIN {
        printf "  %-28s %8.2f s CPU %6.2f x %8d MB %6.2f x   %s\n", name, s, s / base, m, m / memory, remark}'
}

read -r base memory pairs < <("$program" "$dir/cells" "$dir/tests")
echo "1,000,000 runs, 20,000 cells, $pairs comparisons"
row "ashiftstat, whole analysis" "$base" "$memory" ""

cat >"$dir/welch.py" <<'END'
import math, resource, sys, time
stats = None
if sys.argv[3] == "scipy":
    from scipy import stats
cells = [[math.log(float(v)) for v in line.split()] for line in open(sys.argv[1])]
start, found = time.process_time(), []
for first in range(0, len(cells), 4):
    for i in range(4):
        for j in range(i + 1, 4):
            a, b = cells[first + j], cells[first + i]
            if stats is not None:
                t, p = stats.ttest_ind(a, b, equal_var=False)
                found.append((t, None, p))
                continue
            ma, mb = sum(a) / len(a), sum(b) / len(b)
            va = sum((x - ma) ** 2 for x in a) / (len(a) - 1) / len(a)
            vb = sum((x - mb) ** 2 for x in b) / (len(b) - 1) / len(b)
            df = (va + vb) ** 2 / (va ** 2 / (len(a) - 1) + vb ** 2 / (len(b) - 1))
            found.append(((ma - mb) / math.sqrt(va + vb), df, None))
used, memory = time.process_time() - start, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
worst = [0, 0, 0]
tests = [[float(v) for v in line.split()] for line in open(sys.argv[2])]
assert len(tests) == len(found)
for mine, theirs in zip(tests, found):
    for k in range(3):
        if theirs[k] is not None:
            worst[k] = max(worst[k], abs(mine[k] - theirs[k]))
print(used, memory, *worst)
END

cat >"$dir/welch.R" <<'END'
arguments <- commandArgs(TRUE)
cells <- log(as.matrix(read.table(arguments[1])))
found <- matrix(0, nrow(cells) / 4 * 6, 3)
used <- system.time({
    at <- 0
    for (first in seq(1, nrow(cells), 4)) for (i in 0:2) for (j in (i + 1):3) {
        test <- t.test(cells[first + j, ], cells[first + i, ])
        found[at <- at + 1, ] <- c(test$statistic, test$parameter, test$p.value)
    }
})
held <- as.numeric(sub("[^0-9]*([0-9]+).*", "\\1", grep("^VmHWM", readLines("/proc/self/status"), value = TRUE)))
worst <- apply(abs(as.matrix(read.table(arguments[2])) - found), 2, max)
cat(used[["user.self"]] + used[["sys.self"]], held %/% 1024, worst, "\n")
END

agrees=0
peer() { # NAME WHAT COMMAND...: prints its row and whether it found the same
    local name=$1 what=$2 seconds held t df p # `what` takes how far t, df and p are off
    shift 2
    read -r seconds held t df p < <("$@") || return 0
    row "$name" "$seconds" "$held" "$(printf "$what" "$t" "$df" "$p")"
    awk -v t="$t" -v df="$df" -v p="$p" 'BEGIN {exit !(t < 1e-9 && df < 1e-7 && p < 1e-9)}' || agrees=1
}
if command -v Rscript >/dev/null; then
    peer "R, t.test" 't within %.0e, df %.0e, p %.0e' Rscript "$dir/welch.R" "$dir/cells" "$dir/tests"
fi
python=$(for each in python3 /usr/bin/python3; do "$each" -c 'import scipy' 2>/dev/null && echo "$each" && break; done || true)
if [ -n "$python" ]; then
    peer "python3, scipy.stats" 't within %.0e%.0s, p %.0e' "$python" "$dir/welch.py" "$dir/cells" "$dir/tests" scipy
fi
peer "python3 alone" 't within %.0e, df %.0e; no p%.0s' python3 "$dir/welch.py" "$dir/cells" "$dir/tests" alone
[ "$agrees" = 0 ] || echo "one of them found other values" >&2
exit "$agrees"
