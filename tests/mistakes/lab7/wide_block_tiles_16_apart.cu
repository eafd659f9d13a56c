// EXPECT: WRONG wrong-tile-origin
// STEP: 3
// SAYS: 48 bytes apart along a row; right is 96
// REPLACE: extendedWidth * CHANNELS + srcColumn];
// BY: extendedWidth * CHANNELS + blockIdx.x * 16 * CHANNELS + column];
// Leaves a 16 of the old block where a tile begins: the blocks are 32 pixels wide now.
