// EXPECT: WRONG bytes-missing
// STEP: 2
// LINE: in_count * sizeof(float)
// SAYS: as many as floats have
// Copies in the source as if it were of floats.
#include <cstdlib>

class Doubles {
 public:
  explicit Doubles(size_t count) { CUDA_CHECK(cudaMalloc((void**)&at_, count * sizeof(double))); }
  ~Doubles() { cudaFree(at_); }
  Doubles(const Doubles&) = delete;
  double* get() const { return at_; }

 private:
  double* at_ = nullptr;
};

__global__ void along(const double* from, double* to, const double* weights, int taps, int columns,
                      int rows, int step, int pitch) {
  const int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y;
  if (c >= columns || r >= rows) return;
  double acc = 0;
  for (int t = 0; t < taps; ++t) acc += weights[t] * from[(size_t)r * pitch + c + (size_t)t * step];
  to[(size_t)r * columns + c] = acc;
}

void* allocate_image(size_t bytes) { return std::malloc(bytes); }
void free_image(void* image) { std::free(image); }

void filter_image(int width, int height, int radius, const double* filter, const double* src,
                  double* dst) {
  const int taps = 2 * radius + 1, pitch = width + 2 * radius, rows = height + 2 * radius;
  Doubles image((size_t)pitch * rows), sums((size_t)width * rows), out((size_t)width * height);
  Doubles weights(taps);
  const size_t in_count = (size_t)pitch * rows, out_count = (size_t)width * height;
  CUDA_CHECK(cudaMemset(image.get(), 0, in_count * sizeof(double)));
  CUDA_CHECK(cudaMemset(weights.get(), 0, taps * sizeof(double)));
  CUDA_CHECK(cudaMemcpy(weights.get(), filter, taps * sizeof(double), cudaMemcpyHostToDevice));
  CUDA_CHECK(cudaMemcpy(image.get(), src, in_count * sizeof(float), cudaMemcpyHostToDevice));
  const unsigned blocks = (width + 63) / 64;
  along<<<dim3(blocks, rows), 64>>>(image.get(), sums.get(), weights.get(), taps, width, rows, 1,
                                    pitch);
  CUDA_CHECK(cudaGetLastError());
  along<<<dim3(blocks, height), 64>>>(sums.get(), out.get(), weights.get(), taps, width, height,
                                      width, width);
  CUDA_CHECK(cudaGetLastError());
  CUDA_CHECK(cudaMemcpy(dst, out.get(), out_count * sizeof(double), cudaMemcpyDeviceToHost));
}
