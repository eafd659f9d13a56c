// EXPECT: WRONG wrong-tile-stride
// STEP: 2
// LINE: cache[(threadIdx.y + fy) * TILE_VALUES
// Stores rows 80 words apart and reads them 60 apart.

#define BLOCK 16
#define TILE (BLOCK + FILTER_SIZE - 1)
#define TILE_VALUES (TILE * CHANNELS)
#define PITCH 80
#define WARP 32

struct FloatFilter {
  float tap[FILTER_SIZE][FILTER_SIZE];
};

__global__ void convKernel(int h, int w, int hF, int wF, FloatFilter filter,
                           const unsigned char* in, unsigned char* out) {
  __shared__ float cache[TILE * PITCH];
  const int tid = threadIdx.y * blockDim.x + threadIdx.x;
  for (int i = tid; i < TILE * PITCH; i += BLOCK * BLOCK) cache[i] = 0;
  __syncthreads();
  for (int row = tid / WARP; row < TILE; row += BLOCK * BLOCK / WARP) {
    const int inRow = blockIdx.y * BLOCK + row;
    for (int col = tid % WARP; col < TILE_VALUES; col += WARP) {
      const int inCol = blockIdx.x * BLOCK * CHANNELS + col;
      if (inRow < hF && inCol < wF * CHANNELS)
        cache[row * PITCH + col] = in[inRow * wF * CHANNELS + inCol];
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
        acc += filter.tap[fy][fx] *
               cache[(threadIdx.y + fy) * TILE_VALUES + (threadIdx.x + fx) * CHANNELS + c];
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
  convKernel<<<grid, block>>>(imgHeight, imgWidth, imgHeightF, imgWidthF, floats, imgSrc, imgDst);
  CUDA_CHECK(cudaGetLastError());
}
