// EXPECT: GPU_ERROR(cudaErrorIllegalAddress) out-of-bounds
// STEP: 3
// REPLACE: whole = count / WIDE;
// BY: whole = (count + WIDE - 1) / WIDE;
// Adds a whole float4 where only a part of it is there.
