// EXPECT: GATE overlap
// STEP: 6
// REPLACE: CUDA_CHECK(cudaMallocHost(&image, bytes));
// BY: image = malloc(bytes);
// REPLACE: CUDA_CHECK(cudaFreeHost(image));
// BY: free(image);
// Has streams, and images in pageable memory: asynchronous copies wait all the same.
