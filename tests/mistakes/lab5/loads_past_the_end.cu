// EXPECT: GPU_ERROR(cudaErrorIllegalAddress) out-of-bounds
// STEP: 1
// LINE: tile[i] = origin[row * wF * 3 + col];
// Loads whole tiles in the last blocks too, past the end of the source.

#define BW 16
#define TW (BW + 4)

__global__ void conv(int h, int w, int wF, Filter filter, const unsigned char* in,
                     unsigned char* out) {
  __shared__ unsigned char tile[TW * TW * 3];
  const int tid = threadIdx.y * BW + threadIdx.x;
  const unsigned char* origin = in + (blockIdx.y * BW * wF + blockIdx.x * BW) * 3;
  for (int i = tid; i < TW * TW * 3; i += BW * BW) {
    const int row = i / (TW * 3);
    const int col = i % (TW * 3);
    tile[i] = origin[row * wF * 3 + col];
  }
  __syncthreads();

  const int x = blockIdx.x * BW + threadIdx.x, y = blockIdx.y * BW + threadIdx.y;
  if (x < w && y < h) {
    for (int c = 0; c < 3; ++c) {
      int sum = 0;
      for (int j = 0; j < 5; ++j)
        for (int i = 0; i < 5; ++i)
          sum += filter.tap[j][i] * tile[((threadIdx.y + j) * TW + threadIdx.x + i) * 3 + c];
      out[(y * w + x) * 3 + c] = min(max(sum, 0), 255);
    }
  }
}

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  (void)imgHeightF, (void)imgFOffsetH, (void)imgFOffsetW;
  conv<<<dim3((imgWidth + BW - 1) / BW, (imgHeight + BW - 1) / BW), dim3(BW, BW)>>>(
      imgHeight, imgWidth, imgWidthF, filter, imgSrc, imgDst);
  CUDA_CHECK(cudaGetLastError());
}
