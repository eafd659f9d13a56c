// EXPECT: GPU_ERROR(cudaErrorMisalignedAddress) misaligned
// STEP: 1
// Stores 16 bytes where rows begin at multiples of 8.
// REPLACE: const bool aligned = row_bytes % 16 == 0 && pitch % 4 == 0;
// BY: const bool aligned = row_bytes % 8 == 0 && pitch % 4 == 0;
