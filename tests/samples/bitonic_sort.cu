// A bitonic sort of one block in shared memory.
#include <algorithm>

#include "check.h"

__global__ void sort(int* data) {
  __shared__ int values[512];
  const int t = threadIdx.x;
  values[t] = data[t];
  values[t + 256] = data[t + 256];
  __syncthreads();
  for (int size = 2; size <= 512; size *= 2)
    for (int distance = size / 2; distance > 0; distance /= 2) {
      const int low = 2 * t - (t & (distance - 1)), high = low + distance;
      const bool ascending = (low & size) == 0;
      if ((values[low] > values[high]) == ascending) {
        const int swapped = values[low];
        values[low] = values[high];
        values[high] = swapped;
      }
      __syncthreads();
    }
  data[t] = values[t];
  data[t + 256] = values[t + 256];
}

int main() {
  std::vector<int> data(512);
  for (int i = 0; i < 512; ++i) data[i] = i * 7919 % 1009 - 500;
  DeviceArray<int> device(data);
  sort<<<1, 256>>>(device);
  FINISH_KERNEL();
  std::sort(data.begin(), data.end());
  return compare(device.host(), data);
}
