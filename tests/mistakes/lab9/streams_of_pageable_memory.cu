// EXPECT: GATE overlap
// STEP: 6
// UNMARKED: malloc() is no call of CUDA: the copies are marked
// REPLACE: CUDA_CHECK(cudaMallocHost(&image, bytes));
// BY: image = malloc(bytes);
// REPLACE: CUDA_CHECK(cudaFreeHost(image));
// BY: free(image);
// Has streams, and images in pageable memory: asynchronous copies wait all the same.
