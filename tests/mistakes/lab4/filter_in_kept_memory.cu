// EXPECT: WRONG kept-buffer
// STEP: 1
// REPLACE: int extendedWidth, Filter filter,
// BY: int extendedWidth, const Filter* filter,
// REPLACE: filter.tap[fy][fx]
// BY: filter->tap[fy][fx]
// REPLACE: const dim3 block(16, 16);
// BY: static Filter* kept = nullptr;\n  if (kept == nullptr) {\n    CUDA_CHECK(cudaMalloc(&kept, sizeof filter));\n    CUDA_CHECK(cudaMemcpy(kept, &filter, sizeof filter, cudaMemcpyHostToDevice));\n  }\n  const dim3 block(16, 16);
// REPLACE: imgWidthF, filter, imgSrc
// BY: imgWidthF, kept, imgSrc
// Copies the filter to memory that it allocates in the first call, and keeps both for good.
