// STEP: 1
// REPLACE: int extendedWidth, Filter filter,
// BY: int extendedWidth, const Filter* filter,
// REPLACE: sum[c] += filter.tap[fy][fx] * pixel[fx * CHANNELS + c];
// BY: sum[c] += filter->tap[fy][fx] * pixel[fx * CHANNELS + c];
// REPLACE: convolve<<<grid, block>>>(imgHeight, imgWidth, imgWidthF, filter, imgSrc, imgDst);
// BY: Filter* shared = nullptr;\n  CUDA_CHECK(cudaMallocManaged(&shared, sizeof *shared));\n  for (int y = 0; y < FILTER_SIZE; ++y)\n    for (int x = 0; x < FILTER_SIZE; ++x) shared->tap[y][x] = filter.tap[y][x];\n  CUDA_CHECK(cudaMemAdvise(shared, sizeof *shared, cudaMemAdviseSetReadMostly, cudaMemLocation{cudaMemLocationTypeDevice, 0}));\n  CUDA_CHECK(cudaMemPrefetchAsync(shared, sizeof *shared, cudaMemLocation{cudaMemLocationTypeDevice, 0}, 0, nullptr));\n  convolve<<<grid, block>>>(imgHeight, imgWidth, imgWidthF, shared, imgSrc, imgDst);
// REPLACE: CUDA_CHECK(cudaGetLastError());
// BY: CUDA_CHECK(cudaGetLastError());\n  CUDA_CHECK(cudaFree(shared));
// Writes the coefficients into managed memory itself, and hands the kernel their address.
