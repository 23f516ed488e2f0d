#!/usr/bin/env python3
"""Lets calls of the C library fail one at a time and looks at what the program makes of it.

    sweep.py PROGRAM FAIL_CALL_LIBRARY POSITIONS

For each command and each kind of call, POSITIONS of the calls it makes fail, spread over all of them. Whatever fails:
no signal ends the program; it either says what went wrong in lines that begin with "ashiftstat:" or did without the
call and gave the same output; no file stands half written under its final name; nothing is left over. A collection
that failed is completed by the same command.
"""
import errno
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile

CALLS = {"malloc": errno.ENOMEM, "open": errno.EMFILE, "read": errno.EIO, "write": errno.ENOSPC,
         "fsync": errno.EIO, "rename": errno.ENOSPC, "close": errno.EIO}
program, library, positions = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]), int(sys.argv[3])
source = os.getcwd()
faults = []


def run(arguments, folder, call=None, number=0, path=None):
    environment = dict(os.environ, LC_ALL="C.UTF-8")
    count = os.path.join(folder, "..", "count")
    if path:
        environment["PATH"] = path + ":" + environment["PATH"]
    if call:
        environment.update(LD_PRELOAD=library, FAIL_CALL=call, FAIL_NUMBER=str(number),
                           FAIL_ERRNO=str(CALLS[call]), FAIL_COUNT=count)
    if os.path.exists(count):
        os.remove(count)
    try:
        done = subprocess.run([program, *arguments], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                              capture_output=True, timeout=60)
    except subprocess.TimeoutExpired as late:
        done = subprocess.CompletedProcess(late.cmd, 124, b"", late.stderr or b"")
    done.calls = int(open(count).read()) if os.path.exists(count) else 0
    return done


def files(folder):
    found = {}
    for root, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(root, name)
            with open(path, "rb") as file:
                found[os.path.relpath(path, folder)] = file.read()
    return found


def spread(count):
    """POSITIONS of 1 to count: the first ones, where a program sets itself up, and the rest evenly."""
    if count <= positions:
        return range(1, count + 1)
    first = positions // 4
    rest = positions - first
    return sorted({*range(1, first + 1), *(first + 1 + i * (count - first - 1) // (rest - 1) for i in range(rest))})


def said(done):
    return [line for line in done.stderr.decode(errors="replace").splitlines() if line.startswith("ashiftstat:")]


def judge(what, done, reference):
    """What every outcome must be; the messages that were not there without a fault."""
    new = [line for line in said(done) if line not in said(reference)]
    text = done.stderr.decode(errors="replace")
    if done.returncode not in (0, 1, 2, 3):
        faults.append(f"{what}: ended with {done.returncode}: {text[-300:]}")
    elif done.returncode != 0 and not new:
        faults.append(f"{what}: exit status {done.returncode} without a word: {text[-300:]}")
    elif done.returncode == 0 and done.stdout != reference.stdout and not new:
        faults.append(f"{what}: another output without a word")
    return new


def sweep_reading(name, arguments, tally):
    """Commands that read results; those with -o out write files."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = os.path.join(scratch, "work")
        os.mkdir(folder)
        reference = run(arguments, folder)
        expected = files(folder)
        assert reference.returncode == 0, reference.stderr
        for call in CALLS:
            for number in spread(run(arguments, folder, call).calls):
                shutil.rmtree(folder)
                os.mkdir(folder)
                what = f"{name}: {call} {number}"
                done = run(arguments, folder, call, number)
                new = judge(what, done, reference)
                tally[call] = tally.get(call, 0) + 1
                for path, content in files(folder).items():
                    if path not in expected:
                        faults.append(f"{what}: {path} is left over")
                    elif content != expected[path] and not (done.returncode == 0 and new):
                        faults.append(f"{what}: {path} is not whole")
                missing = set(expected) - set(files(folder))
                if done.returncode == 0 and missing and not new:
                    faults.append(f"{what}: {sorted(missing)} not written, without a word")


def whole_archive(folder):
    """Each run of the manifest has its file with its checksum; how many runs."""
    archive = os.path.join(folder, "archive")
    with open(os.path.join(archive, "manifest.jsonl"), "rb") as file:
        rows = [json.loads(line) for line in file]
    for row in rows:
        if not row.get("file") or row.get("failed"):
            continue
        with open(os.path.join(archive, row["file"]), "rb") as file:
            if hashlib.sha256(file.read()).hexdigest() != row["sha256"]:
                return -1
    return len({(row["config"], row["iteration"]) for row in rows if not row.get("failed")})


def sweep_collecting(tally):
    with tempfile.TemporaryDirectory() as scratch:
        folder, tools = os.path.join(scratch, "work"), os.path.join(scratch, "bin")
        os.mkdir(tools)
        with open(os.path.join(tools, "fio"), "w") as file:
            file.write(f"""#!/usr/bin/env bash
for argument; do
    case $argument in
    --version) echo fio-3.33; exit ;;
    --parse-only | --enghelp) exit 0 ;;
    --output=*) output=${{argument#*=}} ;;
    esac
done
cat {source}/tests/unit/collect/outputs/whole.json >"$output"
""")
        os.chmod(os.path.join(tools, "fio"), 0o755)

        def fresh():
            shutil.rmtree(folder, ignore_errors=True)
            for name in ("a", "b"):
                os.makedirs(os.path.join(folder, name))
            with open(os.path.join(folder, "job.fio"), "w") as file:
                file.write("[randwrite-4k]\nrw=randwrite\nbs=4k\nsize=4m\nruntime=1\ntime_based=1\n")

        arguments = ["collect", "-q", "-o", "archive", "--target", "x=1:a", "--target", "x=2:b", "--workloads",
                     "job.fio", "--iterations", "1", "--seed", "1"]
        fresh()
        reference = run(arguments, folder, path=tools)
        assert reference.returncode == 0, reference.stderr
        runs = whole_archive(folder)
        assert runs == 2, runs
        for call in CALLS:
            fresh()
            for number in spread(run(arguments, folder, call, path=tools).calls):
                what = f"collect: {call} {number}"
                fresh()
                done = run(arguments, folder, call, number, path=tools)
                judge(what, done, reference)
                tally[call] = tally.get(call, 0) + 1
                again = run(arguments, folder, path=tools)
                if again.returncode != 0:
                    faults.append(f"{what}: cannot be continued: {again.stderr.decode()[-300:]}")
                elif whole_archive(folder) != runs:
                    faults.append(f"{what}: the archive is not whole after it was continued")
                left = [path for path in files(folder) if path.startswith(("a/", "b/")) or path.endswith(".part")]
                if left:
                    faults.append(f"{what}: left over: {left}")


inputs = [os.path.join(source, "fixtures", path)
          for path in ("first_seed_script", "csv_table/tidy.csv", "html_table", "fio_log", "pages")]
inputs = [path for path in inputs if os.path.exists(path)]
tally = {}
sweep_reading("ingest", ["ingest", "--jobs", "1", *inputs], tally)
sweep_reading("analyze", ["analyze", inputs[0]], tally)
sweep_reading("report", ["report", inputs[0], "-o", "out"], tally)
sweep_reading("render", ["render", inputs[0], "-o", "out", "--chart", "interval"], tally)
sweep_collecting(tally)
print(", ".join(f"{call} {count}" for call, count in tally.items()), "calls failed")
for fault in faults:
    print(fault)
sys.exit(len(faults) > 0)
