// EXPECT: GPU_ERROR(cudaErrorMisalignedAddress) misaligned
// STEP: 1
// Loads a pixel as a word of 4 bytes, though pixels begin at odd addresses.

__global__ void convolve(int height, int width, int extendedWidth, Filter filter,
                         const unsigned char* src, unsigned char* dst) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  int red = 0, green = 0, blue = 0;
  for (int fy = 0; fy < FILTER_SIZE; ++fy) {
    for (int fx = 0; fx < FILTER_SIZE; ++fx) {
      const int tap = filter.tap[fy][fx];
      const unsigned char* pixel = src + ((y + fy) * extendedWidth + x + fx) * CHANNELS;
      const unsigned int word = *reinterpret_cast<const unsigned int*>(pixel);
      red += tap * (word & 255);
      green += tap * (word >> 8 & 255);
      blue += tap * (word >> 16 & 255);
    }
  }
  unsigned char* out = dst + (y * width + x) * CHANNELS;
  out[0] = min(max(red, 0), 255);
  out[1] = min(max(green, 0), 255);
  out[2] = min(max(blue, 0), 255);
}

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  (void)imgHeightF, (void)imgFOffsetH, (void)imgFOffsetW;
  const dim3 block(32, 8);
  const dim3 grid((imgWidth + 31) / 32, (imgHeight + 7) / 8);
  convolve<<<grid, block>>>(imgHeight, imgWidth, imgWidthF, filter, imgSrc, imgDst);
  CUDA_CHECK(cudaGetLastError());
}
