// EXPECT: GPU_ERROR(cudaErrorMisalignedAddress) misaligned
// STEP: 1
// LINE: row * TILE_VALUES * sizeof(float) + column);
// Counts the offset of a value in bytes and forgets that a float has four.

enum { BLOCK = 16, TILE = BLOCK + FILTER_SIZE - 1, TILE_VALUES = TILE * CHANNELS };

struct FloatFilter {
  float tap[FILTER_SIZE][FILTER_SIZE];
};

__device__ float& at(float* tile, int row, int column) {
  return *(float*)((char*)tile + row * TILE_VALUES * sizeof(float) + column);
}

__global__ void convolve(int height, int width, int extendedHeight, int extendedWidth,
                         FloatFilter filter, const unsigned char* src, unsigned char* dst) {
  __shared__ float tile[TILE * TILE_VALUES];
  const int thread = threadIdx.y * blockDim.x + threadIdx.x;
  for (int i = thread; i < TILE * TILE_VALUES; i += BLOCK * BLOCK) {
    const int row = i / TILE_VALUES, column = i % TILE_VALUES;
    const int srcRow = blockIdx.y * BLOCK + row;
    const int srcColumn = blockIdx.x * BLOCK * CHANNELS + column;
    const bool inside = srcRow < extendedHeight && srcColumn < extendedWidth * CHANNELS;
    at(tile, row, column) = inside ? src[srcRow * extendedWidth * CHANNELS + srcColumn] : 0;
  }
  __syncthreads();

  const int x = blockIdx.x * BLOCK + threadIdx.x;
  const int y = blockIdx.y * BLOCK + threadIdx.y;
  if (x >= width || y >= height) return;
  for (int c = 0; c < CHANNELS; ++c) {
    float sum = 0;
    for (int fy = 0; fy < FILTER_SIZE; ++fy)
      for (int fx = 0; fx < FILTER_SIZE; ++fx)
        sum += filter.tap[fy][fx] * at(tile, threadIdx.y + fy, (threadIdx.x + fx) * CHANNELS + c);
    dst[(y * width + x) * CHANNELS + c] = (unsigned char)fminf(fmaxf(sum, 0), 255);
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
