#!/bin/bash
# elsewhere.sh [GOAL [PART]]: runs `make GOAL SHARD=PART SHUFFLE=1` (test-all, 1/16) where things are otherwise than where tests are
# written, in two clones of this checkout at the same time: as root with umask 077 in a folder with a space, and as a
# user who is not root, with Turkish, in which the small letter of I is another and numbers have a comma. Takes root,
# for becoming somebody else. All of it lies in a folder in /var/tmp, which is removed if all went well.
set -eu
cd "$(dirname "$0")/.."
goal=${1:-test-all} part=${2:-1/16}
[ "$(id -u)" = 0 ] || { echo "it takes root, for becoming somebody else" >&2; exit 2; }
sh autograder/install_packages.sh locales git

folder=$(mktemp -d /var/tmp/warplab-elsewhere-XXXXXX)
chmod 755 "$folder"
spaced="$folder/with a space/warplab" users="$folder/home/warplab"
mkdir "$folder"/{home,locales}
localedef -i tr_TR -f UTF-8 "$folder/locales/tr_TR.UTF-8"
turkish=(env "LOCPATH=$folder/locales" LC_ALL=tr_TR.UTF-8)
as_user=(setpriv --reuid=nobody --regid=nogroup --clear-groups
  env -u XDG_CACHE_HOME -u XDG_RUNTIME_DIR -u SKIPS_FAIL "HOME=$folder/home" "${turkish[@]}")

# Clones, and builds as root, whose ccache knows most of the second, and who may install what tests need. It knows
# nothing of a folder with a space, nor of what is compiled in Turkish.
targets=tests
[ "$goal" = test ] || targets=all_tests
prepare() { # FOLDER
  git clone --quiet --no-hardlinks . "$1"
  make -C "$1" build "TARGETS=all $targets" 'PACKAGES_NEEDED=$(TEST_PACKAGES)'
}
(umask 077; prepare "$spaced")
prepare "$users"
chown -R nobody:nogroup "$folder/home"

run() { # WHO FOLDER COMMAND...
  local began=$SECONDS result=passed
  "${@:3}" make -C "$2" "$goal" "SHARD=$part" SHUFFLE=1 >"$folder/$1.log" 2>&1 </dev/null || result=FAILED
  printf '%s: %s in %s s\n' "$1" $result $((SECONDS - began)) >"$folder/$1.end"
}
of_root="root, umask 077, a folder with a space" of_user="not root, Turkish"
(umask 077; run "$of_root" "$spaced" env) &
run "$of_user" "$users" "${as_user[@]}" &
wait

failed=0
for who in "$of_root" "$of_user"; do
  grep -qs ': passed in ' "$folder/$who.end" || { failed=1; tail -n 100 "$folder/$who.log"; }
done
echo "make $goal SHARD=$part SHUFFLE=1, both at once:"
cat "$folder"/*.end
if [ $failed = 0 ]; then rm -rf "$folder"; else echo "all of it is in $folder"; fi
exit $failed
