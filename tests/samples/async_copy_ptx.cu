// cp.async in PTX: 4 and 16 bytes, and zeros where the source is shorter.
#include "check.h"

__global__ void copy(const int* in, int* out, int valid) {
  __shared__ __align__(16) int buffer[128];
  const int t = threadIdx.x;
  const unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(&buffer[4 * t]));
  const int left = valid - 4 * t, bytes = left <= 0 ? 0 : left >= 4 ? 16 : 4 * left;
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(at), "l"(&in[4 * t]),
               "r"(bytes)
               : "memory");
  if (t < 16) {
    const unsigned tail = static_cast<unsigned>(__cvta_generic_to_shared(&buffer[64 + t]));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(tail), "l"(&in[t]) : "memory");
  }
  asm volatile("cp.async.wait_all;" ::: "memory");
  __syncthreads();
  for (int i = t; i < 80; i += 16) out[i] = buffer[i];
}

int main() {
  std::vector<int> in(64), expected(80);
  for (int i = 0; i < 64; ++i) in[i] = 3 * i + 1;
  const int valid = 42;
  for (int i = 0; i < 64; ++i) expected[i] = i < valid ? in[i] : 0;
  for (int i = 0; i < 16; ++i) expected[64 + i] = in[i];
  DeviceArray<int> device(in), out(80);
  copy<<<1, 16>>>(device, out, valid);
  FINISH_KERNEL();
  return compare(out.host(), expected);
}
