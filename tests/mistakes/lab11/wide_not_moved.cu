// EXPECT: GATE write-banks
// STEP: 7
// REPLACE: (quad ^ (c / WIDE % QUADS))
// BY: quad
// A float4 lies where it belongs in its row: the lanes that write have the same banks.
