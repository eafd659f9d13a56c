// EXPECT: WRONG tile-not-transposed
// STEP: 5
// SAYS: tiles of 32x32
// REPLACE: tile[threadIdx.x][threadIdx.y];
// BY: tile[threadIdx.y][threadIdx.x];
// Moves each tile where it belongs, and leaves it as it is.
