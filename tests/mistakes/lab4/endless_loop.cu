// EXPECT: GPU_ERROR(cudaErrorLaunchTimeout) endless-loop
// STEP: 1
// Lets each thread go down its column in steps of an integer division that is 0 for few blocks.

__global__ void convolveColumns(int height, int width, int extendedWidth, int step, Filter filter,
                                const unsigned char* src, unsigned char* dst) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= width) return;
  for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < height; y += step) {
    int sum[CHANNELS] = {0};
    for (int fy = 0; fy < FILTER_SIZE; ++fy) {
      for (int fx = 0; fx < FILTER_SIZE; ++fx) {
        for (int c = 0; c < CHANNELS; ++c)
          sum[c] += filter.tap[fy][fx] * src[((y + fy) * extendedWidth + x + fx) * CHANNELS + c];
      }
    }
    for (int c = 0; c < CHANNELS; ++c)
      dst[(y * width + x) * CHANNELS + c] = min(max(sum[c], 0), 255);
  }
}

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  (void)imgHeightF, (void)imgFOffsetH, (void)imgFOffsetW;
  const dim3 block(16, 16);
  const dim3 grid((imgWidth + 15) / 16, (imgHeight + 15) / 16);
  const int step = grid.y / block.y * block.y;  // rows that the grid covers at once
  convolveColumns<<<grid, block>>>(imgHeight, imgWidth, imgWidthF, step, filter, imgSrc, imgDst);
  CUDA_CHECK(cudaGetLastError());
}
