// EXPECT: WRONG global-race
// STEP: 5
// Stores a block's count where it should be added.
// REPLACE: atomicAdd(&histogram[b], part[b])
// BY: histogram[b] = part[b]
