// EXPECT: GPU_ERROR(cudaErrorIllegalAddress) kept-buffer
// STEP: 1
// SAYS: memory_speed.cu:14: 4-byte write
// SAYS: an earlier call
// Allocates its buffer in the first call, as large as that one needs, and keeps it in a static
// variable.

namespace {

__global__ void spread(int h, int w, int pitch, const unsigned char* src, uchar4* to) {
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  if (x >= w || y >= h) return;
  const unsigned char* p = src + ((size_t)y * w + x) * CHANNELS;
  to[(size_t)y * pitch + x] = make_uchar4(p[0], p[1], p[2], 0);
}

__global__ void conv(int h, int w, int pitch, Filter filter, const uchar4* __restrict__ src,
                     unsigned char* __restrict__ dst) {
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  if (x >= w || y >= h) return;
  int r = 0, g = 0, b = 0;
#pragma unroll
  for (int k = 0; k < FILTER_SIZE * FILTER_SIZE; ++k) {
    const uchar4 p = src[(size_t)(y + k / FILTER_SIZE) * pitch + x + k % FILTER_SIZE];
    const int tap = filter.tap[k / FILTER_SIZE][k % FILTER_SIZE];
    r += tap * p.x, g += tap * p.y, b += tap * p.z;
  }
  unsigned char* out = dst + ((size_t)y * w + x) * CHANNELS;
  out[0] = min(max(r, 0), 255), out[1] = min(max(g, 0), 255), out[2] = min(max(b, 0), 255);
}

uchar4* workspace(size_t pixels) {
  static uchar4* memory = nullptr;
  if (memory == nullptr) CUDA_CHECK(cudaMalloc(&memory, pixels * sizeof(uchar4)));
  return memory;
}

dim3 cover(int w, int h) { return dim3((w + 31) / 32, (h + 7) / 8); }

}  // namespace

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  (void)imgFOffsetH, (void)imgFOffsetW;
  const int pitch = (imgWidthF + 31) / 32 * 32;
  uchar4* const wide = workspace((size_t)pitch * imgHeightF);
  spread<<<cover(imgWidthF, imgHeightF), dim3(32, 8)>>>(imgHeightF, imgWidthF, pitch, imgSrc, wide);
  CUDA_CHECK(cudaGetLastError());
  conv<<<cover(imgWidth, imgHeight), dim3(32, 8)>>>(imgHeight, imgWidth, pitch, filter, wide,
                                                    imgDst);
  CUDA_CHECK(cudaGetLastError());
}
