// EXPECT: GPU_ERROR(cudaErrorMemoryAllocation) cudaErrorMemoryAllocation
// STEP: 5
// SAYS: says how much is left
// REPLACE: (free_bytes - halo_bytes) / row_bytes
// BY: (total_bytes - halo_bytes) / row_bytes
// Reckons with all the memory that the device has, of which the driver holds a part.
