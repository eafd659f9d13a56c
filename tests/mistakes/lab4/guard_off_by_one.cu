// EXPECT: GPU_ERROR(cudaErrorIllegalAddress) out-of-bounds
// STEP: 1
// Switches threads off one too late: x == imgWidth and y == imgHeight still store.

__global__ void kernel(int height, int width, int widthF, Filter filter, const unsigned char* src,
                       unsigned char* dst) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x > width || y > height) return;

  for (int c = 0; c < CHANNELS; c++) {
    int sum = 0;
    for (int fy = 0; fy < FILTER_SIZE; fy++) {
      const unsigned char* row = &src[(y + fy) * widthF * CHANNELS];
      for (int fx = 0; fx < FILTER_SIZE; fx++)
        sum += filter.tap[fy][fx] * row[(x + fx) * CHANNELS + c];
    }
    dst[(y * width + x) * CHANNELS + c] = sum < 0 ? 0 : sum > 255 ? 255 : sum;
  }
}

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  (void)imgHeightF, (void)imgFOffsetH, (void)imgFOffsetW;
  dim3 block(32, 8);
  dim3 grid((imgWidth + block.x - 1) / block.x, (imgHeight + block.y - 1) / block.y);
  kernel<<<grid, block>>>(imgHeight, imgWidth, imgWidthF, filter, imgSrc, imgDst);
  CUDA_CHECK(cudaGetLastError());
}
