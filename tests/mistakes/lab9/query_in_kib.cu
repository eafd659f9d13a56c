// EXPECT: WRONG wrong-figure
// STEP: 1
// SAYS: in bytes, not in KiB
// REPLACE: machine->shared_per_block = properties.sharedMemPerBlock;
// BY: machine->shared_per_block = properties.sharedMemPerBlock / 1024;
// Gives the shared memory of a block in KiB, as data sheets do.
