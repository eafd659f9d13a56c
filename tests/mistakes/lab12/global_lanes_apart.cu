// EXPECT: GATE sectors
// STEP: 3
// Deals particles out to blocks in turn: the lanes of a warp are a grid's width apart.
// REPLACE: blockIdx.x * BLOCK + threadIdx.x
// BY: threadIdx.x * gridDim.x + blockIdx.x
