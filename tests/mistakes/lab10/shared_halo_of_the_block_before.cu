// EXPECT: WRONG uninitialised-shared
// STEP: 4
// REPLACE: const int x0 = blockIdx.x * blockDim.x - 1,
// BY: const int x0 = blockIdx.x * blockDim.x,
// REPLACE: const int x = x0 + 1 + threadIdx.x,
// BY: const int x = x0 + threadIdx.x,
// The tile begins a cell too late.
