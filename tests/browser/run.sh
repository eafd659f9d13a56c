#!/bin/sh
# Runs the browser's tests, with the packages that package-lock.json pins; they are fetched where they are missing.
set -eu
cd "$(dirname "$0")"
if ! cmp -s package-lock.json node_modules/.fetched; then
  npm ci --loglevel=error || {
    echo "The browser's tests need packages from npm, which a network brings: connect, and run it again." >&2
    exit 1
  }
  cp package-lock.json node_modules/.fetched
fi
exec node --test markup.test.js pages.test.js watch.test.js course.test.js
