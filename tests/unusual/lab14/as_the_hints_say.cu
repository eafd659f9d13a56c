// STEP: 1
// Signed bytes for __dp4a, which are the pixels less 128.

struct Packed {
  int row[FILTER_SIZE][2];  // taps 0 to 3, and tap 4 with three zeros
  int sum;
};

__global__ void filterDp4a(Packed filter, const unsigned char* src, int pitch, unsigned char* dst,
                           int rowBytes) {
  const int i = blockIdx.y * blockDim.x + threadIdx.x, y = blockIdx.x;
  if (i >= rowBytes) return;
  int sum = 128 * filter.sum;
  for (int fy = 0; fy < FILTER_SIZE; ++fy) {
    const unsigned char* p = src + (size_t)(y + fy) * pitch + i;
    const unsigned pixels = p[0] | p[3] << 8 | p[6] << 16 | p[9] << 24, last = p[12];
    sum = __dp4a((int)(pixels ^ 0x80808080), filter.row[fy][0], sum);
    sum = __dp4a((int)(last ^ 0x80808080), filter.row[fy][1], sum);
  }
  dst[(size_t)y * rowBytes + i] = min(max(sum, 0), 255);
}

__global__ void filterAny(Filter filter, const unsigned char* src, int pitch, unsigned char* dst,
                          int rowBytes) {
  const int i = blockIdx.y * blockDim.x + threadIdx.x, y = blockIdx.x;
  if (i >= rowBytes) return;
  int sum = 0;
  for (int fy = 0; fy < FILTER_SIZE; ++fy)
    for (int fx = 0; fx < FILTER_SIZE; ++fx)
      sum += filter.tap[fy][fx] * src[(size_t)(y + fy) * pitch + i + 3 * fx];
  dst[(size_t)y * rowBytes + i] = min(max(sum, 0), 255);
}

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  (void)imgHeightF, (void)imgFOffsetH, (void)imgFOffsetW;
  Packed packed = {};
  bool small = true;
  for (int fy = 0; fy < FILTER_SIZE; ++fy)
    for (int fx = 0; fx < FILTER_SIZE; ++fx) {
      small = small && filter.tap[fy][fx] >= -128 && filter.tap[fy][fx] <= 127;
      packed.row[fy][fx / 4] |= (filter.tap[fy][fx] & 255) << 8 * (fx % 4);
      packed.sum += filter.tap[fy][fx];
    }
  const int rowBytes = 3 * imgWidth;
  const dim3 grid(imgHeight, (rowBytes + 255) / 256);
  if (small)
    filterDp4a<<<grid, 256>>>(packed, imgSrc, 3 * imgWidthF, imgDst, rowBytes);
  else
    filterAny<<<grid, 256>>>(filter, imgSrc, 3 * imgWidthF, imgDst, rowBytes);
  CUDA_CHECK(cudaGetLastError());
}
