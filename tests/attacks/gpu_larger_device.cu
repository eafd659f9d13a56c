// EXPECT: GPU_ERROR(cudaErrorMemoryAllocation)
// LAB: lab9
// STEP: 5
// Makes the device larger: the runtime that writes the plan lies in this process, with the figure of
// how much memory there is. Filters the image in one piece then, which the step is not to do.
#include <cstdint>

extern "C" char __data_start, _end;

static __constant__ double coefficients[2 * MAX_RADIUS + 1];

static __global__ void filter_all(const double* src, double* dst, int width, int height, int radius) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  double sum = 0;
  for (int j = 0; j <= 2 * radius; ++j) {
    double row = 0;
    for (int i = 0; i <= 2 * radius; ++i)
      row += coefficients[i] * src[(size_t)(y + j) * (width + 2 * radius) + x + i];
    sum += coefficients[j] * row;
  }
  dst[(size_t)y * width + x] = sum;
}

static void enlarge_device() {
  size_t free_bytes, total;
  cudaMemGetInfo(&free_bytes, &total);
  for (auto* word = (volatile uint64_t*)&__data_start; word < (volatile uint64_t*)&_end; ++word)
    if (*word == total) *word = (uint64_t)1 << 40;
}

void* allocate_image(size_t bytes) {
  void* image = nullptr;
  return cudaMallocHost(&image, bytes) == cudaSuccess ? image : nullptr;
}
void free_image(void* image) { cudaFreeHost(image); }

void filter_image(int width, int height, int radius, const double* filter, const double* src,
                  double* dst) {
  enlarge_device();
  const size_t src_bytes = sizeof(double) * (width + 2 * radius) * (height + 2 * radius);
  const size_t dst_bytes = sizeof(double) * width * height;
  double *d_src, *d_dst;
  CUDA_CHECK(cudaMalloc(&d_src, src_bytes));
  CUDA_CHECK(cudaMalloc(&d_dst, dst_bytes));
  CUDA_CHECK(cudaMemcpyToSymbol(coefficients, filter, (2 * radius + 1) * sizeof(double)));
  CUDA_CHECK(cudaMemcpy(d_src, src, src_bytes, cudaMemcpyHostToDevice));
  const dim3 block(32, 8), grid((width + 31) / 32, (height + 7) / 8);
  filter_all<<<grid, block>>>(d_src, d_dst, width, height, radius);
  CUDA_CHECK(cudaMemcpy(dst, d_dst, dst_bytes, cudaMemcpyDeviceToHost));
  CUDA_CHECK(cudaFree(d_src));
  CUDA_CHECK(cudaFree(d_dst));
}
