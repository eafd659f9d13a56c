#!/bin/sh
# Installs the Debian packages named as arguments that are missing: as root, or with a sudo that
# asks nothing. Otherwise prints the exact line to run, changes nothing and fails. A system that is not a
# Debian has other names for them: nothing is installed there, and the programs that are missing are told.
set -eu

if ! command -v dpkg-query >/dev/null 2>&1; then
  missing=
  for package in "$@"; do
    case $package in
      bubblewrap) program=bwrap ;;
      util-linux) program=prlimit ;;
      ninja-build) program=ninja ;;
      lib*) continue ;; # what needs one says so
      *) program=$package ;;
    esac
    command -v "$program" >/dev/null 2>&1 || missing="$missing $program"
  done
  [ -n "$missing" ] || exit 0
  echo "Some programs are missing:$missing" >&2
  echo "docs/administrators.md has the packages of some systems that they are in." >&2
  exit 1
fi

installed=" $(dpkg-query -W -f '${db:Status-Status}:${Package} ' "$@" 2>/dev/null || true)"
missing=
for package in "$@"; do
  case $installed in
    *" installed:$package "*) ;;
    *) missing="$missing $package" ;;
  esac
done
[ -n "$missing" ] || exit 0

install="apt-get install -y --no-install-recommends$missing"
if [ "$(id -u)" -eq 0 ]; then
  as_root=
elif command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then
  as_root="sudo"
else
  echo "Some packages are missing, and installing needs root. Run:" >&2
  echo "  sudo apt-get update && sudo $install" >&2
  echo "and then the same make command again." >&2
  exit 1
fi

# Each package is fetched, unpacked and set up: three lines of apt-get's.
count_packages() {
  packages=0
  lines=0
  while IFS= read -r line; do
    case $line in
      *" newly installed, "*)
        packages=${line%% newly installed, *}
        packages=${packages##* }
        lines=0
        ;;
      Get:* | "Unpacking "* | "Setting up "*)
        lines=$((lines + 1))
        [ "$packages" -eq 0 ] || echo "[$((lines / 3))/$packages] packages"
        ;;
    esac
  done
}

echo "installing:$missing"
log=$(mktemp)
failed=$(mktemp)  # until all is installed
trap 'rm -f "$log" "$failed"' EXIT
quietly="$as_root env LC_ALL=C DEBIAN_FRONTEND=noninteractive"
# A machine that has just been started installs its own updates first.
wait="-o DPkg::Lock::Timeout=600"
# shellcheck disable=SC2086 # they are several words
{ $quietly apt-get update && $quietly $install $wait && rm -f "$failed"; } 2>&1 | tee "$log" |
  count_packages | bash "$(dirname "$0")/show_progress.sh" "installing packages"
if [ -e "$failed" ]; then
  tail -n 20 "$log" >&2
  echo "Installing failed. Fix what apt-get says above, or run by hand:" >&2
  echo "  $install" >&2
  exit 1
fi
