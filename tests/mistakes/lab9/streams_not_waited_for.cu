// EXPECT: UNSAFE(missing-sync) missing-sync
// STEP: 6
// MARKED: cudaMemcpyAsync(dst + 
// SAYS: the function returns while
// REPLACE: CUDA_CHECK(cudaStreamSynchronize(stream[s]));\n    CUDA_CHECK(cudaFree(d_dst[s]));\n    CUDA_CHECK(cudaFree(d_sums[s]));\n    CUDA_CHECK(cudaFree(d_src[s]));\n    
// BY: 
// Returns while the last copies are on their way, and keeps its buffers.
