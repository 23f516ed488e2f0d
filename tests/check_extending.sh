#!/usr/bin/env bash
# docs/extending.md is true: its format and its check are taken out of the page, built in a copy of the tree against the
# libraries of this build, and their tests and the commands of the page are run with them.
. "$(dirname "$0")/checking.sh"
page=docs/extending.md
root=$PWD
copy=$scratch/tree
die() {
    echo "$*"
    exit 1
}
export LC_ALL=C.UTF-8

# the fenced block behind the line that begins with $1
block() {
    awk -v start="$1" 'index($0, start) == 1 { wanted = 1; next }
        wanted && /^```/ { if (inside) exit; inside = 1; next }
        inside' "$page"
}
# puts the block behind the line that begins with $1 before the line $3 (a pattern) of the file $2
insert() {
    block "$1" >"$scratch/block"
    [ -s "$scratch/block" ] || die "$page: nothing behind: $1"
    awk -v block="$scratch/block" -v pattern="$3" '
        !done && $0 ~ pattern { while ((getline line < block) > 0) print line; done = 1 }
        { print }
        END { exit !done }' "$2" >"$scratch/with" || die "$2 has no line $3"
    cp "$scratch/with" "$2"
}

mkdir "$copy"
cp -r ingest analyze .clang-format "$copy"
ln -s "$root"/{model,render,collect,command,tests} "$copy"
mkdir "$copy/fixtures"
ln -s "$root"/fixtures/* "$copy/fixtures"
files=$(sed -n 's/^`\([a-z_]*\/[^`]*\)`:$/\1/p' "$page")
[ "$(wc -w <<<"$files")" -eq 5 ] || die "$page names other files: $files"
for file in $files; do
    [ ! -e "$copy/$file" ] || { echo "skipped: somebody tries the example, $file is in the tree"; exit 77; }
    mkdir -p "$(dirname "$copy/$file")"
    block "\`$file\`:" >"$copy/$file"
    [ -s "$copy/$file" ] || die "$page: $file is empty"
done
insert 'A row for `ingest/readers.h`' "$copy/ingest/readers.h" '^ROW\(claims_in_prose'
insert 'A line for `analyze/check_rules.h`' "$copy/analyze/check_rules.h" '^#undef RULE'
insert 'A row for `check_rows`' "$copy/analyze/checks.c" '^};'
(cd "$copy" && clang-format --dry-run -Werror ingest/diskdash.c analyze/check_power.c) || fault "not as clang-format would write it"

# compiles FILE of the copy as SOURCE of this build is compiled, warnings are errors; sets $object
compile() {
    local flags
    flags=$(jq -r --arg file "$root/$2" '.[] | select(.file == $file) | .command' "$BUILD/compile_commands.json" |
        head -n 1 | sed -e 's/ -o .*//' -e "s|$root|$copy|g")
    [ -n "$flags" ] || die "$2 is not built here"
    object=$scratch/$(basename "$1" .c).o
    (cd "$BUILD" && eval "$flags -Werror -o $object -c $copy/$1") || die "$1 does not compile"
}
# links PROGRAM of this build anew, in FOLDER of it, with these objects before its own
link() {
    local program=$1 folder=$2 line
    shift 2
    line=$(sed -e "s| -o [^ ]*| -o $scratch/$program $*|" "$BUILD/$folder/CMakeFiles/$program.dir/link.txt")
    (cd "$BUILD/$folder" && eval "$line") || die "$program does not link"
}
compile ingest/diskdash.c ingest/reader.c
compile ingest/reader.c ingest/reader.c
compile analyze/check_power.c analyze/checks.c
compile analyze/checks.c analyze/checks.c
compile tests/unit/ingest/test_damage.c tests/unit/ingest/test_damage.c
format="$scratch/diskdash.o $scratch/reader.o"
link ashiftstat . "$format" "$scratch/check_power.o" "$scratch/checks.o"
link test_fixture tests "$format"
damage_of_build=$(sed 's|[^ ]*test_damage\.c\.o||' "$BUILD/tests/CMakeFiles/ingest_test_damage.dir/link.txt")
(cd "$BUILD/tests" && eval "${damage_of_build/ -o ingest_test_damage/ -o $scratch/damage $scratch/test_damage.o $format}") ||
    die "test_damage does not link"

cd "$copy" || exit 1
"$scratch/test_fixture" fixtures/diskdash/two-settings.expected.csv >"$scratch/out" 2>&1 ||
    { cat "$scratch/out"; fault "the fixture of $page fails"; }
"$scratch/damage" diskdash all >"$scratch/out" 2>&1 || { cat "$scratch/out"; fault "damaged inputs are misread"; }
"$scratch/ashiftstat" ingest fixtures/diskdash/two-settings.txt 2>&1 >/dev/null | grep -q ':14: .*left out' ||
    fault "the line that was cut is not noted"
"$scratch/ashiftstat" analyze fixtures/diskdash/two-settings.txt 2>/dev/null | grep -q '13 against 12' || fault "nothing is compared"
for fact in battery:hit mains:clean; do
    "$scratch/ashiftstat" check fixtures/repeated --fact "power_supply=${fact%:*}" --format json 2>/dev/null |
        jq -e --arg result "${fact#*:}" '[.[] | select(.id == "C90") | .result] == [$result]' >/dev/null ||
        fault "check C90 with $fact"
done
ASHIFTSTAT=$scratch/ashiftstat python3 "$root/tests/doc_commands.py" --folder "$copy" "$root/$page" || faults=1
exit $faults
