// How many requests, and how many 32-byte sectors, the loads of a warp are: by stride, by alignment,
// by type. Lab 11's chapter has them in a table, and tests/behaviour/coalescing_test.cpp counts them
// again:
//
//   build/bin/simtcc tests/hardware/coalescing.cu -o coalescing
//   build/bin/simt profile coalescing
//
// On a GPU, nvcc builds it, and ncu counts.
#include <cuda_runtime.h>

#include <cstdio>

#include "common/cuda_check.h"

namespace {

constexpr int threads = 256, blocks = 16;
constexpr int largest_stride = 32, largest_offset = 8;

// All components are used, so that all are loaded.
__device__ float sum_of(float a) { return a; }
__device__ float sum_of(float2 a) { return a.x + a.y; }
__device__ float sum_of(float3 a) { return a.x + a.y + a.z; }
__device__ float sum_of(float4 a) { return a.x + a.y + a.z + a.w; }

// Lane k of a warp reads number k * stride + offset behind an address that is a multiple of 128
// bytes.
template <typename Number, int stride, int offset>
__global__ void load(const Number* src, float* dst) {
  const int i = blockIdx.x * threads + threadIdx.x;
  dst[i] = sum_of(src[i * stride + offset]);
}

template <typename Number, int stride, int offset>
void launch(const void* src, float* dst) {
  load<Number, stride, offset><<<blocks, threads>>>(static_cast<const Number*>(src), dst);
  CUDA_CHECK(cudaGetLastError());
}

}  // namespace

int main() {
  const size_t numbers = threads * blocks * largest_stride + largest_offset;
  void* src = nullptr;
  float* dst = nullptr;
  CUDA_CHECK(cudaMalloc(&src, numbers * sizeof(float4)));
  CUDA_CHECK(cudaMalloc(&dst, threads * blocks * sizeof(float)));
  CUDA_CHECK(cudaMemset(src, 0, numbers * sizeof(float4)));
  launch<float, 1, 0>(src, dst);
  launch<float, 2, 0>(src, dst);
  launch<float, 4, 0>(src, dst);
  launch<float, 8, 0>(src, dst);
  launch<float, 32, 0>(src, dst);
  launch<float, 1, 1>(src, dst);
  launch<float, 1, 8>(src, dst);
  launch<float2, 1, 0>(src, dst);
  launch<float3, 1, 0>(src, dst);
  launch<float4, 1, 0>(src, dst);
  CUDA_CHECK(cudaDeviceSynchronize());
  CUDA_CHECK(cudaFree(src));
  CUDA_CHECK(cudaFree(dst));
}
