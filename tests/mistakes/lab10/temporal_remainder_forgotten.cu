// EXPECT: WRONG other-iterations
// STEP: 6
// SAYS: after 4 iterations, not after 1
// REPLACE: switch (left < most ? left : most)
// BY: switch (most)
// Does four iterations, however many are left.
