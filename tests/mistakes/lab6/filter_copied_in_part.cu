// EXPECT: WRONG coefficients-missing
// STEP: 1
// Copies 25 bytes for 25 floats: the first six come, and the others stay 0.

enum {
  BLOCK = 16,
  TILE = BLOCK + FILTER_SIZE - 1,
  TILE_BYTES = TILE * CHANNELS,
  ROWS_AT_ONCE = BLOCK * BLOCK / TILE_BYTES
};

__constant__ float taps[FILTER_SIZE][FILTER_SIZE];

__global__ void filterTile(int height, int width, int srcHeight, int srcWidth,
                           const unsigned char* image, unsigned char* output) {
  __shared__ unsigned char sharedTile[TILE][TILE_BYTES];
  const int id = threadIdx.y * blockDim.x + threadIdx.x;
  const int column = id % TILE_BYTES;
  const int first = id / TILE_BYTES;
  const int srcColumn = blockIdx.x * BLOCK * CHANNELS + column;
  if (first < ROWS_AT_ONCE && srcColumn < srcWidth * CHANNELS) {
    for (int row = first; row < TILE; row += ROWS_AT_ONCE) {
      const int srcRow = blockIdx.y * BLOCK + row;
      if (srcRow < srcHeight)
        sharedTile[row][column] = image[srcRow * srcWidth * CHANNELS + srcColumn];
    }
  }
  __syncthreads();

  const int px = blockIdx.x * BLOCK + threadIdx.x;
  const int py = blockIdx.y * BLOCK + threadIdx.y;
  if (px >= width || py >= height) return;
  for (int c = 0; c < CHANNELS; ++c) {
    float result = 0;
    for (int fy = 0; fy < FILTER_SIZE; ++fy)
      for (int fx = 0; fx < FILTER_SIZE; ++fx)
        result += taps[fy][fx] * sharedTile[threadIdx.y + fy][(threadIdx.x + fx) * CHANNELS + c];
    output[(py * width + px) * CHANNELS + c] = (unsigned char)fminf(fmaxf(result, 0), 255);
  }
}

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  (void)imgFOffsetH, (void)imgFOffsetW;
  const dim3 block(BLOCK, BLOCK);
  const dim3 grid((imgWidth + BLOCK - 1) / BLOCK, (imgHeight + BLOCK - 1) / BLOCK);
  float host[FILTER_SIZE * FILTER_SIZE];
  for (int i = 0; i < FILTER_SIZE * FILTER_SIZE; ++i) host[i] = filter.tap[i / 5][i % 5];
  CUDA_CHECK(cudaMemcpyToSymbol(taps, host, FILTER_SIZE * FILTER_SIZE));
  filterTile<<<grid, block>>>(imgHeight, imgWidth, imgHeightF, imgWidthF, imgSrc, imgDst);
  CUDA_CHECK(cudaGetLastError());
}
