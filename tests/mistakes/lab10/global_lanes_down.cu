// EXPECT: GATE load-sectors
// STEP: 3
// REPLACE:   const int x = blockIdx.x * blockDim.x + threadIdx.x;\n  const int y = blockIdx.y * blockDim.y + threadIdx.y;\n
// BY:   const int i = threadIdx.y * blockDim.x + threadIdx.x;\n  const int x = blockIdx.x * blockDim.x + i / blockDim.y;\n  const int y = blockIdx.y * blockDim.y + i % blockDim.y;\n
// Lanes side by side have cells one below the other.
