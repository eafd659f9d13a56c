// EXPECT: WRONG uninitialised-shared
// STEP: 1
// SAYS: each channel continues with the sum of the channel before
// The sums of a column are set to 0 once, before the loop over channels.

enum { BX = 32, BY = 4, ROWS = 8, TILE_H = BY * ROWS + 4, TILE_W = (BX + 4) * 3 };

__global__ void columns(int height, int width, int heightF, int widthF, Filter filter,
                        const unsigned char* src, unsigned char* dst) {
  __shared__ float tile[TILE_H][TILE_W + 1];
  const int thread = threadIdx.y * BX + threadIdx.x;
  for (int i = thread; i < TILE_H * TILE_W; i += BX * BY) {
    const int row = i / TILE_W, col = i % TILE_W;
    const int y = blockIdx.y * BY * ROWS + row, x = blockIdx.x * BX * 3 + col;
    if (y < heightF && x < widthF * 3) tile[row][col] = src[(size_t)y * widthF * 3 + x];
  }
  __syncthreads();
  const int x = blockIdx.x * BX + threadIdx.x;
  const int y = (blockIdx.y * BY + threadIdx.y) * ROWS;
  if (x >= width) return;
  float sum[ROWS] = {};
  for (int c = 0; c < 3; ++c) {
#pragma unroll
    for (int r = 0; r < ROWS + 4; ++r)
#pragma unroll
      for (int fx = 0; fx < 5; ++fx) {
        const float v = tile[threadIdx.y * ROWS + r][(threadIdx.x + fx) * 3 + c];
#pragma unroll
        for (int k = 0; k < ROWS; ++k)
          if (r - k >= 0 && r - k < 5) sum[k] += filter.tap[r - k][fx] * v;
      }
#pragma unroll
    for (int k = 0; k < ROWS; ++k)
      if (y + k < height)
        dst[((size_t)(y + k) * width + x) * 3 + c] = (unsigned char)fminf(fmaxf(sum[k], 0), 255);
  }
}

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  const dim3 block(BX, BY);
  const dim3 grid((imgWidth + BX - 1) / BX, (imgHeight + BY * ROWS - 1) / (BY * ROWS));
  columns<<<grid, block>>>(imgHeight, imgWidth, imgHeightF, imgWidthF, filter, imgSrc, imgDst);
  CUDA_CHECK(cudaGetLastError());
}
