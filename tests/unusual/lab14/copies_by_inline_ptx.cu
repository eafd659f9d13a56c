// STEP: 1
// Rows come to shared memory by cp.async.

enum { BX = 32, CHUNK = 16 };
__global__ void rows(int height, int width, int heightF, int widthF, Filter filter,
                     const unsigned char* src, unsigned char* dst) {
  __shared__ __align__(16) unsigned char tile[5][BX * 16];
  const int y = blockIdx.x;
  const unsigned char* end = src + (size_t)heightF * widthF * 3;
  for (int x0 = 0; x0 < width * 3; x0 += BX * 16 - 48) {
    for (int r = 0; r < 5; ++r) {
      const unsigned char* p = src + (size_t)(y + r) * widthF * 3 + x0;
      const unsigned char* from = p - (size_t)p % 16 + threadIdx.x * 16;
      unsigned char* to = &tile[r][threadIdx.x * 16];
      if (from + 16 <= end) {
        const unsigned place = (unsigned)__cvta_generic_to_shared(to);
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(place), "l"(from)
                     : "memory");
      } else
        for (int i = 0; i < 16; ++i) to[i] = from + i < end ? from[i] : 0;
    }
    asm volatile("cp.async.commit_group;" ::: "memory");
    asm volatile("cp.async.wait_group 0;" ::: "memory");
    __syncwarp();
    for (int x = x0 + threadIdx.x; x < min(width * 3, x0 + BX * 16 - 48); x += BX) {
      int sum = 0;
      for (int fy = 0; fy < 5; ++fy) {
        const unsigned char* p = src + (size_t)(y + fy) * widthF * 3 + x0;
        for (int fx = 0; fx < 5; ++fx)
          sum += filter.tap[fy][fx] * tile[fy][(size_t)p % 16 + x - x0 + 3 * fx];
      }
      dst[(size_t)y * width * 3 + x] = min(max(sum, 0), 255);
    }
    __syncwarp();
  }
}
void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  rows<<<imgHeight, BX>>>(imgHeight, imgWidth, imgHeightF, imgWidthF, filter, imgSrc, imgDst);
  CUDA_CHECK(cudaGetLastError());
}
