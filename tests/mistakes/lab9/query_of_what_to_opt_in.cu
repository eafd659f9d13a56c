// EXPECT: WRONG wrong-figure
// STEP: 1
// SAYS: that is what a block may opt in to
// REPLACE: properties.sharedMemPerMultiprocessor;
// BY: properties.sharedMemPerBlockOptin;
// Takes what a block may have when it asks for it for the shared memory of a multiprocessor.
