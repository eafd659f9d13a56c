// EXPECT: UNSAFE(host-in-use) host-in-use
// STEP: 2
// SAYS: touches managed memory that the kernel
// REPLACE: CUDA_CHECK(cudaMalloc(&d_dst, dst_bytes));
// BY: CUDA_CHECK(cudaMallocManaged(&d_dst, dst_bytes));
// REPLACE: CUDA_CHECK(cudaMemcpy(dst, d_dst, dst_bytes, cudaMemcpyDeviceToHost));
// BY: memcpy(dst, d_dst, dst_bytes);
// Copies the result out of managed memory while the kernel may still be computing it.
