// EXPECT: GATE overlap
// STEP: 6
// MARKED: filter_rows<<<
// SAYS: all launches are in one stream
// Chooses the stream by the number of a strip's first row: strips have an even number of rows, so that all take the first.
// REPLACE: s = (s + 1) % sets
// BY: s = y % sets
