// EXPECT: WRONG left-in-scratch
// STEP: 3
// REPLACE: launches % 2 == 1 ? end : scratch
// BY: scratch
// Writes to scratch first, whatever the number of launches.
