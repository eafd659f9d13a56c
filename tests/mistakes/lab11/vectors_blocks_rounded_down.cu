// EXPECT: WRONG edge-missing
// STEP: 3
// SAYS: rounded up
// REPLACE: count / (WIDE * BLOCK) + 1
// BY: count < WIDE * BLOCK ? 1 : count / (WIDE * BLOCK)
// Rounds the number of blocks down, where it is more than one.
