// EXPECT: GPU_ERROR(cudaErrorIllegalAddress) out-of-bounds
// STEP: 3
// Lets threads beyond the last particle take one.
// REPLACE: if (i >= pairs) return;
// BY: (void)pairs;
