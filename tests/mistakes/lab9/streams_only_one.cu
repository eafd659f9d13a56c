// EXPECT: GATE overlap
// STEP: 6
// MARKED: filter_rows<<<
// SAYS: of the possible overlap achieved
// REPLACE: constexpr int sets = 2;
// BY: constexpr int sets = 1;
// Has one stream, in which everything waits for its turn.
