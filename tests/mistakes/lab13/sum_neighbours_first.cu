// EXPECT: WRONG other-tree
// STEP: 6
// Adds neighbours first: a tree too, but another one.
// REPLACE: const unsigned half = (left + 1) / 2;\n    for (unsigned i = threadIdx.x; half + i < left; i += blockDim.x)\n      part[i] = __fadd_rn(part[i], part[half + i]);\n    __syncthreads();
// BY: if (threadIdx.x == 0)\n      for (unsigned i = 0; 2 * i < left; ++i)\n        part[i] = 2 * i + 1 < left ? __fadd_rn(part[2 * i], part[2 * i + 1]) : part[2 * i];\n    __syncthreads();
