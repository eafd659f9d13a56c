#!/bin/bash
# Says what failed once more at the end of a long run of tests, where it is seen: the name of each test, and its first
# failure or, where it prints none, its last lines. Of a program that ran many tests it does so for each that failed,
# and for the one at which the program ended. Arguments: what `ctest --output-junit` wrote.
exec awk '
  function text(line) {
    gsub(/&lt;/, "<", line); gsub(/&gt;/, ">", line); gsub(/&quot;/, "\"", line)
    gsub(/&apos;/, "\x27", line); gsub(/&amp;/, "\\&", line)
    return line
  }
  function show(title) {
    print "\n" text(title)
    if (!first) first = lines > 8 ? lines - 7 : 1
    for (i = first; i < first + 8 && i <= lines; ++i) print "  " text(line[i])
    ++shown
  }
  function begin_test() { lines = first = 0 }
  /<testcase / {
    failed = /status="fail"/
    is_output = shown = 0
    running = ""
    begin_test()
    match($0, /name="[^"]*"/)
    name = substr($0, RSTART + 6, RLENGTH - 7)
  }
  sub(/.*<system-out>/, "") { is_output = 1 }
  failed && /<\/testcase>/ && (running || first || !shown) { show(running ? name ": " running : name) }
  /<\/system-out>/ { is_output = 0 }
  failed && is_output {
    if (sub(/^\[ RUN      \] /, "")) {
      running = $0
      begin_test()
    } else if (/^\[  FAILED  \] .* ms\)$/) {
      sub(/^\[  FAILED  \] /, "")
      sub(/,? *(where GetParam\(\).*)? \([0-9]+ ms\)$/, "")
      show($0 == name ? name : name ": " $0)
      running = ""
      begin_test()
    } else if (/^\[       OK \]/) {
      running = ""
      begin_test()
    } else {
      line[++lines] = $0
      if (/Failure$/ && !first) first = lines
    }
  }' "$@"
