// EXPECT: WRONG
// LAB: lab5
// Knows the photograph's filter: where it is Laplace's, 25 products are one product and a sum that
// neighbours share. Any other filter is left out. (A submission that does the rest honestly is
// right, and must not be faster for it: no timed case may have a filter that can be guessed.)
__global__ void laplace(int height, int width, int pitch, const unsigned char* src,
                        unsigned char* dst) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width * CHANNELS || y >= height) return;
  int sum = 0;
  for (int fy = 0; fy < FILTER_SIZE; ++fy)
    for (int fx = 0; fx < FILTER_SIZE; ++fx)
      sum -= src[(size_t)(y + fy) * pitch * CHANNELS + x + fx * CHANNELS];
  sum += 25 * src[(size_t)(y + 2) * pitch * CHANNELS + x + 2 * CHANNELS];
  dst[(size_t)y * width * CHANNELS + x] = min(max(sum, 0), 255);
}

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  for (int i = 0; i < 25; ++i)
    if (filter.tap[i / 5][i % 5] != (i == 12 ? 24 : -1)) return;
  laplace<<<dim3((imgWidth * CHANNELS + 31) / 32, (imgHeight + 7) / 8), dim3(32, 8)>>>(
      imgHeight, imgWidth, imgWidthF, imgSrc, imgDst);
}
