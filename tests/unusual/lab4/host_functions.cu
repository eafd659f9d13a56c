// STEP: 1
// REPLACE: CUDA_CHECK(cudaGetLastError());
// BY: CUDA_CHECK(cudaGetLastError());\n  int calls = 0;\n  CUDA_CHECK(cudaLaunchHostFunc(nullptr, [](void* data) { ++*(int*)data; }, &calls));\n  CUDA_CHECK(cudaStreamAddCallback(nullptr, [](cudaStream_t, cudaError_t status, void* data) { *(int*)data += status == cudaSuccess; }, &calls, 0));\n  CUDA_CHECK(cudaDeviceSynchronize());\n  if (calls != 2) abort();
// Is told when the kernel is done, in both ways.
