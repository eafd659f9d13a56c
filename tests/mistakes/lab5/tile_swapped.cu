// EXPECT: WRONG block-transposed
// STEP: 1
// LINE: sharedTile[threadIdx.x + fx][threadIdx.y + fy]
// Stores the tile by rows and reads it by columns.

enum { BLOCK = 16, TILE = BLOCK + FILTER_SIZE - 1 };

__global__ void filterTile(int height, int width, int srcHeight, int srcWidth, Filter filter,
                           const unsigned char* image, unsigned char* output) {
  __shared__ unsigned char sharedTile[TILE][TILE][CHANNELS];
  const int id = threadIdx.y * BLOCK + threadIdx.x;
  for (int pixel = id; pixel < TILE * TILE; pixel += BLOCK * BLOCK) {
    const int row = pixel / TILE, column = pixel % TILE;
    const int srcRow = blockIdx.y * BLOCK + row, srcColumn = blockIdx.x * BLOCK + column;
    for (int c = 0; c < CHANNELS; ++c) {
      sharedTile[row][column][c] = 0;
      if (srcRow < srcHeight && srcColumn < srcWidth)
        sharedTile[row][column][c] = image[(srcRow * srcWidth + srcColumn) * CHANNELS + c];
    }
  }
  __syncthreads();

  const int px = blockIdx.x * BLOCK + threadIdx.x;
  const int py = blockIdx.y * BLOCK + threadIdx.y;
  if (px >= width || py >= height) return;
  for (int c = 0; c < CHANNELS; ++c) {
    int result = 0;
    for (int fy = 0; fy < FILTER_SIZE; ++fy)
      for (int fx = 0; fx < FILTER_SIZE; ++fx)
        result += filter.tap[fy][fx] * sharedTile[threadIdx.x + fx][threadIdx.y + fy][c];
    output[(py * width + px) * CHANNELS + c] = min(max(result, 0), 255);
  }
}

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  (void)imgFOffsetH, (void)imgFOffsetW;
  const dim3 block(BLOCK, BLOCK);
  const dim3 grid((imgWidth + BLOCK - 1) / BLOCK, (imgHeight + BLOCK - 1) / BLOCK);
  filterTile<<<grid, block>>>(imgHeight, imgWidth, imgHeightF, imgWidthF, filter, imgSrc, imgDst);
  CUDA_CHECK(cudaGetLastError());
}
