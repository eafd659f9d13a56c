// EXPECT: WRONG self-pairs
// STEP: 1
// SAYS: at distance 0
// Begins one too early: a particle is no pair with itself.
// REPLACE: int j = i + 1;
// BY: int j = i;
