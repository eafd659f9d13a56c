// EXPECT: GPU_ERROR(cudaErrorIllegalAddress) out-of-bounds
// STEP: 4
// SAYS: a row's length that of another array
// REPLACE: dst[(size_t)c * rows + r]
// BY: dst[(size_t)c * columns + r]
// Writes dst with the row length of src, which is right for squares.
