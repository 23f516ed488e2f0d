#!/usr/bin/env bash
# What README.md shows of the first table is what the program prints; the commands and options that it names exist.
set -u
cd "$(dirname "$0")/.." || exit 1
faults=0
export LC_ALL=C.UTF-8
shown=$(sed -n '/^    \$ ashiftstat analyze fixtures/,/^!\[/p' README.md | sed -e '1,2d' -e '/^!\[/d' -e 's/^    //')
printed=$("$ASHIFTSTAT" analyze fixtures/markdown_table/salter-averages.md --baseline 13 2>/dev/null)
[ -n "$shown" ] && [[ "$printed" == "${shown%$'\n'}"* ]] || { echo "README.md shows another output of analyze"; faults=1; }

# each option in an indented command line of README.md stands in that command's help
while read -r command rest; do
    help=$("$ASHIFTSTAT" "$command" --help)
    for option in $(grep -oE -- '--[a-z][a-z-]*' <<<"$rest"); do
        grep -qE -- "$option( |$)" <<<"$help" || { echo "README.md: $command has no option $option"; faults=1; }
    done
done < <(sed -nE 's/^    (\$ )?ashiftstat ([a-z]+ .*)/\2/p' README.md)

for image in $(grep -oE '\(docs/[^)]*\)' README.md | tr -d '()' | sort -u); do
    [ -e "$image" ] || { echo "README.md: $image is missing"; faults=1; }
done
exit $faults
