// Prefix sums of a block in shared memory, with two buffers.
#include "check.h"

__global__ void scan(const int* in, int* out) {
  __shared__ int buffers[2][256];
  const int t = threadIdx.x, i = blockIdx.x * 256 + t;
  int from = 0;
  buffers[0][t] = in[i];
  __syncthreads();
  for (int distance = 1; distance < 256; distance *= 2) {
    int value = buffers[from][t];
    if (t >= distance) value += buffers[from][t - distance];
    buffers[1 - from][t] = value;
    from = 1 - from;
    __syncthreads();
  }
  out[i] = buffers[from][t];
}

int main() {
  const int n = 1024;
  std::vector<int> in(n), expected(n);
  for (int i = 0; i < n; ++i) {
    in[i] = i * 7 % 23 - 5;
    expected[i] = in[i] + (i % 256 ? expected[i - 1] : 0);
  }
  DeviceArray<int> device(in), out(n);
  scan<<<n / 256, 256>>>(device, out);
  FINISH_KERNEL();
  return compare(out.host(), expected);
}
