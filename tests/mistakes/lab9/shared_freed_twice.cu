// EXPECT: GPU_ERROR(cudaErrorInvalidValue) cudaErrorInvalidValue
// STEP: 2
// MARKED: CUDA_CHECK(cudaFree(d_src))
// SAYS: cudaFree() got memory that was freed before
// REPLACE: CUDA_CHECK(cudaFree(d_dst));
// BY: cudaFree(d_src);
// Frees the image twice, and the result never: the wrong variable.
