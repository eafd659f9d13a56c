// EXPECT: GPU_ERROR(cudaErrorInvalidValue) cudaErrorInvalidValue
// STEP: 5
// MARKED: cudaMemcpy(d_src, src + y * pitch
// SAYS: of src, which has
// REPLACE: const int rows = strip < height - y ? strip : height - y;
// BY: const int rows = strip;
// Takes as many rows for the last strip as for the others: more than there are.
