// EXPECT: WRONG pairs-of-a-block
// STEP: 6
// SAYS: only the first 128 pairs
// Each thread adds one pair, though a row has more of them.
// REPLACE: for (unsigned i = threadIdx.x; half + i < left; i += blockDim.x)
// BY: const unsigned i = threadIdx.x;\n    if (half + i < left)
