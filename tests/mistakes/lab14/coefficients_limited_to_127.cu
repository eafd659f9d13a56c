// EXPECT: WRONG coefficients-narrowed
// STEP: 1
// Packs coefficients into signed bytes and takes what does not fit for 127 or -128.

struct Packed {
  int row[FILTER_SIZE][2];  // taps 0 to 3, and tap 4 with three zeros
};

__device__ int dot(unsigned pixels, int taps, int sum) {
  asm("dp4a.u32.s32 %0, %1, %2, %0;" : "+r"(sum) : "r"(pixels), "r"(taps));
  return sum;
}

__global__ void filterDp4a(Packed filter, const unsigned char* src, int pitch, unsigned char* dst,
                           int rowBytes) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (i >= rowBytes) return;
  int sum = 0;
  for (int fy = 0; fy < FILTER_SIZE; ++fy) {
    const unsigned char* p = src + (y + fy) * pitch + i;
    const unsigned pixels = p[0] | p[3] << 8 | p[6] << 16 | p[9] << 24, last = p[12];
    sum = dot(pixels, filter.row[fy][0], sum);
    sum = dot(last, filter.row[fy][1], sum);
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
      packed.row[fy][fx / 4] |= (min(max(filter.tap[fy][fx], -128), 127) & 255) << 8 * (fx % 4);
  const int rowBytes = imgWidth * CHANNELS;
  const dim3 grid((rowBytes + 127) / 128, imgHeight);
  filterDp4a<<<grid, 128>>>(packed, imgSrc, imgWidthF * CHANNELS, imgDst, rowBytes);
  CUDA_CHECK(cudaGetLastError());
}
