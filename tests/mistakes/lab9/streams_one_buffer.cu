// EXPECT: UNSAFE(stream-race) stream-race
// STEP: 6
// SAYS: nothing says
// REPLACE: cudaMemcpyAsync(d_src[s],
// BY: cudaMemcpyAsync(d_src[0],
// REPLACE: run_passes(d_src[s],
// BY: run_passes(d_src[0],
// Has two streams and one buffer for the source: a strip is overwritten while it is filtered.
