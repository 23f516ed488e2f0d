#!/usr/bin/env bash
# Help, manual page and completion of each command name the same options, and the pages are good man(7).
. "$(dirname "$0")/checking.sh"

commands=$("$ASHIFTSTAT" --help | sed -n 's/^  \([a-z]*\)  *.*/\1/p')
[ "$(wc -w <<<"$commands")" -ge 8 ] || fault "the help lists few commands: $commands"

source <("$ASHIFTSTAT" --completion)
# what is offered behind these words, one a line
offered() {
    COMP_WORDS=(ashiftstat "$@")
    COMP_CWORD=$#
    _ashiftstat
    printf '%s\n' "${COMPREPLY[@]}"
}

lint() {
    mandoc -T lint -W warning "$1" | grep -v 'missing date' && fault "$1 is no good manual page"
}

[ "$(offered '' | grep -v ^-)" = "$commands" ] || fault "completion and help list other commands"
"$ASHIFTSTAT" --manual >"$scratch/ashiftstat.1" || fault "no manual page"
lint "$scratch/ashiftstat.1"
[ "$(sed -n 's/^\.BR ashiftstat.-\([a-z]*\) (1)$/\1/p' "$scratch/ashiftstat.1")" = "$commands" ] ||
    fault "manual page and help list other commands"

for command in $commands; do
    page=$scratch/ashiftstat-$command.1
    "$ASHIFTSTAT" --manual "$command" >"$page" || fault "$command has no manual page"
    lint "$page"
    help=$("$ASHIFTSTAT" "$command" --help | sed -n 's/^  \(-., \|    \)--\([a-z-]*\).*/--\2/p' | sort)
    manual=$(grep -A1 '^\.TP' "$page" | sed 's/\\-/-/g' | sed -n 's/^\.B \(-., \|\)--\([a-z-]*\).*/--\2/p' | sort)
    [ "$help" = "$manual" ] || fault "$command: help and manual page differ"
    [ "$help" = "$(offered "$command" -- | sort)" ] || fault "$command: help and completion differ"
    grep -q "ashiftstat-$command.1" "$BUILD/CMakeFiles/printed.dir/build.make" || fault "$command: its page is not installed"
done

[ "$(offered analyze --format '' | xargs)" = "text csv json markdown" ] || fault "the words of --format are not offered"
[ "$(offered analyze --format = c | xargs)" = csv ] || fault "--format=c is not completed"
[ "$(offered analyze -f j | xargs)" = json ] || fault "-f j is not completed"
[ -z "$(offered analyze fil | xargs)" ] || fault "something is offered where files are wanted"
"$ASHIFTSTAT" --manual nothing 2>/dev/null && fault "a page of no command"
exit $faults
