// EXPECT: OK
// LAB: lab5
// Reads the image with atomic operations that change nothing, which are no loads to a counter of
// loads. It is right, and must not be fast.
__global__ void convolve(int height, int width, int pitch, size_t words, Filter filter,
                         unsigned* src, unsigned char* dst) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  for (int c = 0; c < CHANNELS; ++c) {
    int sum = 0;
    for (int fy = 0; fy < FILTER_SIZE; ++fy)
      for (int fx = 0; fx < FILTER_SIZE; ++fx) {
        const size_t at = ((size_t)(y + fy) * pitch + x + fx) * CHANNELS + c;
        const unsigned char value =
            at / 4 < words ? atomicOr(&src[at / 4], 0) >> at % 4 * 8 : ((unsigned char*)src)[at];
        sum += filter.tap[fy][fx] * value;
      }
    dst[((size_t)y * width + x) * CHANNELS + c] = min(max(sum, 0), 255);
  }
}

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  const size_t bytes = (size_t)imgHeightF * imgWidthF * CHANNELS;
  convolve<<<dim3((imgWidth + 31) / 32, (imgHeight + 7) / 8), dim3(32, 8)>>>(
      imgHeight, imgWidth, imgWidthF, bytes / 4, filter, (unsigned*)imgSrc, imgDst);
}
