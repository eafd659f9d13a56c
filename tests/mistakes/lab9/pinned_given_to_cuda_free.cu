// EXPECT: GPU_ERROR(cudaErrorInvalidValue) cudaErrorInvalidValue
// STEP: 4
// SAYS: cudaFree() got memory that is freed with cudaFreeHost
// REPLACE: CUDA_CHECK(cudaFreeHost(image));
// BY: CUDA_CHECK(cudaFree(image));
// Gives memory of cudaMallocHost() to cudaFree().
