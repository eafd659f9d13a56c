// EXPECT: GATE read-banks
// STEP: 2
// LINE: * row[(threadIdx.x + fx)
// Pads the rows by what the width of the image leaves of 32: right for a few widths by luck.

enum { BLOCK = 16, TILE = BLOCK + FILTER_SIZE - 1, TILE_VALUES = TILE * CHANNELS, WARP = 32 };

struct FloatFilter {
  float tap[FILTER_SIZE][FILTER_SIZE];
};

__global__ void convolve(int height, int width, int extendedHeight, int extendedWidth, int pitch,
                         FloatFilter filter, const unsigned char* src, unsigned char* dst) {
  extern __shared__ float tile[];
  const int thread = threadIdx.y * blockDim.x + threadIdx.x;
  for (int row = thread / WARP; row < TILE; row += BLOCK * BLOCK / WARP) {
    const int srcRow = blockIdx.y * BLOCK + row;
    for (int column = thread % WARP; column < TILE_VALUES; column += WARP) {
      const int srcColumn = blockIdx.x * BLOCK * CHANNELS + column;
      if (srcRow < extendedHeight && srcColumn < extendedWidth * CHANNELS)
        tile[row * pitch + column] = src[(size_t)srcRow * extendedWidth * CHANNELS + srcColumn];
    }
  }
  __syncthreads();

  const int x = blockIdx.x * BLOCK + threadIdx.x;
  const int y = blockIdx.y * BLOCK + threadIdx.y;
  if (x >= width || y >= height) return;
  for (int c = 0; c < CHANNELS; ++c) {
    float sum = 0;
    for (int fy = 0; fy < FILTER_SIZE; ++fy) {
      const float* row = tile + (threadIdx.y + fy) * pitch;
      for (int fx = 0; fx < FILTER_SIZE; ++fx)
        sum += filter.tap[fy][fx] * row[(threadIdx.x + fx) * CHANNELS + c];
    }
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
  const int pitch = TILE_VALUES + (imgWidth * CHANNELS) % WARP;
  const int bytes = TILE * pitch * sizeof(float);
  convolve<<<grid, block, bytes>>>(imgHeight, imgWidth, imgHeightF, imgWidthF, pitch, floats,
                                   imgSrc, imgDst);
  CUDA_CHECK(cudaGetLastError());
}
