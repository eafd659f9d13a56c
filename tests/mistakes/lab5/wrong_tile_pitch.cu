// EXPECT: WRONG wrong-tile-stride
// STEP: 1
// MARKED: filter.tap[fy][fx] * row[
// LINE: cache + (threadIdx.y + fy) * BLOCK * CHANNELS;
// Stores rows of 60 bytes and reads them 48 apart: the tile's rows are longer than the block's.

#define BLOCK 16
#define TILE (BLOCK + FILTER_SIZE - 1)
#define TILE_BYTES (TILE * CHANNELS)

__global__ void convKernel(int h, int w, int hF, int wF, Filter filter, const unsigned char* in,
                           unsigned char* out) {
  __shared__ unsigned char cache[TILE * TILE_BYTES];
  const int tid = threadIdx.y * blockDim.x + threadIdx.x;
  for (int i = tid; i < TILE * TILE_BYTES; i += BLOCK * BLOCK) {
    const int inRow = blockIdx.y * BLOCK + i / TILE_BYTES;
    const int inCol = blockIdx.x * BLOCK * CHANNELS + i % TILE_BYTES;
    const bool inside = inRow < hF && inCol < wF * CHANNELS;
    cache[i] = inside ? in[inRow * wF * CHANNELS + inCol] : 0;
  }
  __syncthreads();

  const int x = blockIdx.x * BLOCK + threadIdx.x;
  const int y = blockIdx.y * BLOCK + threadIdx.y;
  if (x >= w || y >= h) return;
  for (int c = 0; c < CHANNELS; c++) {
    int acc = 0;
    for (int fy = 0; fy < FILTER_SIZE; fy++) {
      const unsigned char* row = cache + (threadIdx.y + fy) * BLOCK * CHANNELS;
      for (int fx = 0; fx < FILTER_SIZE; fx++)
        acc += filter.tap[fy][fx] * row[(threadIdx.x + fx) * CHANNELS + c];
    }
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
