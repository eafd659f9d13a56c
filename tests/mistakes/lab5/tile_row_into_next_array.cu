// EXPECT: UNSAFE(out-of-bounds) out-of-bounds
// STEP: 1
// LINE: tile[row][column] = in[(size_t)inRow * wF * CHANNELS + inColumn];
// SAYS: result
// Loads a row more than the tile has, into the array that comes next in shared memory, which is filled
// later: the result is right as long as the two lie in this order, and nothing else lies there.

#define BLOCK 16
#define TILE (BLOCK + FILTER_SIZE - 1)
#define TILE_BYTES (TILE * CHANNELS)
#define ROW_BYTES (BLOCK * CHANNELS)

__global__ void convKernel(int h, int w, int hF, int wF, Filter filter, const unsigned char* in,
                           unsigned char* out) {
  __shared__ unsigned char tile[TILE][TILE_BYTES];
  __shared__ unsigned char result[BLOCK][ROW_BYTES];
  const int thread = threadIdx.y * BLOCK + threadIdx.x;
  const int column = thread % TILE_BYTES;
  const int inColumn = blockIdx.x * ROW_BYTES + column;
  if (thread < 4 * TILE_BYTES && inColumn < wF * CHANNELS) {
    for (int row = thread / TILE_BYTES; row <= TILE; row += 4) {
      const int inRow = blockIdx.y * BLOCK + row;
      if (inRow < hF) tile[row][column] = in[(size_t)inRow * wF * CHANNELS + inColumn];
    }
  }
  __syncthreads();

  const int x = blockIdx.x * BLOCK + threadIdx.x;
  const int y = blockIdx.y * BLOCK + threadIdx.y;
  if (x < w && y < h) {
    for (int c = 0; c < CHANNELS; c++) {
      int sum = 0;
      for (int fy = 0; fy < FILTER_SIZE; fy++)
        for (int fx = 0; fx < FILTER_SIZE; fx++)
          sum += filter.tap[fy][fx] * tile[threadIdx.y + fy][(threadIdx.x + fx) * CHANNELS + c];
      result[threadIdx.y][threadIdx.x * CHANNELS + c] = min(max(sum, 0), 255);
    }
  }
  __syncthreads();

  // Neighbours store neighbouring bytes.
  const int bytes = min(ROW_BYTES, (w - (int)blockIdx.x * BLOCK) * CHANNELS);
  for (int i = thread; i < BLOCK * ROW_BYTES; i += BLOCK * BLOCK) {
    const int row = i / ROW_BYTES, byte = i % ROW_BYTES;
    const int outRow = blockIdx.y * BLOCK + row;
    if (outRow < h && byte < bytes)
      out[((size_t)outRow * w + blockIdx.x * BLOCK) * CHANNELS + byte] = result[row][byte];
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
