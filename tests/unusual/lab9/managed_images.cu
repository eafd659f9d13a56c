// STEP: 2
// REPLACE: CUDA_CHECK(cudaMalloc(&d_src, src_bytes));\n  CUDA_CHECK(cudaMalloc(&d_sums, sums_bytes));\n  CUDA_CHECK(cudaMalloc(&d_dst, dst_bytes));\n  CUDA_CHECK(cudaMalloc(&d_filter, (2 * radius + 1) * sizeof(double)));
// BY: CUDA_CHECK(cudaMallocManaged(&d_src, src_bytes));\n  CUDA_CHECK(cudaMallocManaged(&d_sums, sums_bytes));\n  CUDA_CHECK(cudaMallocManaged(&d_dst, dst_bytes));\n  CUDA_CHECK(cudaMallocManaged(&d_filter, (2 * radius + 1) * sizeof(double)));\n  memset(d_dst, 0, dst_bytes);
// REPLACE: CUDA_CHECK(cudaMemcpy(d_filter, filter, (2 * radius + 1) * sizeof(double),\n                        cudaMemcpyHostToDevice));\n  CUDA_CHECK(cudaMemcpy(d_src, src, src_bytes, cudaMemcpyHostToDevice));
// BY: memcpy(d_filter, filter, (2 * radius + 1) * sizeof(double));\n  memcpy(d_src, src, src_bytes);
// REPLACE: CUDA_CHECK(cudaMemcpy(dst, d_dst, dst_bytes, cudaMemcpyDeviceToHost));
// BY: CUDA_CHECK(cudaDeviceSynchronize());\n  memcpy(dst, d_dst, dst_bytes);
// Has everything in managed memory, and copies with memcpy().
