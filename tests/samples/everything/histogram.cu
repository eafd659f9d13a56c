// A histogram with atomics on shared memory, its prefix sum, and look-ups in the table it gives.
#include "stages.h"

namespace {

struct Bins {
  unsigned count[256];
};

__device__ unsigned char to_byte(float value) {
  return static_cast<unsigned char>(fminf(fmaxf(value, 0.0f), 255.0f));
}

__global__ void histogram(const float* values, int n, unsigned* bins) {
  extern __shared__ unsigned char memory[];
  Bins& local = *reinterpret_cast<Bins*>(memory);
  for (int i = threadIdx.x; i < 256; i += blockDim.x) local.count[i] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&local.count[to_byte(values[i])], 1u);
  __syncthreads();
  for (int i = threadIdx.x; i < 256; i += blockDim.x)
    if (local.count[i]) atomicAdd(&bins[i], local.count[i]);
}

// One block of 256 threads: an inclusive scan by warps.
__global__ void make_table(const unsigned* bins, int pixels, unsigned char* table) {
  __shared__ unsigned warp_sums[8];
  const unsigned t = threadIdx.x, lane = t % 32, warp = t / 32;
  unsigned sum = bins[t];
  for (unsigned distance = 1; distance < 32; distance *= 2) {
    const unsigned below = __shfl_up_sync(0xffffffffu, sum, distance);
    if (lane >= distance) sum += below;
  }
  if (lane == 31) warp_sums[warp] = sum;
  __syncthreads();
  for (unsigned w = 0; w < warp; ++w) sum += warp_sums[w];
  table[t] = static_cast<unsigned char>(static_cast<unsigned long long>(sum) * 255 / pixels);
}

__global__ void look_up(const float* values, int n, const unsigned char* __restrict__ table,
                        unsigned char* out) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    out[i] = table[to_byte(values[i])];
}

}  // namespace

void launch_histogram(const float* values, int n, unsigned* bins, cudaStream_t stream) {
  histogram<<<8, 192, sizeof(Bins), stream>>>(values, n, bins);
}

void launch_table(const unsigned* bins, int pixels, unsigned char* table, cudaStream_t stream) {
  make_table<<<1, 256, 0, stream>>>(bins, pixels, table);
}

void launch_lookup(const float* values, int n, const unsigned char* table, unsigned char* out,
                   cudaStream_t stream) {
  look_up<<<16, 128, 0, stream>>>(values, n, table, out);
}
