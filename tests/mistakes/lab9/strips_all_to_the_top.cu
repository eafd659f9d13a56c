// EXPECT: WRONG rows-missing
// STEP: 5
// REPLACE: cudaMemcpy(dst + (size_t)y * width, d_dst,
// BY: cudaMemcpy(dst, d_dst,
// Copies every strip back to the first rows of the result.
