// EXPECT: UNSAFE(missing-sync) missing-sync
// STEP: 6
// MARKED: cudaMemcpyAsync(dst + 
// SAYS: the function returns while
// REPLACE: CUDA_CHECK(cudaStreamSynchronize(stream[s]));\n    CUDA_CHECK(cudaFree(d_dst[s]));\n    CUDA_CHECK(cudaFree(d_sums[s]));\n    CUDA_CHECK(cudaFree(d_src[s]));\n    
// BY: if (s == 0) CUDA_CHECK(cudaStreamSynchronize(stream[s]));\n    
// Waits for the first stream only, ahead of its return.
