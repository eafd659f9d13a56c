// EXPECT: GATE read-banks
// STEP: 1
// REPLACE: __shared__ unsigned char tile[TILE][TILE_BYTES];
// BY: __shared__ int tile[TILE][TILE_BYTES];
// Keeps each byte of the tile in an int: the two rows that a warp reads collide in the banks.
