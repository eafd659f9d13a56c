// EXPECT: GPU_ERROR(cudaErrorLaunchTimeout)
// LAB: lab5
// Threads that wait for each other: half of a block at a barrier, the other half for a word that
// nobody writes.
__global__ void wait(volatile unsigned* word) {
  if (threadIdx.x >= 32) {
    __syncthreads();
    word[0] = 1;
  } else {
    while (word[0] != 1) {
    }
    __syncthreads();
  }
}

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  unsigned* word = nullptr;
  cudaMalloc(&word, 4);
  cudaMemset(word, 0, 4);
  wait<<<1, 64>>>(word);
}
