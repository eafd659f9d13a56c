// EXPECT: WRONG async-copy-early
// STEP: 1
// Waits until all but kStages - 1 groups have come, which is one too few.
// REPLACE: "n"(kStages - 2)
// BY: "n"(kStages - 1)
