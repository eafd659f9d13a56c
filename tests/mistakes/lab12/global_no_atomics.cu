// EXPECT: WRONG global-race
// STEP: 3
// Adds as a CPU would: reads, adds, writes.
// REPLACE: atomicAdd(&histogram[bin], 1)
// BY: ++histogram[bin]
