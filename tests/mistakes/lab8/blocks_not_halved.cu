// EXPECT: GATE threads
// STEP: 4
// Adds while loading, and still launches a thread for each number: half the blocks have none.
// REPLACE: per_block = 2 * block;
// BY: per_block = block;
