// EXPECT: GPU_ERROR(cudaErrorMemoryAllocation) cudaErrorMemoryAllocation
// STEP: 6
// REPLACE: free_bytes / sets - halo_bytes
// BY: free_bytes - halo_bytes
// Gives the first stream all the memory there is.
