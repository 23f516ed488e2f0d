#!/usr/bin/env python3
"""Runs the commands that README.md and docs/ show, and holds what they print against what is shown.

usage: doc_commands.py [--folder DIR] DOCUMENT...     (ASHIFTSTAT: the program, BUILD: its build)

A block of code is commands when it begins with one. Behind "$ " stands a command and below it what it prints, where a line
"..." stands for lines left out; what it prints is compared with standard output, or with both outputs together. In a block
without "$" each line is a command, with a remark behind three blanks. A command must end with 0, or with what the
"$ echo $?" below it shows. A collection is only planned: it runs with --dry-run, and targets such as /tank12 are folders of
the scratch folder. tests/doc_commands.tsv has the inputs that the names stand for and the commands that are not run
as they stand. With --folder those of kind "example" are run too, in that folder.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TABLE = os.path.join(ROOT, "tests", "doc_commands.tsv")
KINDS = {"input", "other-output", "instead", "replay", "example", "not-run"}
WORDS = re.compile(r"(sudo )?(ashiftstat|\./quickstart|\./runtests|cmake|cpack|ctest|apt|apt-get|git|cd|valgrind|"
                   r"[a-z]+/[a-z_/]+\.(sh|py)|build/[a-z/_]+)( |$)")
faults = 0


def fault(document, line, text):
    global faults
    faults += 1
    print(f"{document}:{line}: {text}")


def read_table():
    rows = []
    for line in open(TABLE, encoding="utf-8"):
        if line.strip() and not line.startswith("#"):
            kind, command, argument = line.rstrip("\n").split("\t")
            if kind not in KINDS or not argument.strip():
                sys.exit(f"{TABLE}: {line}")
            rows.append((kind, command, argument))
    return rows


def blocks(path):
    """(number of the first line, lines without their indentation) of each block of code that may hold commands."""
    lines = open(path, encoding="utf-8").read().split("\n")
    found, fence, current, first = [], None, None, 0
    for number, line in enumerate(lines + [""], 1):
        if fence is not None:
            if line.startswith("```"):
                if fence in ("", "sh", "console"):
                    found.append((first, current))
                fence, current = None, None
            else:
                current.append(line)
        elif line.startswith("```"):
            fence, current, first = line[3:].strip(), [], number + 1
        elif line.startswith("    ") and (current is not None or lines[number - 2].strip() == ""):
            if current is None:
                current, first = [], number
            current.append(line[4:])
        elif line.strip() == "" and current is not None:
            current.append("")
        elif current is not None:
            found.append((first, current))
            current = None
    if current is not None:
        found.append((first, current))
    return found


def commands(document, first, lines):
    """(line, command, lines shown below it or None) of one block; nothing when it holds no commands."""
    session = lines[0].startswith("$ ")
    if not session and not WORDS.match(lines[0]):
        return []
    found, open_command = [], False
    for number, line in enumerate(lines, first):
        if open_command:
            found[-1][1] = found[-1][1].rstrip("\\") + line.strip()
        elif session and line.startswith("$ "):
            found.append([number, line[2:], []])
        elif session:
            found[-1][2].append(line.rstrip())
            continue
        elif line.strip() == "" or line.startswith(" "):
            continue
        elif WORDS.match(line):
            found.append([number, re.split(r" {3,}", line)[0], None])
        else:
            fault(document, number, f"no command that is known here: {line}")
            continue
        open_command = found[-1][1].endswith("\\")
    return found


def same(shown, printed):
    """True when the lines printed are those shown, where "..." stands for any number of them."""
    def trimmed(lines):
        lines = [line.rstrip() for line in lines]
        while lines and not lines[0]:
            lines = lines[1:]
        while lines and not lines[-1]:
            lines = lines[:-1]
        return lines

    shown, printed = trimmed(shown), trimmed(printed)
    parts, part = [], []
    for line in shown:
        if line.strip() == "...":
            parts.append(part)
            part = []
        else:
            part.append(line)
    parts.append(part)
    if len(parts) == 1:
        return shown == printed
    at = len(parts[0])
    if printed[:at] != parts[0]:
        return False
    for part in parts[1:-1]:
        while at + len(part) <= len(printed) and printed[at:at + len(part)] != part:
            at += 1
        if at + len(part) > len(printed):
            return False
        at += len(part)
    last = parts[-1]
    return len(printed) - len(last) >= at and printed[len(printed) - len(last):] == last


def run(command, folder, environment, merged):
    done = subprocess.run(["bash", "-c", command], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT if merged else subprocess.PIPE, check=False)
    return done.returncode, done.stdout.decode("utf-8", "replace").split("\n"), (done.stderr or b"").decode("utf-8", "replace")


def unshown(document, line, shown, printed):
    fault(document, line, "prints something else; shown:")
    print("\n".join(f"    |{text}" for text in shown))
    print("  printed:")
    print("\n".join(f"    |{text}" for text in printed))


class Runner:
    def __init__(self, rows, folder):
        self.rows, self.folder, self.used, self.helps = rows, folder, set(), {}
        self.scratch = tempfile.mkdtemp()
        tools = os.path.join(self.scratch, "bin")
        os.mkdir(tools)
        os.symlink(os.environ["ASHIFTSTAT"], os.path.join(tools, "ashiftstat"))
        self.environment = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS")}
        self.environment.update(LC_ALL="C.UTF-8", ROOT=ROOT, PATH=f"{tools}:{os.environ['PATH']}")

    def fresh(self, without=None):
        """A new folder with the inputs that the documents name, but for one."""
        folder = tempfile.mkdtemp(dir=self.scratch)
        for kind, name, source in self.rows:
            if kind != "input" or name == without:
                continue
            target, source = os.path.join(folder, name), os.path.join(ROOT, source)
            os.makedirs(os.path.dirname(target), exist_ok=True)
            if source.endswith(".tar.xz"):
                os.mkdir(target)
                subprocess.run(["tar", "-xJf", source, "-C", target, "--strip-components=1"], check=True)
            elif source.endswith("/"):
                os.makedirs(target, exist_ok=True)
            else:
                os.symlink(source, target)
        return folder

    def instead(self, command):
        for kind, listed, argument in self.rows:
            if kind != "input" and listed == command:
                self.used.add(listed)
                return kind, argument
        return None, None

    def options_exist(self, document, line, command):
        for name, rest in re.findall(r"ashiftstat ([a-z]+)((?: [^|;<>]*)?)", command):
            if name not in self.helps:
                done = subprocess.run([os.environ["ASHIFTSTAT"], name, "--help"], capture_output=True, check=False)
                self.helps[name] = done.stdout.decode() if done.returncode == 0 else None
            if self.helps[name] is None:
                fault(document, line, f"ashiftstat has no command {name}")
                continue
            for option in re.findall(r"(?<!\S)--[a-z][a-z-]*", rest):
                if not re.search(re.escape(option) + r"( |$)", self.helps[name], re.M):
                    fault(document, line, f"ashiftstat {name} has no option {option}")

    def run_one(self, document, line, command, shown, status, folder):
        kind, argument = self.instead(command)
        to_run, compare = command, bool(shown)
        if kind is None and not re.match(r"ashiftstat |echo |for |ls |head |grep |cat |mkdir |cp |tar |cmp ", command):
            fault(document, line, f"nobody says in tests/doc_commands.tsv how this is run: {command}")
            return
        if kind == "not-run" or (kind == "example") != (self.folder is not None and kind == "example"):
            return
        if kind == "instead":
            to_run, compare = argument, False
        elif kind == "replay":
            to_run = f'. "$ROOT/tests/unit/collect/replay.sh"; {argument} {command}'
        elif kind is None and command.startswith("ashiftstat collect "):
            folder = self.fresh(without="archive")
            to_run = re.sub(r":/(?=tank)", r":", command)
            if "--dry-run" not in command:
                to_run, compare = f"{to_run} --dry-run", False
        elif kind == "other-output":
            compare = False
        ended, printed, errors = run(to_run, folder, self.environment, False)
        if ended != status and not (kind == "replay" and ended == 77):
            fault(document, line, f"ends with {ended}, not {status}: {to_run}\n{errors}")
        if not compare or ended == 77:
            return
        if not same(shown, printed):
            _, printed, _ = run(to_run, folder, self.environment, True)
            if not same(shown, printed):
                unshown(document, line, shown, printed)

    def run_document(self, path):
        document = os.path.relpath(path, ROOT)
        folder, count = self.folder or self.fresh(), 0
        for first, lines in blocks(path):
            found = commands(document, first, lines)
            for place, (line, command, shown) in enumerate(found):
                status = 0
                if command == "echo $?":
                    continue
                if place + 1 < len(found) and found[place + 1][1] == "echo $?":
                    status = int("".join(found[place + 1][2]))
                self.options_exist(document, line, command)
                self.run_one(document, line, command, shown, status, folder)
                count += 1
        text = open(path, encoding="utf-8").read()
        for code in re.finditer(r"(?<!`)`(ashiftstat [^`]*)`(?!`)", text):
            self.options_exist(document, text.count("\n", 0, code.start()) + 1, code.group(1).replace("\n", " "))
        return count

    def close(self):
        shutil.rmtree(self.scratch, ignore_errors=True)


def main(arguments):
    folder = None
    if arguments[:1] == ["--folder"]:
        folder, arguments = arguments[1], arguments[2:]
    rows = read_table()
    runner = Runner(rows, folder)
    try:
        count = sum(runner.run_document(path) for path in arguments)
    finally:
        runner.close()
    if folder is None:
        for kind, command, _ in rows:
            if kind != "input" and command not in runner.used:
                fault("tests/doc_commands.tsv", 0, f"no document has this: {command}")
    print(f"{count} commands in {len(arguments)} documents")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
