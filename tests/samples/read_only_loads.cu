// Loads and stores with cache hints.
#include "check.h"

__global__ void copy(const int* __restrict__ in, const float4* vectors, int* out, float4* to) {
  const int i = threadIdx.x;
  int sum = __ldg(&in[i]);
  sum += __ldcg(&in[i]) + __ldca(&in[i]) + __ldcs(&in[i]) + __ldcv(&in[i]);
  __stcg(&out[i], sum);
  const float4 v = __ldg(&vectors[i]);
  __stcs(&to[i], make_float4(v.w, v.z, v.y, v.x));
}

int main() {
  const int n = 64;
  std::vector<int> in(n), expected(n);
  std::vector<float4> vectors(n);
  for (int i = 0; i < n; ++i) {
    in[i] = i * 3;
    expected[i] = i * 15;
    vectors[i] = make_float4(i, 1, 2, 3);
  }
  DeviceArray<int> device(in), out(n);
  DeviceArray<float4> device_vectors(vectors), to(n);
  copy<<<1, n>>>(device, device_vectors, out, to);
  FINISH_KERNEL();
  const auto turned = to.host();
  for (int i = 0; i < n; ++i) EXPECT(turned[i].x == 3 && turned[i].z == 1 && turned[i].w == i);
  return compare(out.host(), expected);
}
