// STEP: 1
// Widens the pixels into scratch memory that a static variable keeps between calls: it is freed and
// allocated again only where a call needs more than those before.

namespace {

__global__ void widen(int h, int w, const unsigned char* src, uchar4* to) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  const unsigned char* p = src + ((size_t)y * w + x) * CHANNELS;
  to[(size_t)y * w + x] = make_uchar4(p[0], p[1], p[2], 0);
}

__global__ void convolve(int h, int w, int pitch, Filter filter, const uchar4* src,
                         unsigned char* dst) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  int r = 0, g = 0, b = 0;
  for (int k = 0; k < FILTER_SIZE * FILTER_SIZE; ++k) {
    const uchar4 p = src[(size_t)(y + k / FILTER_SIZE) * pitch + x + k % FILTER_SIZE];
    const int tap = filter.tap[k / FILTER_SIZE][k % FILTER_SIZE];
    r += tap * p.x, g += tap * p.y, b += tap * p.z;
  }
  unsigned char* out = dst + ((size_t)y * w + x) * CHANNELS;
  out[0] = min(max(r, 0), 255), out[1] = min(max(g, 0), 255), out[2] = min(max(b, 0), 255);
}

uchar4* scratch(size_t pixels) {
  static uchar4* memory = nullptr;
  static size_t holds = 0;
  if (pixels > holds) {
    CUDA_CHECK(cudaFree(memory));
    CUDA_CHECK(cudaMalloc(&memory, pixels * sizeof(uchar4)));
    holds = pixels;
  }
  return memory;
}

dim3 cover(int w, int h) { return dim3((w + 31) / 32, (h + 7) / 8); }

}  // namespace

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  (void)imgFOffsetH, (void)imgFOffsetW;
  uchar4* const wide = scratch((size_t)imgHeightF * imgWidthF);
  widen<<<cover(imgWidthF, imgHeightF), dim3(32, 8)>>>(imgHeightF, imgWidthF, imgSrc, wide);
  CUDA_CHECK(cudaGetLastError());
  convolve<<<cover(imgWidth, imgHeight), dim3(32, 8)>>>(imgHeight, imgWidth, imgWidthF, filter,
                                                        wide, imgDst);
  CUDA_CHECK(cudaGetLastError());
}
