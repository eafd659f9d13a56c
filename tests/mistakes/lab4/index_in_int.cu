// EXPECT: UNSAFE(index-overflow) index-overflow
// STEP: 1
// SAYS: the index overflows 32 bits
// SAYS: in the case 12000x70000
// Computes the place of a byte in an int, which has no room for images of more than 2^31 bytes.

__global__ void filterRows(const unsigned char* in, unsigned char* out, int w, int h, int pitch,
                           Filter f) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  if (col >= w || row >= h) return;
  const int from = row * pitch + col * CHANNELS;
  for (int c = 0; c < CHANNELS; ++c) {
    int sum = 0;
    for (int k = 0; k < FILTER_SIZE * FILTER_SIZE; ++k)
      sum += f.tap[k / FILTER_SIZE][k % FILTER_SIZE] *
             in[from + k / FILTER_SIZE * pitch + k % FILTER_SIZE * CHANNELS + c];
    out[((size_t)row * w + col) * CHANNELS + c] = sum < 0 ? 0 : sum > 255 ? 255 : sum;
  }
}

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  (void)imgHeightF, (void)imgFOffsetH, (void)imgFOffsetW;
  const dim3 threads(32, 8);
  const dim3 blocks((imgWidth + 31) / 32, (imgHeight + 7) / 8);
  filterRows<<<blocks, threads>>>(imgSrc, imgDst, imgWidth, imgHeight, imgWidthF * CHANNELS, filter);
  CUDA_CHECK(cudaGetLastError());
}
