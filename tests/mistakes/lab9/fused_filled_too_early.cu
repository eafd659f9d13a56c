// EXPECT: UNSAFE(stream-race) stream-race
// STEP: 7
// MARKED: cudaMemcpyAsync(d_src[s] + there
// SAYS: cudaStreamWaitEvent
// REPLACE: if (y >= sets * strip) CUDA_CHECK(cudaStreamWaitEvent(stream[s], halo_is_taken[s]));
// BY: 
// Fills a buffer again while the strip behind it still takes its halo from there.
