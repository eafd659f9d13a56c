#!/bin/sh
# Whether the programs that a student kit brings, in programs/, run here: they are for this processor, and the C library and
# the compiler's libraries are new enough. A folder without them has none that fit.
[ "$(cat programs/machine 2>/dev/null)" = "$(uname -m)" ] && programs/bin/warplab --version >/dev/null 2>&1
