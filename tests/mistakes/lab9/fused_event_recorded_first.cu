// EXPECT: UNSAFE(stream-race) stream-race
// STEP: 7
// REPLACE: CUDA_CHECK(cudaMemcpyAsync(d_src[s] + there * pitch,
// BY: CUDA_CHECK(cudaEventRecord(is_filled[s], stream[s]));\n    CUDA_CHECK(cudaMemcpyAsync(d_src[s] + there * pitch,
// REPLACE: }\n    CUDA_CHECK(cudaEventRecord(is_filled[s], stream[s]));
// BY: }
// Records the event ahead of the copy that others wait for: an event stands for what came before
// it.
