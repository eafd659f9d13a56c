// EXPECT: GPU_ERROR(cudaErrorIllegalAddress) out-of-bounds
// STEP: 1
// LINE: __shared__ unsigned char cache[BLOCK + HALO - 1]
// Makes the tile a row too small: 19 rows where the windows of 16 need 20.

#define BLOCK 16
#define HALO (FILTER_SIZE - 1)
#define TILE_BYTES ((BLOCK + HALO) * CHANNELS)

__global__ void convKernel(int h, int w, int hF, int wF, Filter filter, const unsigned char* in,
                           unsigned char* out) {
  __shared__ unsigned char cache[BLOCK + HALO - 1][TILE_BYTES];
  const int tid = threadIdx.y * BLOCK + threadIdx.x;
  for (int i = tid; i < (BLOCK + HALO) * TILE_BYTES; i += BLOCK * BLOCK) {
    const int row = i / TILE_BYTES, col = i % TILE_BYTES;
    const int inRow = blockIdx.y * BLOCK + row;
    const int inCol = blockIdx.x * BLOCK * CHANNELS + col;
    if (inRow < hF && inCol < wF * CHANNELS) cache[row][col] = in[inRow * wF * CHANNELS + inCol];
  }
  __syncthreads();

  const int x = blockIdx.x * BLOCK + threadIdx.x;
  const int y = blockIdx.y * BLOCK + threadIdx.y;
  if (x >= w || y >= h) return;
  for (int c = 0; c < CHANNELS; c++) {
    int acc = 0;
    for (int fy = 0; fy < FILTER_SIZE; fy++)
      for (int fx = 0; fx < FILTER_SIZE; fx++)
        acc += filter.tap[fy][fx] * cache[threadIdx.y + fy][(threadIdx.x + fx) * CHANNELS + c];
    out[(y * w + x) * CHANNELS + c] = min(max(acc, 0), 255);
  }
}

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  (void)imgFOffsetH, (void)imgFOffsetW;
  const dim3 block(BLOCK, BLOCK);
  const dim3 grid((imgWidth + BLOCK - 1) / BLOCK, (imgHeight + BLOCK - 1) / BLOCK);
  convKernel<<<grid, block>>>(imgHeight, imgWidth, imgHeightF, imgWidthF, filter, imgSrc, imgDst);
  CUDA_CHECK(cudaGetLastError());
}
