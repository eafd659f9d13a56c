#!/bin/bash
# alone.sh COMMAND...: runs a command when no other tests run in the folder $BUILD, where ctest and the tests have files
# of their own.
exec 9>"$BUILD/.tests.lock"
flock --nonblock 9 || { echo "waiting for the tests that run in $BUILD"; flock 9; }
"$@" 9>&-
