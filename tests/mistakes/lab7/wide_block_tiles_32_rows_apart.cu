// EXPECT: WRONG uninitialised-shared
// STEP: 3
// MARKED: tile[row][column] = src[
// SAYS: take their tiles from another place
// REPLACE: const int srcRow = blockIdx.y * BLOCK_Y
// BY: const int srcRow = blockIdx.y * BLOCK_X
// Takes the width of a block for its height where a tile begins.
