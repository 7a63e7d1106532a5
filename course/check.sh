#!/bin/sh
# Runs the course: each lab's stub must fail, our solution must pass, the proofs must hold.
# BELLE names the program belle (default: from the path), whose Verilog is proved and compared with
# lab 7's copy. Without it only the labs are run.
set -u
if [ "${BELLE:-}" ]; then
    command -v "$BELLE" >/dev/null || { echo "there is no program $BELLE"; exit 1; }
fi
BELLE=$(command -v "${BELLE:-belle}") || BELLE=
case $BELLE in
/* | "") ;;
*) BELLE=$PWD/$BELLE ;;
esac
cd "$(dirname "$0")" || exit 1
said=$(mktemp)
given=$(mktemp -d)
trap 'rm -rf "$said" "$given"' EXIT
failed=0

# expect WHAT STATUS COMMAND...: the command must end with this status, and a failing one must say
# FAIL. No program of it may take more than `limit` seconds of processor time.
limit=60
expect() {
    what=$1
    status=$2
    shift 2
    start=$(date +%s)
    if (ulimit -t $limit && "$@") >"$said" 2>&1; then got=pass; else got=fail; fi
    seconds=$(($(date +%s) - start))
    if [ $status = fail ] && ! grep -q '^FAIL\|Refuted' "$said"; then got="$got without a message"; fi
    if [ "$got" = "$status" ]; then
        printf '%4d s  %s\n' $seconds "$what"
    else
        printf '%4d s  %s: expected %s, got %s\n' $seconds "$what" "$status" "$got"
        cat "$said"
        failed=1
    fi
}

expect pictures pass python3 tools/picture.py --check
expect "tries and what they are told" pass python3 tools/tries.py
expect "what students get" pass make -s hand-out TO="$given/course"
# A copy of this folder alone, whose name has a space.
cp -r . "$given/a copy"
expect "what students get of a copy" pass make -s -C "$given/a copy" hand-out TO="$given/of copy"
for lab in [01][0-9]-*; do
    # As students get it: nothing but their folder is there.
    expect "$lab, stub" fail make -s -C "$given/course/$lab" check
    expect "$lab, solution" pass make -s -C "$given/course/$lab" check DIR="$PWD/solutions/$lab"
    # The teacher's page says how many gates our solutions have, but for lab 8.
    for count in $(sed -n 's/.* in, \([0-9]*\) gates.*/\1/p' "$said"); do
        shown=$(echo "$count" | sed 's/\([0-9]\)\([0-9]\{3\}\)$/\1,\2/')
        case $lab in 08-*) continue ;; esac
        grep -q "\b$shown\b" teacher.md || { echo "teacher.md does not say $shown gates"; failed=1; }
    done
done
# The labs' checks take less than a minute; proofs may take longer on a slow computer.
limit=600
expect "array of labs 2 to 5" pass make -s -C array LABS=../solutions
expect "gates of lab 8 as students get them" pass make -s -C "$given/course/08-break-a-gate" gates
# Each has a name of its own that make takes, and there are those that the lab's page names.
names=$(sed -n 's/ = .*//p' "$said")
for name in $(echo "$names" | grep "[\$ '\"#\\]"; echo "$names" | sort | uniq -d); do
    echo "lab 8: the gate $name has no name of its own that make takes"
    failed=1
done
for gate in $(sed -n "s/^make break.*GATE='\(.*\)'/\1/p" 08-break-a-gate/README.md); do
    grep -qF "$gate = " "$said" || { echo "lab 8 has no gate $gate as its page says"; failed=1; }
done
if [ -z "$BELLE" ]; then
    echo "left out: lab 7's copy of the machine, and the proofs, need belle (BELLE=path/to/belle)"
    exit $failed
fi
export BELLE
expect "lab 7's copy of the machine" pass python3 tools/machine.py check "$BELLE"
rm -rf proofs/build
for circuit in proofs/spec/*.v proofs/spec/fast/*.v; do
    circuit=$(basename "$circuit" .v)
    expect "proof of $circuit" pass make -s -C proofs "prove-$circuit"
done
expect "proofs of the evaluator's parts" pass make -s -C proofs machine
expect "a changed gate refuted" pass make -s -C proofs break CIRCUIT=castling
grep -q 'a b c d e f g h' "$said" || { echo "a refuted circuit shows no board"; failed=1; }
expect "a changed gate of a sum refuted" pass make -s -C proofs break CIRCUIT=lazy_adder
exit $failed
