#!/bin/bash
# make class: makes the folder of a class, or goes on with it, from the folder $SUBMISSIONS or from what a platform hands
# out, $FROM; grades it, and writes its scores. $WARPLAB is the command; arguments go to `class collect`. Names in $FROM
# are words as a shell has them: quotes and backslashes are taken off, and nothing is expanded.
set -euo pipefail

complain() {
  echo "$1" >&2
  exit 2
}

if [ -n "${SUBMISSIONS-}" ] && [ -n "${FROM-}" ]; then
  complain "SUBMISSIONS and FROM are two classes: give one of them"
elif [ -n "${SUBMISSIONS-}" ]; then
  name=$(basename -- "$SUBMISSIONS")
  source=("--submissions=$SUBMISSIONS")
elif [ -n "${FROM-}" ]; then
  if [ -e "$FROM" ]; then
    files=("$FROM")
  else
    words=$(xargs printf '%s\n' <<<"$FROM" 2>/dev/null) ||
      complain "FROM has a quote without its other one: in a name it is \\' or \\\""
    mapfile -t files <<<"$words"
  fi
  name=$(basename -- "${files[0]}" .zip)
  source=("${files[@]/#/--from=}" ${LAB:+"--lab=$LAB"})
else
  complain "which submissions? make class SUBMISSIONS=folder, or FROM=\"moodle.zip grades.csv\""
fi
class=${CLASS:-build/class/$name}

# Where some of what a platform hands out cannot be used, everybody else is graded.
taken=$(mktemp)
trap 'rm -f "$taken"' EXIT
status=0
"$WARPLAB" class init "$class" "${source[@]}" "--json=$taken" || status=$?
[ -s "$taken" ] || exit "$status"
"$WARPLAB" class run "$class" || status=$?
"$WARPLAB" class collect "$class" "$@" || exit
exit "$status"
