// EXPECT: UNSAFE(divergent-barrier) divergent-barrier
// STEP: 1
// MARKED: __syncthreads();
// LINE: loadRow(tile[row], src
// Waits after each row that it loads: the first four threads in y load two rows, the others one.

enum { BLOCK = 16, TILE = BLOCK + FILTER_SIZE - 1, TILE_BYTES = TILE * CHANNELS };

__device__ void loadRow(unsigned char* tileRow, const unsigned char* srcRow, int bytes) {
  for (int i = threadIdx.x; i < bytes; i += BLOCK) tileRow[i] = srcRow[i];
}

__global__ void convolve(int height, int width, int extendedHeight, int extendedWidth,
                         Filter filter, const unsigned char* src, unsigned char* dst) {
  __shared__ unsigned char tile[TILE][TILE_BYTES];
  const int x = blockIdx.x * BLOCK + threadIdx.x;
  const int y = blockIdx.y * BLOCK + threadIdx.y;
  const int left = blockIdx.x * BLOCK * CHANNELS;
  const int bytes = min(TILE_BYTES, extendedWidth * CHANNELS - left);
  for (int row = threadIdx.y; row < TILE; row += BLOCK) {
    const int srcRow = blockIdx.y * BLOCK + row;
    if (srcRow < extendedHeight)
      loadRow(tile[row], src + srcRow * extendedWidth * CHANNELS + left, bytes);
    __syncthreads();
  }
  __syncthreads();
  if (x < width && y < height) {
    for (int c = 0; c < CHANNELS; ++c) {
      int sum = 0;
      for (int fy = 0; fy < FILTER_SIZE; ++fy)
        for (int fx = 0; fx < FILTER_SIZE; ++fx)
          sum += filter.tap[fy][fx] * tile[threadIdx.y + fy][(threadIdx.x + fx) * CHANNELS + c];
      dst[(y * width + x) * CHANNELS + c] = min(max(sum, 0), 255);
    }
  }
}

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  (void)imgFOffsetH, (void)imgFOffsetW;
  const dim3 block(BLOCK, BLOCK);
  const dim3 grid((imgWidth + BLOCK - 1) / BLOCK, (imgHeight + BLOCK - 1) / BLOCK);
  convolve<<<grid, block>>>(imgHeight, imgWidth, imgHeightF, imgWidthF, filter, imgSrc, imgDst);
  CUDA_CHECK(cudaGetLastError());
}
