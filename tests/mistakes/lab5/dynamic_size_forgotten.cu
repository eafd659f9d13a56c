// EXPECT: GPU_ERROR(cudaErrorIllegalAddress) out-of-bounds
// STEP: 1
// LINE: filterTile<<<grid, block>>>
// Declares the tile as extern __shared__ and launches without its size: there is none.

enum { BLOCK = 16, TILE = BLOCK + FILTER_SIZE - 1, TILE_BYTES = TILE * CHANNELS };

__global__ void filterTile(int height, int width, int srcHeight, int srcWidth, Filter filter,
                           const unsigned char* image, unsigned char* output) {
  extern __shared__ unsigned char sharedTile[];
  const int id = threadIdx.y * blockDim.x + threadIdx.x;
  for (int i = id; i < TILE * TILE_BYTES; i += BLOCK * BLOCK) {
    const int srcRow = blockIdx.y * BLOCK + i / TILE_BYTES;
    const int srcColumn = blockIdx.x * BLOCK * CHANNELS + i % TILE_BYTES;
    if (srcRow < srcHeight && srcColumn < srcWidth * CHANNELS)
      sharedTile[i] = image[srcRow * srcWidth * CHANNELS + srcColumn];
  }
  __syncthreads();

  const int px = blockIdx.x * BLOCK + threadIdx.x;
  const int py = blockIdx.y * BLOCK + threadIdx.y;
  if (px >= width || py >= height) return;
  for (int c = 0; c < CHANNELS; ++c) {
    int result = 0;
    for (int fy = 0; fy < FILTER_SIZE; ++fy)
      for (int fx = 0; fx < FILTER_SIZE; ++fx)
        result += filter.tap[fy][fx] *
                  sharedTile[(threadIdx.y + fy) * TILE_BYTES + (threadIdx.x + fx) * CHANNELS + c];
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
