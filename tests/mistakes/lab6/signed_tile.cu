// EXPECT: WRONG signed-source
// STEP: 1
// REPLACE: __shared__ unsigned char tile[TILE][TILE_BYTES];
// BY: __shared__ signed char tile[TILE][TILE_BYTES];
// Keeps the tile in signed chars: 200 counts as -56.
