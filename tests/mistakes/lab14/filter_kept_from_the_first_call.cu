// EXPECT: WRONG all-zero
// STEP: 1
// SAYS: every call must
// Copies the coefficients to constant memory in the first call only, to save time in those that
// follow.

__constant__ Filter coefficients;

__global__ void filterValue(const unsigned char* src, int pitch, unsigned char* dst, int rowBytes) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (i >= rowBytes) return;
  int sum = 0;
  for (int fy = 0; fy < FILTER_SIZE; ++fy)
    for (int fx = 0; fx < FILTER_SIZE; ++fx)
      sum += coefficients.tap[fy][fx] * src[(y + fy) * pitch + i + fx * CHANNELS];
  dst[y * rowBytes + i] = min(max(sum, 0), 255);
}

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  (void)imgHeightF, (void)imgFOffsetH, (void)imgFOffsetW;
  static bool copied = false;
  if (!copied) CUDA_CHECK(cudaMemcpyToSymbol(coefficients, &filter, sizeof filter));
  copied = true;
  const int rowBytes = imgWidth * CHANNELS;
  const dim3 grid((rowBytes + 127) / 128, imgHeight);
  filterValue<<<grid, 128>>>(imgSrc, imgWidthF * CHANNELS, imgDst, rowBytes);
  CUDA_CHECK(cudaGetLastError());
}
