// EXPECT: WRONG row-pass-only
// STEP: 2
// REPLACE: cudaMemcpy(dst, d_dst,
// BY: cudaMemcpy(dst, d_sums,
// Copies the sums of the row pass to the host, and not the result.
