#!/bin/sh
# Installs the Debian packages named as arguments that are missing: as root, or with a sudo that
# asks nothing. Otherwise prints the exact line to run, changes nothing and fails.
set -eu

missing=
for package in "$@"; do
  status=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)
  [ "$status" = installed ] || missing="$missing $package"
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

echo "installing:$missing"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
if ! { $as_root apt-get update && DEBIAN_FRONTEND=noninteractive $as_root $install; } >"$log" 2>&1; then
  tail -n 20 "$log" >&2
  echo "Installing failed. Mend what apt-get says above, or run by hand:" >&2
  echo "  $install" >&2
  exit 1
fi
