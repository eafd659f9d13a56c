// EXPECT: GPU_ERROR(cudaErrorIllegalAddress) use-after-free
// STEP: 1
// Frees the filter's memory on the device ahead of the launch that reads it.

#define BLOCK 16
#define TILE (BLOCK + FILTER_SIZE - 1)
#define TILE_BYTES (TILE * CHANNELS)
#define ROWS_AT_ONCE (BLOCK * BLOCK / TILE_BYTES)

__global__ void convolve(int height, int width, int extendedHeight, int extendedWidth,
                         const float* taps, const unsigned char* src, unsigned char* dst) {
  __shared__ unsigned char tile[TILE][TILE_BYTES];
  int thread = threadIdx.y * blockDim.x + threadIdx.x;
  int column = thread % TILE_BYTES;
  int first = thread / TILE_BYTES;
  int srcColumn = blockIdx.x * BLOCK * CHANNELS + column;
  if (first < ROWS_AT_ONCE && srcColumn < extendedWidth * CHANNELS) {
    for (int row = first; row < TILE; row += ROWS_AT_ONCE) {
      int srcRow = blockIdx.y * BLOCK + row;
      if (srcRow < extendedHeight)
        tile[row][column] = src[srcRow * extendedWidth * CHANNELS + srcColumn];
    }
  }
  __syncthreads();

  int x = blockIdx.x * BLOCK + threadIdx.x;
  int y = blockIdx.y * BLOCK + threadIdx.y;
  if (x >= width || y >= height) return;
  for (int c = 0; c < CHANNELS; ++c) {
    float sum = 0;
    for (int i = 0; i < FILTER_SIZE; ++i)
      for (int j = 0; j < FILTER_SIZE; ++j)
        sum += taps[i * FILTER_SIZE + j] * tile[threadIdx.y + i][(threadIdx.x + j) * CHANNELS + c];
    dst[(y * width + x) * CHANNELS + c] = (unsigned char)fminf(fmaxf(sum, 0), 255);
  }
}

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  (void)imgFOffsetH, (void)imgFOffsetW;
  dim3 block(BLOCK, BLOCK);
  dim3 grid((imgWidth + BLOCK - 1) / BLOCK, (imgHeight + BLOCK - 1) / BLOCK);
  float host[FILTER_SIZE * FILTER_SIZE], *taps;
  for (int i = 0; i < FILTER_SIZE * FILTER_SIZE; ++i)
    host[i] = (float)filter.tap[i / FILTER_SIZE][i % FILTER_SIZE];
  CUDA_CHECK(cudaMalloc(&taps, sizeof host));
  CUDA_CHECK(cudaMemcpy(taps, host, sizeof host, cudaMemcpyHostToDevice));
  CUDA_CHECK(cudaFree(taps));
  convolve<<<grid, block>>>(imgHeight, imgWidth, imgHeightF, imgWidthF, taps, imgSrc, imgDst);
  CUDA_CHECK(cudaGetLastError());
}
