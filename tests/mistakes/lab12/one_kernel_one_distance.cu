// EXPECT: GATE atomics
// STEP: 6
// A block for each index distance: it adds up as many bins as it has counted pairs.
// REPLACE: DISTANCES = 64
// BY: DISTANCES = 1
