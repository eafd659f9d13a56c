// EXPECT: WRONG divergent-barrier
// STEP: 1
// LINE: if (x >= w || y >= h) return;
// Lets threads outside the image return at once: they neither load their part nor reach the
// barrier.

#define BLOCK 16
#define TILE (BLOCK + FILTER_SIZE - 1)
#define TILE_BYTES (TILE * CHANNELS)
#define ROWS_AT_ONCE (BLOCK * BLOCK / TILE_BYTES)

__global__ void convKernel(int h, int w, int hF, int wF, Filter filter, const unsigned char* in,
                           unsigned char* out) {
  const int x = blockIdx.x * BLOCK + threadIdx.x;
  const int y = blockIdx.y * BLOCK + threadIdx.y;
  if (x >= w || y >= h) return;

  __shared__ unsigned char cache[TILE][TILE_BYTES];
  const int tid = threadIdx.y * blockDim.x + threadIdx.x;
  const int col = tid % TILE_BYTES;
  const int row0 = tid / TILE_BYTES;
  const int inCol = blockIdx.x * BLOCK * CHANNELS + col;
  if (row0 < ROWS_AT_ONCE && inCol < wF * CHANNELS) {
    for (int row = row0; row < TILE; row += ROWS_AT_ONCE) {
      const int inRow = blockIdx.y * BLOCK + row;
      if (inRow < hF) cache[row][col] = in[inRow * wF * CHANNELS + inCol];
    }
  }
  __syncthreads();

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
