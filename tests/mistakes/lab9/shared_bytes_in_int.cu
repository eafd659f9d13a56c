// EXPECT: GPU_ERROR(cudaErrorMemoryAllocation) cudaErrorMemoryAllocation
// STEP: 2
// SAYS: 30000x10000
// REPLACE: const size_t src_bytes
// BY: const int src_bytes
// Counts the bytes of the source in an int, which ends at 2 GiB.
