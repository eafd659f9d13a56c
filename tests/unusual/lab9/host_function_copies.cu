// STEP: 2
// REPLACE: void* allocate_image(size_t bytes) {\n  return malloc(bytes);
// BY: struct Result {\n  void* to;\n  const void* from;\n  size_t bytes;\n};\n\nvoid copy_result(void* result) {\n  const Result* r = (const Result*)result;\n  memcpy(r->to, r->from, r->bytes);\n}\n\nvoid* allocate_image(size_t bytes) {\n  return malloc(bytes);
// REPLACE: CUDA_CHECK(cudaMemcpy(dst, d_dst, dst_bytes, cudaMemcpyDeviceToHost));
// BY: void* staging = nullptr;\n  unsigned flags = 0;\n  CUDA_CHECK(cudaHostAlloc(&staging, dst_bytes, cudaHostAllocPortable));\n  CUDA_CHECK(cudaHostGetFlags(&flags, staging));\n  CUDA_CHECK(cudaMemcpyAsync(staging, d_dst, dst_bytes, cudaMemcpyDeviceToHost));\n  Result result = {dst, staging, dst_bytes};\n  CUDA_CHECK(cudaLaunchHostFunc(0, copy_result, &result));\n  CUDA_CHECK(cudaDeviceSynchronize());\n  CUDA_CHECK(cudaFreeHost(staging));
// Has the stream call a function that copies the result out of pinned memory.
