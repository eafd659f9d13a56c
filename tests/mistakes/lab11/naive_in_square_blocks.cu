// EXPECT: GATE store-sectors
// STEP: 4
// SAYS: less is not better here
// REPLACE: BLOCK_X = 32,
// BY: BLOCK_X = 16,
// REPLACE: BLOCK_Y = 8 
// BY: BLOCK_Y = 16 
// Has blocks of 16x16 threads: two rows of a warp share the sectors that they write.
