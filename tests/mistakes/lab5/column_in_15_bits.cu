// EXPECT: GPU_ERROR(cudaErrorIllegalAddress) out-of-bounds
// STEP: 1
// REPLACE: const int srcColumn =
// BY: const short srcColumn =
// MARKED: tile[row][column] = src[
// SAYS: 11000x1
// Keeps the number of a byte in a row in a short, which is for rows of up to 10922 pixels.
