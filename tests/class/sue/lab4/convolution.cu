// Lets the threads outside the image store like all others.
__global__ void convolve(int, int width, int extendedWidth, Filter filter,
                         const unsigned char* src, unsigned char* dst) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  int sum[CHANNELS] = {0};
  for (int fy = 0; fy < FILTER_SIZE; ++fy) {
    const unsigned char* pixel = src + ((size_t)(y + fy) * extendedWidth + x) * CHANNELS;
    for (int fx = 0; fx < FILTER_SIZE; ++fx)
      for (int c = 0; c < CHANNELS; ++c) sum[c] += filter.tap[fy][fx] * pixel[fx * CHANNELS + c];
  }
  for (int c = 0; c < CHANNELS; ++c)
    dst[((size_t)y * width + x) * CHANNELS + c] = min(max(sum[c], 0), 255);
}

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  (void)imgHeightF, (void)imgFOffsetH, (void)imgFOffsetW;
  const dim3 block(16, 16);
  const dim3 grid((imgWidth + 15) / 16, (imgHeight + 15) / 16);
  convolve<<<grid, block>>>(imgHeight, imgWidth, imgWidthF, filter, imgSrc, imgDst);
  CUDA_CHECK(cudaGetLastError());
}
