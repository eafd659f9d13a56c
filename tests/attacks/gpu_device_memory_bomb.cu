// EXPECT: GPU_ERROR(cudaErrorMemoryAllocation) | MEMORY_LIMIT
// LAB: lab5
// Asks for all memory of the GPU and touches it. The device worker has the limits of a sandbox, and
// a GPU has a size.
void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  for (int i = 0; i < 200; ++i) {
    void* memory = nullptr;
    if (cudaMalloc(&memory, (size_t)4 << 30) != cudaSuccess) return;
    cudaMemset(memory, 1, (size_t)4 << 30);
  }
}
