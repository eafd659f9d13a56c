// EXPECT: WRONG other-tree
// STEP: 6
// SAYS: padded with zeros to a power of two
// Fills the row up with zeros, and halves as lab 8 does.
// REPLACE: i < columns; i += blockDim.x) part[i] = v[i];\n  __syncthreads();
// BY: i < MOST_COLUMNS; i += blockDim.x) part[i] = i < columns ? v[i] : 0;\n  __syncthreads();\n  unsigned padded = 1;\n  while (padded < columns) padded *= 2;
// REPLACE:   for (unsigned left = (unsigned)columns; left > 1; left = (left + 1) / 2) {\n    const unsigned half = (left + 1) / 2;\n    for (unsigned i = threadIdx.x; half + i < left; i += blockDim.x)\n      part[i] = __fadd_rn(part[i], part[half + i]);\n    __syncthreads();\n  }\n
// BY:   for (unsigned half = padded / 2; half > 0; half /= 2) {\n    for (unsigned i = threadIdx.x; i < half; i += blockDim.x)\n      part[i] = __fadd_rn(part[i], part[half + i]);\n    __syncthreads();\n  }\n
