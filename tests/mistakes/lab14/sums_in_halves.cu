// EXPECT: WRONG sum-too-narrow
// STEP: 1
// Adds up in half precision, which is twice as fast and skips whole numbers beyond 2048.
#include <cuda_fp16.h>

__global__ void filterHalf(Filter filter, const unsigned char* src, int pitch, unsigned char* dst,
                           int rowBytes) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (i >= rowBytes) return;
  __half sum = __float2half(0);
  for (int fy = 0; fy < FILTER_SIZE; ++fy)
    for (int fx = 0; fx < FILTER_SIZE; ++fx)
      sum = __hfma(__int2half_rn(filter.tap[fy][fx]),
                   __int2half_rn(src[(y + fy) * pitch + i + fx * CHANNELS]), sum);
  dst[y * rowBytes + i] = min(max(__half2int_rz(sum), 0), 255);
}

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  (void)imgHeightF, (void)imgFOffsetH, (void)imgFOffsetW;
  const int rowBytes = imgWidth * CHANNELS;
  const dim3 grid((rowBytes + 127) / 128, imgHeight);
  filterHalf<<<grid, 128>>>(filter, imgSrc, imgWidthF * CHANNELS, imgDst, rowBytes);
  CUDA_CHECK(cudaGetLastError());
}
