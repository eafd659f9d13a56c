// EXPECT: WRONG divergent-barrier
// STEP: 3
// LINE: if (x >= w || y >= h) return;
// Switches threads outside the image off ahead of the barrier that all threads have to reach.

#define BLOCK_X 32
#define BLOCK_Y 8
#define TILE_X (BLOCK_X + FILTER_SIZE - 1)
#define TILE_Y (BLOCK_Y + FILTER_SIZE - 1)
#define TILE_VALUES (TILE_X * CHANNELS)
#define ROWS_AT_ONCE (BLOCK_X * BLOCK_Y / TILE_VALUES)

struct FloatFilter {
  float tap[FILTER_SIZE][FILTER_SIZE];
};

__global__ void convKernel(int h, int w, int hF, int wF, FloatFilter filter,
                           const unsigned char* in, unsigned char* out) {
  __shared__ float cache[TILE_Y][TILE_VALUES];
  const int x = blockIdx.x * BLOCK_X + threadIdx.x;
  const int y = blockIdx.y * BLOCK_Y + threadIdx.y;
  if (x >= w || y >= h) return;
  const int tid = threadIdx.y * blockDim.x + threadIdx.x;
  const int col = tid % TILE_VALUES;
  const int row0 = tid / TILE_VALUES;
  const int inCol = blockIdx.x * BLOCK_X * CHANNELS + col;
  if (row0 < ROWS_AT_ONCE && inCol < wF * CHANNELS) {
    for (int row = row0; row < TILE_Y; row += ROWS_AT_ONCE) {
      const int inRow = blockIdx.y * BLOCK_Y + row;
      if (inRow < hF) cache[row][col] = in[inRow * wF * CHANNELS + inCol];
    }
  }
  __syncthreads();

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
  const dim3 block(BLOCK_X, BLOCK_Y);
  const dim3 grid((imgWidth + BLOCK_X - 1) / BLOCK_X, (imgHeight + BLOCK_Y - 1) / BLOCK_Y);
  FloatFilter floats;
  for (int fy = 0; fy < FILTER_SIZE; fy++)
    for (int fx = 0; fx < FILTER_SIZE; fx++) floats.tap[fy][fx] = (float)filter.tap[fy][fx];
  convKernel<<<grid, block>>>(imgHeight, imgWidth, imgHeightF, imgWidthF, floats, imgSrc, imgDst);
  CUDA_CHECK(cudaGetLastError());
}
