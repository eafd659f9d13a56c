// EXPECT: GPU_ERROR(cudaErrorIllegalAddress) out-of-bounds
// STEP: 1
// LINE: pixel[c] = min(
// Checks the bounds when it loads, and forgets that threads outside the image must not store.

#define BLOCK 16
#define TILE (BLOCK + FILTER_SIZE - 1)
#define TILE_BYTES (TILE * CHANNELS)

__global__ void convolve(int height, int width, int extendedHeight, int extendedWidth,
                         Filter filter, const unsigned char* src, unsigned char* dst) {
  __shared__ unsigned char tile[TILE][TILE_BYTES];
  int thread = threadIdx.y * blockDim.x + threadIdx.x;
  for (int i = thread; i < TILE * TILE_BYTES; i += BLOCK * BLOCK) {
    int row = i / TILE_BYTES, column = i % TILE_BYTES;
    int srcRow = blockIdx.y * BLOCK + row;
    int srcColumn = blockIdx.x * BLOCK * CHANNELS + column;
    if (srcRow < extendedHeight && srcColumn < extendedWidth * CHANNELS)
      tile[row][column] = src[srcRow * extendedWidth * CHANNELS + srcColumn];
    else
      tile[row][column] = 0;
  }
  __syncthreads();

  unsigned char* pixel =
      dst +
      ((blockIdx.y * BLOCK + threadIdx.y) * width + blockIdx.x * BLOCK + threadIdx.x) * CHANNELS;
  (void)height;
  for (int c = 0; c < CHANNELS; ++c) {
    int sum = 0;
    for (int fy = 0; fy < FILTER_SIZE; ++fy)
      for (int fx = 0; fx < FILTER_SIZE; ++fx)
        sum += filter.tap[fy][fx] * tile[threadIdx.y + fy][(threadIdx.x + fx) * CHANNELS + c];
    pixel[c] = min(max(sum, 0), 255);
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
