// EXPECT: UNSAFE(stream-race) stream-race
// STEP: 7
// MARKED: cudaMemcpyAsync(d_src[s], d_src[before]
// SAYS: cudaStreamWaitEvent
// REPLACE: CUDA_CHECK(cudaStreamWaitEvent(stream[s], is_filled[before]));
// BY: 
// Takes the halo from the buffer of the strip before, which may still be filled.
