// STEP: 2
// REPLACE: CUDA_CHECK(cudaMemcpy(d_src, src, src_bytes, cudaMemcpyHostToDevice));
// BY: const size_t row = sizeof(double) * (width + 2 * radius), left = row / 16 * 8;\n  (void)src_bytes;\n  CUDA_CHECK(cudaMemcpy2D(d_src, row, src, row, left, height + 2 * radius, cudaMemcpyHostToDevice));\n  CUDA_CHECK(cudaMemcpy2D((char*)d_src + left, row, (const char*)src + left, row, row - left, height + 2 * radius, cudaMemcpyHostToDevice));
// Copies the image in two halves, left and right, with cudaMemcpy2D().
