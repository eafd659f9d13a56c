// EXPECT: GATE launches
// STEP: 8
// REPLACE: if (gridDim.x == 1) {
// BY: if (result == nullptr && threadIdx.x == 0) sums[blockIdx.x] = sum;\n  if (result == nullptr) return;\n  if (gridDim.x == 1) {
// REPLACE: reduce<<<blocks, BLOCK>>>(values, n, scratch, sum);
// BY: Number* const none = nullptr;\n  reduce<<<blocks, BLOCK>>>(values, n, scratch, blocks == 1 ? sum : none);\n  if (blocks > 1) reduce<<<1, BLOCK>>>((const Number*)scratch, blocks, scratch + blocks, sum);
// A launch of its own for the partial sums, as in step 7.
