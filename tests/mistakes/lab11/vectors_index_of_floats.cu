// EXPECT: GPU_ERROR(cudaErrorIllegalAddress) out-of-bounds
// STEP: 3
// SAYS: as float4 has, counts those
// REPLACE: ((const float4*)src)[i], b = ((const float4*)other)[i];
// BY: ((const float4*)src)[WIDE * i], b = ((const float4*)other)[WIDE * i];
// REPLACE: ((float4*)dst)[i]
// BY: ((float4*)dst)[WIDE * i]
// Counts floats in an index into float4s.
