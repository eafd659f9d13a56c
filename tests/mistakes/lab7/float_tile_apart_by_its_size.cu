// EXPECT: WRONG uninitialised-shared
// STEP: 1
// MARKED: tile[row][column] = src[
// SAYS: 60 bytes apart along a row; right is 48
// REPLACE: const int srcColumn = blockIdx.x * BLOCK * CHANNELS
// BY: const int srcColumn = blockIdx.x * TILE_VALUES
// Lays tiles side by side: they are 20 pixels wide, and blocks are 16.
