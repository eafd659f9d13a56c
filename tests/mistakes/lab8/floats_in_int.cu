// EXPECT: WRONG cut-off
// STEP: 4
// MARKED: part[thread] = first + second
// SAYS: an int cuts off
// Keeps the partial sums of floats in ints: what is after the point is cut off.
// REPLACE: __shared__ Number part[MAX_BLOCK];
// BY: __shared__ int part[MAX_BLOCK];
