// EXPECT: UNSAFE(host-in-use) host-in-use
// STEP: 6
// SAYS: may still be using
// REPLACE: cudaStream_t stream[sets];
// BY: cudaStream_t stream[sets];\n  double* staging;\n  CUDA_CHECK(cudaMallocHost(&staging, sizeof(double) * (strip + halo) * pitch));
// REPLACE: CUDA_CHECK(cudaMemcpyAsync(d_src[s], src + y * pitch,
// BY: memcpy(staging, src + y * pitch, sizeof(double) * (rows + halo) * pitch);\n    CUDA_CHECK(cudaMemcpyAsync(d_src[s], staging,
// Copies each strip to one pinned buffer, while the copy of the strip before may still read it.
