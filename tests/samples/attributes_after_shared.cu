// Attributes in C++'s notation after __shared__, __device__ and __constant__, as nvcc takes them; also in macros.
#include "check.h"

#define ALIGNED_TILE __shared__ alignas(16)
#define ALIGNED alignas(16)

__constant__ alignas(16) float factors[4] = {1, 2, 3, 4};

__host__ __device__ [[nodiscard]] constexpr int mirrored(int i) { return 31 - i; }

__global__ void reverse(const float4* in, float4* out) {
  __shared__ alignas(16) float tile[128];
  __shared__ [[maybe_unused]] int unused;
  ALIGNED_TILE float second[128];
  __shared__ ALIGNED float third[128];
  reinterpret_cast<float4*>(tile)[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  reinterpret_cast<float4*>(second)[threadIdx.x] =
      reinterpret_cast<float4*>(tile)[mirrored(threadIdx.x)];
  __syncthreads();
  reinterpret_cast<float4*>(third)[threadIdx.x] =
      reinterpret_cast<float4*>(second)[mirrored(threadIdx.x)];
  __syncthreads();
  float4 four = reinterpret_cast<float4*>(third)[mirrored(threadIdx.x)];
  const float4 by = *reinterpret_cast<const float4*>(factors);
  out[threadIdx.x] = {four.x * by.x, four.y * by.y, four.z * by.z, four.w * by.w};
}

int main() {
  std::vector<float4> data(32), expected(32);
  for (int i = 0; i < 32; ++i) {
    const float x = i + 1, from = mirrored(i) + 1;
    data[i] = {x, x, x, x};
    expected[i] = {from, from * 2, from * 3, from * 4};
  }
  DeviceArray<float4> in(data), out(32);
  reverse<<<1, 32>>>(in, out);
  FINISH_KERNEL();
  const std::vector<float4> got = out.host();
  for (int i = 0; i < 32; ++i)
    EXPECT(got[i].x == expected[i].x && got[i].y == expected[i].y && got[i].z == expected[i].z &&
           got[i].w == expected[i].w);
  return 0;
}
