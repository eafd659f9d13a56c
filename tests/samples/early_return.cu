// Threads that leave before others, without a barrier behind them.
#include "check.h"

__global__ void filter(const int* in, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  if (in[i] < 0) {
    out[i] = -1;
    return;
  }
  int value = in[i];
  while (value > 10) {
    if (value == 42) {
      out[i] = 4242;
      return;
    }
    value /= 2;
  }
  out[i] = value;
}

int main() {
  const int n = 100;
  std::vector<int> in(n), expected(n);
  for (int i = 0; i < n; ++i) {
    in[i] = i * 13 % 97 - 8;
    int value = in[i];
    while (value > 10 && value != 42) value /= 2;
    expected[i] = in[i] < 0 ? -1 : value == 42 ? 4242 : value;
  }
  DeviceArray<int> device(in), out(n);
  filter<<<(n + 31) / 32, 32>>>(device, out, n);
  FINISH_KERNEL();
  return compare(out.host(), expected);
}
