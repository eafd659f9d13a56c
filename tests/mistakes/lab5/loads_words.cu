// EXPECT: GPU_ERROR(cudaErrorMisalignedAddress) misaligned
// STEP: 1
// LINE: *(const int*)&src[
// Loads the tile in words of 4 bytes, though the rows of the source begin at odd addresses.

#define BLOCK 16
#define TILE (BLOCK + FILTER_SIZE - 1)
#define TILE_WORDS (TILE * CHANNELS / 4)

__global__ void convolve(int height, int width, int extendedHeight, int extendedWidth,
                         Filter filter, const unsigned char* src, unsigned char* dst) {
  __shared__ int words[TILE][TILE_WORDS];
  int thread = threadIdx.y * BLOCK + threadIdx.x;
  for (int i = thread; i < TILE * TILE_WORDS; i += BLOCK * BLOCK) {
    int row = i / TILE_WORDS, word = i % TILE_WORDS;
    int srcRow = blockIdx.y * BLOCK + row;
    int srcColumn = blockIdx.x * BLOCK * CHANNELS + word * 4;
    if (srcRow < extendedHeight && srcColumn + 3 < extendedWidth * CHANNELS)
      words[row][word] = *(const int*)&src[srcRow * extendedWidth * CHANNELS + srcColumn];
  }
  __syncthreads();

  int x = blockIdx.x * BLOCK + threadIdx.x;
  int y = blockIdx.y * BLOCK + threadIdx.y;
  if (x >= width || y >= height) return;
  for (int c = 0; c < CHANNELS; ++c) {
    int sum = 0;
    for (int fy = 0; fy < FILTER_SIZE; ++fy) {
      const unsigned char* row = (const unsigned char*)words[threadIdx.y + fy];
      for (int fx = 0; fx < FILTER_SIZE; ++fx)
        sum += filter.tap[fy][fx] * row[(threadIdx.x + fx) * CHANNELS + c];
    }
    dst[(y * width + x) * CHANNELS + c] = min(max(sum, 0), 255);
  }
}

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  (void)imgFOffsetH, (void)imgFOffsetW;
  dim3 block(BLOCK, BLOCK);
  dim3 grid((imgWidth + BLOCK - 1) / BLOCK, (imgHeight + BLOCK - 1) / BLOCK);
  convolve<<<grid, block>>>(imgHeight, imgWidth, imgHeightF, imgWidthF, filter, imgSrc, imgDst);
  CUDA_CHECK(cudaGetLastError());
}
