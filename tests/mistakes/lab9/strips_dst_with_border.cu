// EXPECT: GPU_ERROR(cudaErrorInvalidValue) cudaErrorInvalidValue
// STEP: 5
// SAYS: a length of their own
// REPLACE: dst + (size_t)y * width
// BY: dst + (size_t)y * pitch
// Finds a strip in the result with the width of the padded image.
