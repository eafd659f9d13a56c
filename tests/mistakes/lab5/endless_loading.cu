// EXPECT: GPU_ERROR(cudaErrorLaunchTimeout) endless-loop
// STEP: 1
// MARKED: column < TILE_BYTES; column += 32
// LINE: int warps = blockDim.x / 32;
// Lets each warp load rows in steps of blockDim.x / 32 warps, which is 0: a row of threads is 16.

#define BLOCK 16
#define TILE (BLOCK + FILTER_SIZE - 1)
#define TILE_BYTES (TILE * CHANNELS)

__global__ void convolve(int height, int width, int extendedHeight, int extendedWidth,
                         Filter filter, const unsigned char* src, unsigned char* dst) {
  __shared__ unsigned char tile[TILE][TILE_BYTES];
  int thread = threadIdx.y * blockDim.x + threadIdx.x;
  int warp = thread / 32, lane = thread % 32;
  int warps = blockDim.x / 32;
  for (int row = warp; row < TILE; row += warps) {
    int srcRow = blockIdx.y * BLOCK + row;
    for (int column = lane; column < TILE_BYTES; column += 32) {
      int srcColumn = blockIdx.x * BLOCK * CHANNELS + column;
      if (srcRow < extendedHeight && srcColumn < extendedWidth * CHANNELS)
        tile[row][column] = src[srcRow * extendedWidth * CHANNELS + srcColumn];
    }
  }
  __syncthreads();

  int x = blockIdx.x * BLOCK + threadIdx.x;
  int y = blockIdx.y * BLOCK + threadIdx.y;
  if (x >= width || y >= height) return;
  for (int c = 0; c < CHANNELS; ++c) {
    int sum = 0;
    for (int fy = 0; fy < FILTER_SIZE; ++fy)
      for (int fx = 0; fx < FILTER_SIZE; ++fx)
        sum += filter.tap[fy][fx] * tile[threadIdx.y + fy][(threadIdx.x + fx) * CHANNELS + c];
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
