// EXPECT: GATE pageable
// STEP: 4
// SAYS: bytes per pixel from or to pageable memory
// REPLACE: CUDA_CHECK(cudaMallocHost(&image, bytes));
// BY: image = malloc(bytes);
// REPLACE: CUDA_CHECK(cudaFreeHost(image));
// BY: free(image);
// Leaves the images where malloc() puts them: in pageable memory.
