// EXPECT: GATE read-banks
// STEP: 2
// LINE: * tile[threadIdx.y + fy][(threadIdx.x + fx) * PADDED
// Pads the pixels to four floats instead of the rows: 4 words apart, eight lanes fill the banks.

enum { BLOCK = 16, TILE = BLOCK + FILTER_SIZE - 1, PADDED = 4 };

struct FloatFilter {
  float tap[FILTER_SIZE][FILTER_SIZE];
};

__global__ void convolve(int height, int width, int extendedHeight, int extendedWidth,
                         FloatFilter filter, const unsigned char* src, unsigned char* dst) {
  __shared__ float tile[TILE][TILE * PADDED];
  const int thread = threadIdx.y * blockDim.x + threadIdx.x;
  for (int i = thread; i < TILE * TILE; i += BLOCK * BLOCK) {
    const int row = i / TILE, column = i % TILE;
    const int srcRow = blockIdx.y * BLOCK + row, srcColumn = blockIdx.x * BLOCK + column;
    if (srcRow < extendedHeight && srcColumn < extendedWidth) {
      const unsigned char* pixel = src + ((size_t)srcRow * extendedWidth + srcColumn) * CHANNELS;
      for (int c = 0; c < CHANNELS; ++c) tile[row][column * PADDED + c] = pixel[c];
    }
  }
  __syncthreads();

  const int x = blockIdx.x * BLOCK + threadIdx.x;
  const int y = blockIdx.y * BLOCK + threadIdx.y;
  if (x >= width || y >= height) return;
  for (int c = 0; c < CHANNELS; ++c) {
    float sum = 0;
    for (int fy = 0; fy < FILTER_SIZE; ++fy)
      for (int fx = 0; fx < FILTER_SIZE; ++fx)
        sum += filter.tap[fy][fx] * tile[threadIdx.y + fy][(threadIdx.x + fx) * PADDED + c];
    dst[((size_t)y * width + x) * CHANNELS + c] = (unsigned char)fminf(fmaxf(sum, 0), 255);
  }
}

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  (void)imgFOffsetH, (void)imgFOffsetW;
  const dim3 block(BLOCK, BLOCK);
  const dim3 grid((imgWidth + BLOCK - 1) / BLOCK, (imgHeight + BLOCK - 1) / BLOCK);
  FloatFilter floats;
  for (int fy = 0; fy < FILTER_SIZE; ++fy)
    for (int fx = 0; fx < FILTER_SIZE; ++fx) floats.tap[fy][fx] = (float)filter.tap[fy][fx];
  convolve<<<grid, block>>>(imgHeight, imgWidth, imgHeightF, imgWidthF, floats, imgSrc, imgDst);
  CUDA_CHECK(cudaGetLastError());
}
