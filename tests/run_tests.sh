#!/bin/bash
# run_tests.sh [all]: runs the quick tests that were built in the folder $BUILD, or all of them, and says at the end
# which failed. $SHARD, 3/16, is the part of them to run: the third test in the list of ctest and every sixteenth from
# there, which are the same tests on every machine. SHUFFLE=1 runs tests in any order: processes, and tests within each,
# which says its seed.
#
# What neither measures times nor looks at the whole machine runs side by side. Of the rest each takes its turn on five
# cores, or on the whole machine, as CMakeLists.txt has it. tests/README.md says which tests are quick. A half that
# fails does not hide what the other has to say.
set -u
rest=${1:+(-rest)?}
part=()
if [ -n "${SHARD-}" ]; then
  [[ $SHARD =~ ^([1-9][0-9]{0,3})/([1-9][0-9]{0,3})$ ]] && [ "${BASH_REMATCH[1]}" -le "${BASH_REMATCH[2]}" ] ||
    { echo "SHARD=$SHARD: expected a part like 3/16, the third of 16" >&2; exit 2; }
  # Without the last number, of no test, ctest would run all where no test is left for this part.
  part=(--tests-information "${BASH_REMATCH[1]},,${BASH_REMATCH[2]},0")
fi
order=()
if [ -n "${SHUFFLE-}" ]; then
  export GTEST_SHUFFLE=1
  order=(--schedule-random)
fi

cores=$(env -u OMP_NUM_THREADS nproc)  # which goes by OMP_NUM_THREADS otherwise
failed=0
run() { # NAME FILE LABELS ARGUMENTS...
  local began=$SECONDS
  rm -f -- "$BUILD/$2"
  ctest --test-dir "$BUILD" --output-on-failure --output-junit "$2" --test-output-size-passed 300000 \
    --label-regex "^($3)$rest\$" --no-tests=ignore "${part[@]}" "${order[@]}" "${@:4}" || failed=1
  echo "$1: $((SECONDS - began)) s"
}
run "side by side" side-by-side.xml "simt|programs|gpu|unit|behaviour|fuzz" --parallel "$cores"
run "in turn" in-turn.xml machine --parallel "$cores"

results=()
for file in "$BUILD"/{side-by-side,in-turn}.xml; do [ ! -f "$file" ] || results+=("$file"); done
echo "slowest, in seconds:"
# Programs that run many tests say how long each took.
cat "${results[@]}" </dev/null | LC_ALL=C awk '
  { sub(/.*<system-out>/, "") }
  /<testcase / {
    tests = 0
    match($0, /name="[^" ]*/); name = substr($0, RSTART + 6, RLENGTH - 6)
    match($0, /time="[^"]*/); seconds = substr($0, RSTART + 6, RLENGTH - 6)
  }
  /^\[       OK \] / { ++tests; printf "%.2f %s\n", substr($(NF - 1), 2) / 1000, $4 }
  /<\/testcase>/ && !tests { printf "%.2f %s\n", seconds, name }' |
  LC_ALL=C sort -rn | sed -n 1,20p
[ $failed = 0 ] || bash "$(dirname "$0")/show_failures.sh" "${results[@]}"
exit $failed
