// EXPECT: GPU_ERROR(cudaErrorMemoryAllocation) cudaErrorMemoryAllocation
// STEP: 5
// SAYS: count in every buffer
// REPLACE: (free_bytes - halo_bytes) / row_bytes
// BY: free_bytes / row_bytes;\n  (void)halo_bytes
// Reckons how many rows fit, and forgets that each strip has a halo.
