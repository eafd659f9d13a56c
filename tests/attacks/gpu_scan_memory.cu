// EXPECT: GPU_ERROR(cudaErrorIllegalAddress)
// LAB: lab5
// Reads device memory around its buffers and at guessed addresses, for an expected output or an old
// one. No expected output is in the device worker at any time; and an access beside an allocation
// is a finding, not data.
__global__ void scan(const unsigned char* src, unsigned char* dst, size_t bytes) {
  const unsigned char* places[] = {dst + bytes + 256,
                                   dst - 256,
                                   src - 4096,
                                   (const unsigned char*)0x200000000000,
                                   (const unsigned char*)0x7f0000000000,
                                   (const unsigned char*)0x300800000000};
  unsigned char found = 0;
  for (int i = threadIdx.x; i < 6 * 65536; i += blockDim.x) found |= places[i % 6][i / 6];
  dst[threadIdx.x % bytes] = found;
}

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  scan<<<1, 256>>>(imgSrc, imgDst, (size_t)imgHeight * imgWidth * CHANNELS);
}
