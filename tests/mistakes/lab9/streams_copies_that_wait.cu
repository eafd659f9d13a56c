// EXPECT: GATE overlap
// STEP: 6
// REPLACE: cudaMemcpyAsync(d_src[s],
// BY: cudaMemcpy(d_src[s],
// REPLACE: cudaMemcpyHostToDevice, stream[s])
// BY: cudaMemcpyHostToDevice)
// REPLACE: cudaMemcpyAsync(dst +
// BY: cudaMemcpy(dst +
// REPLACE: cudaMemcpyDeviceToHost, stream[s])
// BY: cudaMemcpyDeviceToHost)
// Copies with cudaMemcpy(): the host waits for each, and so do all streams.
