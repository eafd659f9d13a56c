// EXPECT: GPU_ERROR(cudaErrorMisalignedAddress) misaligned
// STEP: 1
// Loads 16 bytes at once from wherever a row of the source begins, which is rarely a multiple
// of 16.

// A thread computes four values of a row; their windows lie in two times 16 bytes.
__global__ void filterFour(Filter filter, const unsigned char* src, int pitch, int srcBytes,
                           unsigned char* dst, int rowBytes) {
  const int first = (blockIdx.x * blockDim.x + threadIdx.x) * 4, y = blockIdx.y;
  if (first >= rowBytes) return;
  int sum[4] = {};
  for (int fy = 0; fy < FILTER_SIZE; ++fy) {
    const int at = (y + fy) * pitch + first;
    unsigned char window[16];
    if (at + 16 <= srcBytes)
      *(uint4*)window = *(const uint4*)(src + at);
    else
      for (int i = 0; i < 16; ++i) window[i] = at + i < srcBytes ? src[at + i] : 0;
    for (int i = 0; i < 4; ++i)
      for (int fx = 0; fx < FILTER_SIZE; ++fx)
        sum[i] += filter.tap[fy][fx] * window[i + fx * CHANNELS];
  }
  for (int i = 0; i < 4 && first + i < rowBytes; ++i)
    dst[y * rowBytes + first + i] = min(max(sum[i], 0), 255);
}

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  (void)imgFOffsetH, (void)imgFOffsetW;
  const int rowBytes = imgWidth * CHANNELS, pitch = imgWidthF * CHANNELS;
  const dim3 grid((rowBytes + 511) / 512, imgHeight);
  filterFour<<<grid, 128>>>(filter, imgSrc, pitch, imgHeightF * pitch, imgDst, rowBytes);
  CUDA_CHECK(cudaGetLastError());
}
