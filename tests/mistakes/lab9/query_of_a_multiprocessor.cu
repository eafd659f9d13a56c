// EXPECT: WRONG wrong-figure
// STEP: 1
// SAYS: shared_per_block: expected
// REPLACE: properties.sharedMemPerBlock;
// BY: properties.sharedMemPerMultiprocessor;
// Takes the shared memory of a multiprocessor for that of a block, which gets less.
