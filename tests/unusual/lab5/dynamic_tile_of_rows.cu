// STEP: 1
// Blocks of 256 threads in one dimension, a dynamic tile, the thread's own stream.

struct Shape {
  int high, wide, highF, bytesF;
};

__global__ void conv(Shape s, const Filter filter, const unsigned char* __restrict__ src,
                     unsigned char* __restrict__ dst) {
  extern __shared__ unsigned char tile[];
  const int t = threadIdx.x, tx = t & 15, ty = t >> 4;
  const int x0 = 16 * blockIdx.x, y0 = 16 * blockIdx.y;
  if (t < 240) {
    const int b = t % 60;
    if (x0 * 3 + b < s.bytesF) {
      const int end = min(20, s.highF - y0);
      for (int r = t / 60; r < end; r += 4)
        tile[60 * r + b] = src[(size_t)(y0 + r) * s.bytesF + x0 * 3 + b];
    }
  }
  __syncthreads();
  if (x0 + tx >= s.wide || y0 + ty >= s.high) return;
  unsigned char* out = dst + ((size_t)(y0 + ty) * s.wide + x0 + tx) * 3;
#pragma unroll
  for (int c = 0; c < 3; ++c) {
    int sum = 0;
#pragma unroll
    for (int k = 0; k < 25; ++k)
      sum += filter.tap[k / 5][k % 5] * tile[(ty + k / 5) * 60 + (tx + k % 5) * 3 + c];
    *out++ = sum < 0 ? 0 : min(sum, 255);
  }
}

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  (void)imgFOffsetH, (void)imgFOffsetW;
  conv<<<dim3((imgWidth + 15) / 16, (imgHeight + 15) / 16), 256, 20 * 60, cudaStreamPerThread>>>(
      Shape{imgHeight, imgWidth, imgHeightF, imgWidthF * 3}, filter, imgSrc, imgDst);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaStreamSynchronize(cudaStreamPerThread));
}
