// EXPECT: WRONG grid-swapped
// STEP: 1
// Makes a grid with the blocks of a column in x and those of a row in y.

__global__ void filter5x5(const unsigned char* in, unsigned char* out, int outW, int outH, int inW,
                          Filter f) {
  const int ox = blockIdx.x * blockDim.x + threadIdx.x;
  const int oy = blockIdx.y * blockDim.y + threadIdx.y;
  if (ox >= outW || oy >= outH) return;
  for (int ch = 0; ch < 3; ++ch) {
    int acc = 0;
    for (int ky = 0; ky < 5; ++ky)
      for (int kx = 0; kx < 5; ++kx)
        acc += in[((oy + ky) * inW + ox + kx) * 3 + ch] * f.tap[ky][kx];
    out[(oy * outW + ox) * 3 + ch] = max(min(acc, 255), 0);
  }
}

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  (void)imgHeightF, (void)imgFOffsetH, (void)imgFOffsetW;
  const int n = 16;
  dim3 grid((imgHeight + n - 1) / n, (imgWidth + n - 1) / n);
  dim3 block(n, n);
  filter5x5<<<grid, block>>>(imgSrc, imgDst, imgWidth, imgHeight, imgWidthF, filter);
  CUDA_CHECK(cudaGetLastError());
}
