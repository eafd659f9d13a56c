// EXPECT: WRONG not-flushed
// STEP: 5
// Forgets that C takes == before &.
// REPLACE: (bits & 0x7f800000u) == 0 ?
// BY: bits & 0x7f800000u == 0 ?
