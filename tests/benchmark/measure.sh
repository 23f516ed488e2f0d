# What the benchmarks share: row NAME BASE COMMAND... prints CPU and elapsed seconds, the memory, and the ratio of CPU
# time to BASE (0: this one is the base), and leaves the CPU seconds in `last`.

measure() {
    python3 -c '
import resource, subprocess, sys, time
begun = time.monotonic()
subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print("%.4f %.3f %d" % (used.ru_utime + used.ru_stime, time.monotonic() - begun, used.ru_maxrss // 1024))' "$@"
}

row() {
    local name=$1 base=$2 cpu elapsed memory
    shift 2
    read -r cpu elapsed memory < <(measure "$@")
    [ "$base" != 0 ] || base=$cpu
    printf '  %-34s %8.3f s CPU %8.3f s elapsed %6d MB %7.2f x\n' "$name" "$cpu" "$elapsed" "$memory" \
        "$(awk -v a="$cpu" -v b="$base" 'BEGIN {print a / b}')"
    last=$cpu
}
