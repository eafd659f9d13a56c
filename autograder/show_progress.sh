#!/bin/bash
# Shows how far something has come that prints a line "[12/85] ..." for each of its parts, as ninja
# does: "building warplab [12/85], 20 s left", on one line of a terminal, else a line now and then.
# What is printed besides, such as a compiler's warning, is passed on. Arguments: what is being done.
set -u

what=$*
begin=$EPOCHSECONDS
next=$begin
is_open=
is_screen=
[ ! -t 1 ] || [ "${TERM-}" = dumb ] || is_screen=yes

# Erases the line that is shown.
wipe() {
  [ -z "$is_open" ] || printf '\r\e[K'
  is_open=
}

show() {
  local done=$1 all=$2 seconds=$((EPOCHSECONDS - begin)) left=
  # The first few parts say little about the others.
  if [ "$seconds" -ge 2 ] && [ "$done" -ge 3 ] && [ "$done" -lt "$all" ]; then
    left=", $((seconds * (all - done) / done + 1)) s left"
  fi
  if [ -n "$is_screen" ]; then
    printf '\r%s [%d/%d]%s\e[K' "$what" "$done" "$all" "$left"
    is_open=yes
  elif [ "$EPOCHSECONDS" -ge "$next" ] || [ "$done" -eq "$all" ]; then
    printf '%s [%d/%d]%s\n' "$what" "$done" "$all" "$left"
    next=$((EPOCHSECONDS + 5))
  fi
}

while IFS= read -r line; do
  case $line in
    # What ninja and CMake say of themselves.
    "[0/"* | "-- "* | "ninja: no work to do." | "ninja: Entering directory "*) ;;
    *)
      if [[ $line =~ ^\[([0-9]+)/([0-9]+)\]\  ]]; then
        show "${BASH_REMATCH[1]}" "${BASH_REMATCH[2]}"
      else
        wipe
        printf '%s\n' "$line"
      fi
      ;;
  esac
done
wipe
