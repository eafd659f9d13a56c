// STEP: 4
// REPLACE: CUDA_CHECK(cudaMallocHost(&image, bytes));
// BY: image = malloc(bytes);\n  CUDA_CHECK(cudaHostRegister(image, bytes, cudaHostRegisterDefault));
// REPLACE: CUDA_CHECK(cudaFreeHost(image));
// BY: CUDA_CHECK(cudaHostUnregister(image));\n  free(image);
// Pins memory that malloc() gave.
