// EXPECT: GPU_ERROR(cudaErrorMisalignedAddress) misaligned
// STEP: 6
// REPLACE: if (width % COLUMNS == 0)
// BY: if (width % 2 == 0)
// Loads 16 bytes where rows have an even number of cells: every second row begins in the middle of one.
