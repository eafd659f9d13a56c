// EXPECT: GPU_ERROR(cudaErrorIllegalAddress) out-of-bounds
// STEP: 1
// LINE: TILE * TILE_VALUES>>>
// Gives the size of dynamic shared memory in floats instead of bytes: a quarter of the tile.

#define BLOCK 16
#define TILE (BLOCK + FILTER_SIZE - 1)
#define TILE_VALUES (TILE * CHANNELS)
#define ROWS_AT_ONCE (BLOCK * BLOCK / TILE_VALUES)

struct FloatFilter {
  float tap[FILTER_SIZE][FILTER_SIZE];
};

__global__ void convKernel(int h, int w, int hF, int wF, FloatFilter filter,
                           const unsigned char* in, unsigned char* out) {
  extern __shared__ float values[];
  float(*cache)[TILE_VALUES] = reinterpret_cast<float(*)[TILE_VALUES]>(values);
  const int tid = threadIdx.y * blockDim.x + threadIdx.x;
  const int col = tid % TILE_VALUES;
  const int row0 = tid / TILE_VALUES;
  const int inCol = blockIdx.x * BLOCK * CHANNELS + col;
  if (row0 < ROWS_AT_ONCE && inCol < wF * CHANNELS) {
    for (int row = row0; row < TILE; row += ROWS_AT_ONCE) {
      const int inRow = blockIdx.y * BLOCK + row;
      if (inRow < hF) cache[row][col] = in[inRow * wF * CHANNELS + inCol];
    }
  }
  __syncthreads();

  const int x = blockIdx.x * BLOCK + threadIdx.x;
  const int y = blockIdx.y * BLOCK + threadIdx.y;
  if (x >= w || y >= h) return;
  for (int c = 0; c < CHANNELS; c++) {
    float acc = 0;
    for (int fy = 0; fy < FILTER_SIZE; fy++)
      for (int fx = 0; fx < FILTER_SIZE; fx++)
        acc += filter.tap[fy][fx] * cache[threadIdx.y + fy][(threadIdx.x + fx) * CHANNELS + c];
    out[(y * w + x) * CHANNELS + c] = (unsigned char)fminf(fmaxf(acc, 0), 255);
  }
}

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  (void)imgFOffsetH, (void)imgFOffsetW;
  const dim3 block(BLOCK, BLOCK);
  const dim3 grid((imgWidth + BLOCK - 1) / BLOCK, (imgHeight + BLOCK - 1) / BLOCK);
  FloatFilter floats;
  for (int fy = 0; fy < FILTER_SIZE; fy++)
    for (int fx = 0; fx < FILTER_SIZE; fx++) floats.tap[fy][fx] = (float)filter.tap[fy][fx];
  convKernel<<<grid, block, TILE * TILE_VALUES>>>(imgHeight, imgWidth, imgHeightF, imgWidthF,
                                                  floats, imgSrc, imgDst);
  CUDA_CHECK(cudaGetLastError());
}
