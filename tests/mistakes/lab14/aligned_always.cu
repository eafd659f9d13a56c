// EXPECT: GPU_ERROR(cudaErrorMisalignedAddress) misaligned
// STEP: 1
// Takes rows to begin at multiples of 16 bytes, as they do in the photograph.
// REPLACE: const bool aligned = row_bytes % 16 == 0 && pitch % 4 == 0;
// BY: const bool aligned = true;
