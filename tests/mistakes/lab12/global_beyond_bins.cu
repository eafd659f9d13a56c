// EXPECT: GPU_ERROR(cudaErrorIllegalAddress) out-of-bounds
// STEP: 3
// Counts pairs beyond the last bin, wherever that is.
// REPLACE: if (bin < bins) atomicAdd
// BY: atomicAdd
