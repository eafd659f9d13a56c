// Three dimensions: every built-in variable has its part in the index.
#include "check.h"

__global__ void count(int* out, dim3 size) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  const unsigned z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x >= size.x || y >= size.y || z >= size.z) return;
  const uint3 block = blockIdx;
  out[(z * size.y + y) * size.x + x] = block.x + 10 * block.y + 100 * block.z + 1000 * gridDim.z;
}

int main() {
  const dim3 size(9, 7, 5), block(4, 2, 3);
  const dim3 grid((size.x + 3) / 4, (size.y + 1) / 2, (size.z + 2) / 3);
  DeviceArray<int> out(size.x * size.y * size.z);
  count<<<grid, block>>>(out, size);
  FINISH_KERNEL();
  std::vector<int> expected;
  for (unsigned z = 0; z < size.z; ++z)
    for (unsigned y = 0; y < size.y; ++y)
      for (unsigned x = 0; x < size.x; ++x)
        expected.push_back(x / 4 + 10 * (y / 2) + 100 * (z / 3) + 1000 * grid.z);
  return compare(out.host(), expected);
}
