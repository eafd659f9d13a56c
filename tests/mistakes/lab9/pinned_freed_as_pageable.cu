// EXPECT: NO_RESULT(SIGABRT) abort
// STEP: 4
// REPLACE: CUDA_CHECK(cudaFreeHost(image));
// BY: free(image);
// Gives memory of cudaMallocHost() to free().
