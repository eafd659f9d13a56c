// float4, int2, uchar3 and double2: loads and stores of whole vectors.
// AREA: vectors of memory
#include "check.h"

__global__ void convert(const float4* in, int2* pairs, uchar3* bytes, double2* doubles) {
  const int i = threadIdx.x;
  const float4 v = in[i];
  pairs[i] = make_int2(static_cast<int>(v.x + v.y), static_cast<int>(v.z * v.w));
  bytes[i] = make_uchar3(i, i + 1, i + 2);
  doubles[i] = make_double2(v.x / 2, v.w);
}

int main() {
  const int n = 50;
  std::vector<float4> in(n);
  for (int i = 0; i < n; ++i) in[i] = make_float4(i, 2 * i, 3, i + 1);
  DeviceArray<float4> device(in);
  DeviceArray<int2> pairs(n);
  DeviceArray<uchar3> bytes(n);
  DeviceArray<double2> doubles(n);
  convert<<<1, n>>>(device, pairs, bytes, doubles);
  FINISH_KERNEL();
  const auto p = pairs.host();
  const auto b = bytes.host();
  const auto d = doubles.host();
  for (int i = 0; i < n; ++i) {
    EXPECT(p[i].x == 3 * i && p[i].y == 3 * (i + 1));
    EXPECT(b[i].x == i && b[i].y == i + 1 && b[i].z == i + 2);
    EXPECT(d[i].x == i / 2.0 && d[i].y == i + 1);
  }
  EXPECT(sizeof(uchar3) == 3 && sizeof(float3) == 12 && alignof(float4) == 16);
  return ok();
}
