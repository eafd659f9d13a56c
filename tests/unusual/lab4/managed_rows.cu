// STEP: 1
// REPLACE: int extendedWidth, Filter filter,
// BY: int extendedWidth, const int* rows, Filter filter,
// REPLACE: if (x >= width || y >= height) return;
// BY: if (x >= width || y < rows[0] || y >= min(rows[1], height)) return;
// REPLACE: convolve<<<grid, block>>>(imgHeight, imgWidth, imgWidthF, filter, imgSrc, imgDst);
// BY: int* rows = nullptr;\n  CUDA_CHECK(cudaMallocManaged(&rows, 2 * sizeof *rows));\n  rows[0] = 0;\n  rows[1] = imgHeight / 2;\n  convolve<<<grid, block>>>(imgHeight, imgWidth, imgWidthF, rows, filter, imgSrc, imgDst);\n  CUDA_CHECK(cudaDeviceSynchronize());\n  rows[0] = rows[1];\n  rows[1] = imgHeight;\n  convolve<<<grid, block>>>(imgHeight, imgWidth, imgWidthF, rows, filter, imgSrc, imgDst);\n  CUDA_CHECK(cudaDeviceSynchronize());\n  CUDA_CHECK(cudaFree(rows));
// Tells the kernel in managed memory which rows to filter, and changes that between two launches.
