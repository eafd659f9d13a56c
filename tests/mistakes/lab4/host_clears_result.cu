// EXPECT: NO_RESULT(SIGSEGV) device-pointer
// STEP: 1
// Sets the result to 0 on the host, through a pointer to memory of the device.

__global__ void convolve(int height, int width, int extendedWidth, Filter filter,
                         const unsigned char* src, unsigned char* dst) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  for (int c = 0; c < CHANNELS; ++c) {
    int sum = 0;
    for (int fy = 0; fy < FILTER_SIZE; ++fy)
      for (int fx = 0; fx < FILTER_SIZE; ++fx)
        sum += filter.tap[fy][fx] * src[((y + fy) * extendedWidth + x + fx) * CHANNELS + c];
    dst[(y * width + x) * CHANNELS + c] = min(max(sum, 0), 255);
  }
}

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  (void)imgHeightF, (void)imgFOffsetH, (void)imgFOffsetW;
  for (int i = 0; i < imgHeight * imgWidth * CHANNELS; i++) imgDst[i] = 0;

  dim3 block(16, 16);
  dim3 grid((imgWidth + 15) / 16, (imgHeight + 15) / 16);
  convolve<<<grid, block>>>(imgHeight, imgWidth, imgWidthF, filter, imgSrc, imgDst);
  CUDA_CHECK(cudaGetLastError());
}
