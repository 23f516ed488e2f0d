# What checks begin with, to be read by them: they run in the top folder, `scratch` is a folder that goes with them, and
# `fault SENTENCE` says what is wrong and sets `faults`, with which they end.
set -u
cd "$(dirname "$0")/.." || exit 1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
faults=0
fault() {
    echo "$*"
    faults=1
}
