// EXPECT: GATE read-banks
// STEP: 2
// LINE: sharedTile[(threadIdx.y + fy) * TILE_VALUES
// Makes the array larger, but goes on to count 60 words from row to row: nothing is padded.

enum { BLOCK = 16, TILE = BLOCK + FILTER_SIZE - 1, TILE_VALUES = TILE * CHANNELS, PITCH = 80 };

typedef struct {
  float tap[FILTER_SIZE][FILTER_SIZE];
} FloatFilter;

__global__ void filterTile(int height, int width, int srcHeight, int srcWidth, FloatFilter filter,
                           const unsigned char* image, unsigned char* output) {
  __shared__ float sharedTile[TILE * PITCH];
  const int id = threadIdx.y * blockDim.x + threadIdx.x;
  for (int i = id; i < TILE * TILE_VALUES; i += BLOCK * BLOCK) {
    const int srcRow = blockIdx.y * BLOCK + i / TILE_VALUES;
    const int srcColumn = blockIdx.x * BLOCK * CHANNELS + i % TILE_VALUES;
    if (srcRow < srcHeight && srcColumn < srcWidth * CHANNELS)
      sharedTile[i] = image[(size_t)srcRow * srcWidth * CHANNELS + srcColumn];
  }
  __syncthreads();

  const int px = blockIdx.x * BLOCK + threadIdx.x;
  const int py = blockIdx.y * BLOCK + threadIdx.y;
  if (px >= width || py >= height) return;
  for (int c = 0; c < CHANNELS; ++c) {
    float result = 0;
    for (int fy = 0; fy < FILTER_SIZE; ++fy)
      for (int fx = 0; fx < FILTER_SIZE; ++fx)
        result += filter.tap[fy][fx] *
                  sharedTile[(threadIdx.y + fy) * TILE_VALUES + (threadIdx.x + fx) * CHANNELS + c];
    output[((size_t)py * width + px) * CHANNELS + c] = (unsigned char)fminf(fmaxf(result, 0), 255);
  }
}

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  (void)imgFOffsetH, (void)imgFOffsetW;
  const dim3 block(BLOCK, BLOCK);
  const dim3 grid((imgWidth + BLOCK - 1) / BLOCK, (imgHeight + BLOCK - 1) / BLOCK);
  FloatFilter floats;
  for (int fy = 0; fy < FILTER_SIZE; ++fy)
    for (int fx = 0; fx < FILTER_SIZE; ++fx) floats.tap[fy][fx] = (float)filter.tap[fy][fx];
  filterTile<<<grid, block>>>(imgHeight, imgWidth, imgHeightF, imgWidthF, floats, imgSrc, imgDst);
  CUDA_CHECK(cudaGetLastError());
}
