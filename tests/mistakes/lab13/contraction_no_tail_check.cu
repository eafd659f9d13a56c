// EXPECT: GPU_ERROR(cudaErrorIllegalAddress) out-of-bounds
// STEP: 1
// Lets threads beyond n compute as well.
// REPLACE: if (i >= n) return;
// BY: 
