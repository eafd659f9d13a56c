// EXPECT: GATE overlap
// STEP: 7
// REPLACE: cudaMemcpyDeviceToHost, stream[s]));
// BY: cudaMemcpyDeviceToHost, stream[s]));\n    CUDA_CHECK(cudaStreamSynchronize(stream[s]));
// Waits for each strip before it asks for the next one.
