// Arrays of a thread with indexes that only the run knows.
#include "check.h"

__host__ __device__ int shuffle_sum(int seed) {
  int deck[20];
  for (int i = 0; i < 20; ++i) deck[i] = i * i;
  unsigned state = seed * 2654435761u + 1;
  for (int i = 19; i > 0; --i) {
    state = state * 1664525u + 1013904223u;
    const int k = static_cast<int>((state >> 16) % (i + 1));
    const int swapped = deck[i];
    deck[i] = deck[k];
    deck[k] = swapped;
  }
  int sum = 0;
  for (int i = 0; i < 20; ++i) sum = sum * 3 + deck[(i * 7 + seed) % 20];
  return sum;
}

__global__ void run(int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = shuffle_sum(i);
}

int main() {
  const int n = 128;
  DeviceArray<int> out(n);
  run<<<2, n / 2>>>(out);
  FINISH_KERNEL();
  std::vector<int> expected(n);
  for (int i = 0; i < n; ++i) expected[i] = shuffle_sum(i);
  return compare(out.host(), expected);
}
