#!/bin/bash
# Says what failed once more at the end of a long run of tests, where it is seen: the name of each test,
# and its first failure or, where it prints none, its last lines; of a program that ran many tests, also which of them
# failed. Arguments: what `ctest --output-junit` wrote.
exec awk '
  function text(line) {
    gsub(/&lt;/, "<", line); gsub(/&gt;/, ">", line); gsub(/&quot;/, "\"", line)
    gsub(/&apos;/, "\x27", line); gsub(/&amp;/, "\\&", line)
    return line
  }
  /<testcase / {
    failed = /status="fail"/
    is_output = lines = first = tests = 0
    match($0, /name="[^"]*"/)
    name = substr($0, RSTART + 6, RLENGTH - 7)
  }
  sub(/.*<system-out>/, "") { is_output = 1 }
  failed && /<\/testcase>/ {
    print "\n" text(name)
    if (!first) first = lines > 8 ? lines - 7 : 1
    for (i = first; i < first + 8 && i <= lines; ++i) print "  " text(line[i])
    for (i = 1; tests > 1 && i <= tests; ++i) print "  " text(test[i])
  }
  /<\/system-out>/ { is_output = 0 }
  failed && is_output {
    line[++lines] = $0
    if (/Failure$/ && !first) first = lines
    if (/^\[  FAILED  \] .* ms\)$/) test[++tests] = $0
  }' "$@"
