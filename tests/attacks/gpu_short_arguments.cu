// EXPECT: NO_RESULT(SIGSEGV)
// LAB: lab5
// Launches with a list of arguments that is shorter than the kernel's, so that the recorder reads
// pointers that are none. It runs in the submission's own process: there is nothing to read that
// the submission has not.
__global__ void convolve(int height, int width, int pitch, Filter filter, const unsigned char* src,
                         unsigned char* dst) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  for (int c = 0; c < CHANNELS; ++c) {
    int sum = 0;
    for (int fy = 0; fy < FILTER_SIZE; ++fy)
      for (int fx = 0; fx < FILTER_SIZE; ++fx)
        sum += filter.tap[fy][fx] * src[((size_t)(y + fy) * pitch + x + fx) * CHANNELS + c];
    dst[((size_t)y * width + x) * CHANNELS + c] = min(max(sum, 0), 255);
  }
}

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  void* no_arguments[] = {(void*)1};
  const dim3 block(32, 8), grid((imgWidth + 31) / 32, (imgHeight + 7) / 8);
  cudaLaunchKernel((const void*)convolve, grid, block, no_arguments, 0, nullptr);
}
