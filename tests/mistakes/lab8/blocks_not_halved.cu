// EXPECT: GATE threads
// STEP: 4
// Adds while loading, and still launches a thread for each number: half the blocks have none.
// REPLACE: PER_BLOCK = 2 * BLOCK  // numbers that a block adds up
// BY: PER_BLOCK = BLOCK  // numbers that a block adds up
