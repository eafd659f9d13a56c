// cp.async: tiles come into shared memory in groups, two at a time, while others are used.
#include <cuda_pipeline.h>

#include "check.h"

constexpr int tile = 128;

__global__ void sum_tiles(const float4* in, float4* out, int tiles) {
  __shared__ float4 buffers[2][tile];
  const int t = threadIdx.x;
  __pipeline_memcpy_async(&buffers[0][t], &in[t], sizeof(float4));
  __pipeline_commit();
  float4 sum = make_float4(0, 0, 0, 0);
  for (int i = 0; i < tiles; ++i) {
    if (i + 1 < tiles)
      __pipeline_memcpy_async(&buffers[(i + 1) % 2][t], &in[(i + 1) * tile + t], sizeof(float4));
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    const float4 v = buffers[i % 2][tile - 1 - t];
    sum.x += v.x;
    sum.y += v.y;
    sum.z += v.z;
    sum.w += v.w;
    __syncthreads();
  }
  out[t] = sum;
}

int main() {
  const int tiles = 5;
  std::vector<float4> in(tile * tiles);
  for (int i = 0; i < tile * tiles; ++i) in[i] = make_float4(i, 1, 2, -i);
  DeviceArray<float4> device(in), out(tile);
  sum_tiles<<<1, tile>>>(device, out, tiles);
  FINISH_KERNEL();
  const auto got = out.host();
  for (int t = 0; t < tile; ++t) {
    float expected = 0;
    for (int i = 0; i < tiles; ++i) expected += i * tile + tile - 1 - t;
    EXPECT(got[t].x == expected && got[t].y == tiles && got[t].z == 2 * tiles);
    EXPECT(got[t].w == -expected);
  }
  return ok();
}
