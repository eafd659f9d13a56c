// EXPECT: GPU_ERROR(cudaErrorMisalignedAddress) misaligned
// STEP: 7
// REPLACE: if (rows % WIDE == 0 && columns % WIDE == 0) {
// BY: if (rows % 2 == 0 && columns % 2 == 0) {
// Loads 16 bytes where rows and columns are even: rows begin at multiples of 8 bytes then.
