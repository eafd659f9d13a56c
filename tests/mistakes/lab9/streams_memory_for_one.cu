// EXPECT: GPU_ERROR(cudaErrorMemoryAllocation) cudaErrorMemoryAllocation
// STEP: 6
// UNMARKED: the call that fails is marked, and not how its size was found
// REPLACE: free_bytes / sets - halo_bytes
// BY: free_bytes - halo_bytes
// Gives the first stream all the memory there is.
