// EXPECT: NO_RESULT(SIGABRT) abort
// STEP: 4
// UNMARKED: the C library ends the program, and no line of it is known
// REPLACE: CUDA_CHECK(cudaFreeHost(image));
// BY: free(image);
// Gives memory of cudaMallocHost() to free().
