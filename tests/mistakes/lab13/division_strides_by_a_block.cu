// EXPECT: UNSAFE(repeated-store) repeated-store
// STEP: 3
// SAYS: gridDim.x * blockDim.x
// REPLACE: const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;\n  if (i >= n) return;\n
// BY: for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x) {\n
// REPLACE: reciprocal_root[i] = __frsqrt_rn(a[i]);  // 1 / sqrtf(a[i]) would round twice
// BY: reciprocal_root[i] = __frsqrt_rn(a[i]);\n  }
// A loop over the grid that moves on by a block: each block does all that comes after it as well.
