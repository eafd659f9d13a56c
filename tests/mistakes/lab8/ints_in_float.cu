// EXPECT: WRONG rounded
// STEP: 4
// MARKED: part[thread] = first + second
// SAYS: 24 bits
// Adds ints in float, which has 24 bits for them.
// REPLACE: __shared__ Number part[MAX_BLOCK];
// BY: __shared__ float part[MAX_BLOCK];
