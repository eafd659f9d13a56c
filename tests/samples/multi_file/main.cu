// A program of several files in three languages; both .cu files have a kernel of the same name.
#include "../check.h"
#include "scale.h"

static __global__ void kernel(float* data, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] = i;
}

int main() {
  const int n = element_count();
  DeviceArray<float> data(n);
  kernel<<<(n + 127) / 128, 128>>>(data, n);
  FINISH_KERNEL();
  scale_on_device(data, n, 2);
  FINISH_KERNEL();
  std::vector<float> expected(n);
  for (int i = 0; i < n; ++i) expected[i] = expected_value(i);
  return compare(data.host(), expected);
}
