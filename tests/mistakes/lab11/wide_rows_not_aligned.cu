// EXPECT: GPU_ERROR(cudaErrorMisalignedAddress) misaligned
// STEP: 7
// REPLACE: if (rows % WIDE == 0 && columns % WIDE == 0) {
// BY: if (columns % WIDE == 0) {
// Asks whether rows of src begin at multiples of 16 bytes, and takes it for granted of those of dst, which need whole fours
// of rows.
