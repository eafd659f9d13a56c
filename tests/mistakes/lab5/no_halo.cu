// EXPECT: WRONG uninitialised-shared
// STEP: 1
// LINE: cache[threadIdx.y][threadIdx.x * CHANNELS + c] = in[
// SAYS: expected
// Lets each thread load its own pixel only; nobody loads the pixels around the block.

#define BLOCK 16
#define TILE (BLOCK + FILTER_SIZE - 1)
#define TILE_BYTES (TILE * CHANNELS)

__global__ void convKernel(int h, int w, int hF, int wF, Filter filter, const unsigned char* in,
                           unsigned char* out) {
  __shared__ unsigned char cache[TILE][TILE_BYTES];
  const int x = blockIdx.x * BLOCK + threadIdx.x;
  const int y = blockIdx.y * BLOCK + threadIdx.y;
  if (x < wF && y < hF) {
    for (int c = 0; c < CHANNELS; c++)
      cache[threadIdx.y][threadIdx.x * CHANNELS + c] = in[(y * wF + x) * CHANNELS + c];
  }
  __syncthreads();

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
