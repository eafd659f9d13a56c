// EXPECT: WRONG constant-output
// STEP: 1
// SAYS: unsigned
// Multiplies with __dp4a(unsigned, unsigned, unsigned), for which a coefficient of -1 is 255.

struct Packed {
  unsigned row[FILTER_SIZE][2];  // taps 0 to 3, and tap 4 with three zeros
};

__global__ void filterDp4a(Packed filter, const unsigned char* src, int pitch, unsigned char* dst,
                           int rowBytes) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (i >= rowBytes) return;
  int sum = 0;
  for (int fy = 0; fy < FILTER_SIZE; ++fy) {
    const unsigned char* p = src + (y + fy) * pitch + i;
    const unsigned pixels = p[0] | p[3] << 8 | p[6] << 16 | p[9] << 24, last = p[12];
    sum = __dp4a(pixels, filter.row[fy][0], (unsigned)sum);
    sum = __dp4a(last, filter.row[fy][1], (unsigned)sum);
  }
  dst[y * rowBytes + i] = min(max(sum, 0), 255);
}

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  (void)imgHeightF, (void)imgFOffsetH, (void)imgFOffsetW;
  Packed packed = {};
  for (int fy = 0; fy < FILTER_SIZE; ++fy)
    for (int fx = 0; fx < FILTER_SIZE; ++fx)
      packed.row[fy][fx / 4] |= (unsigned)(filter.tap[fy][fx] & 255) << 8 * (fx % 4);
  const int rowBytes = imgWidth * CHANNELS;
  const dim3 grid((rowBytes + 127) / 128, imgHeight);
  filterDp4a<<<grid, 128>>>(packed, imgSrc, imgWidthF * CHANNELS, imgDst, rowBytes);
  CUDA_CHECK(cudaGetLastError());
}
