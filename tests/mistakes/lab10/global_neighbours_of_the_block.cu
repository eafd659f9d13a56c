// EXPECT: WRONG wrong-pitch
// STEP: 3
// REPLACE: from[cell - w] + from[cell + w]
// BY: from[cell - blockDim.x] + from[cell + blockDim.x]
// Takes the row above to be a block's row away.
