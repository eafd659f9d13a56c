// EXPECT: GATE atomics
// STEP: 5
// One index distance a launch: a block adds up as many bins as it has counted pairs.
// REPLACE: DISTANCES = 64
// BY: DISTANCES = 1
