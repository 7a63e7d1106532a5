#!/usr/bin/env bash
# What the test command has cargo run in place of the compiler, so that each crate is read once for
# all: Clippy's compiler compiles as rustc does and lints at the same time, and rustdoc writes the
# documentation from the libraries that are there for the tests. `cargo clippy` and `cargo doc`
# would have every library of others checked once more. Bash, since others lose variables whose
# names have a minus, as cargo's with the place of `belle-endgame-mpi`.
#
# compile.sh RUSTC ARGUMENT...
set -e
clippy-driver "$@"
shift

# Tests, benchmarks, examples and build scripts have no documentation, and what only asks the
# compiler for its version writes into no folder.
folder=
name=
kind=
before=
for argument; do
    case $before in
    --out-dir) folder=$argument ;;
    --crate-name) name=$argument ;;
    --crate-type) kind=$argument ;;
    --cfg) [ "$argument" != test ] || exit 0 ;;
    esac
    [ "$argument" != --test ] || exit 0
    before=$argument
done
[ "$folder" ] || exit 0
case $folder/$name in
*/examples/* | */build_script_*) exit 0 ;;
esac

# The same arguments, but for what tells the compiler what to write, and where.
before=
for argument; do
    shift
    case $before/$argument in
    --out-dir/*) set -- "$@" "${folder%/deps}/../doc" ;;
    */--emit=*) ;;
    *) set -- "$@" "$argument" ;;
    esac
    before=$argument
done
# Nobody else calls what a program has.
[ "$kind" != bin ] || set -- "$@" --document-private-items
exec rustdoc -D warnings "$@"
