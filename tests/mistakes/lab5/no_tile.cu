// EXPECT: GATE load-bytes
// STEP: 1
// LINE: * image[((size_t)(py + fy)
// Hands in the kernel of lab 4 again: no shared memory, each byte comes 25 times from global
// memory.

__global__ void filterTile(int height, int width, int srcWidth, Filter filter,
                           const unsigned char* image, unsigned char* output) {
  const int px = blockIdx.x * blockDim.x + threadIdx.x;
  const int py = blockIdx.y * blockDim.y + threadIdx.y;
  if (px >= width || py >= height) return;
  int result[CHANNELS] = {0};
  for (int fy = 0; fy < FILTER_SIZE; ++fy) {
    for (int fx = 0; fx < FILTER_SIZE; ++fx) {
      for (int c = 0; c < CHANNELS; ++c)
        result[c] +=
            filter.tap[fy][fx] * image[((size_t)(py + fy) * srcWidth + px + fx) * CHANNELS + c];
    }
  }
  for (int c = 0; c < CHANNELS; ++c)
    output[((size_t)py * width + px) * CHANNELS + c] = min(max(result[c], 0), 255);
}

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  (void)imgHeightF, (void)imgFOffsetH, (void)imgFOffsetW;
  const dim3 block(16, 16);
  const dim3 grid((imgWidth + 15) / 16, (imgHeight + 15) / 16);
  filterTile<<<grid, block>>>(imgHeight, imgWidth, imgWidthF, filter, imgSrc, imgDst);
  CUDA_CHECK(cudaGetLastError());
}
