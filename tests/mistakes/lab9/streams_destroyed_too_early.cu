// EXPECT: GPU_ERROR(cudaErrorInvalidResourceHandle) cudaErrorInvalidResourceHandle
// STEP: 6
// SAYS: streams.cu:
// REPLACE: CUDA_CHECK(cudaStreamSynchronize(stream[s]));
// BY: CUDA_CHECK(cudaStreamDestroy(stream[s]));\n    CUDA_CHECK(cudaStreamSynchronize(stream[s]));
// REPLACE: CUDA_CHECK(cudaFree(d_src[s]));\n    CUDA_CHECK(cudaStreamDestroy(stream[s]));
// BY: CUDA_CHECK(cudaFree(d_src[s]));
// Destroys a stream, and asks it to wait then.
