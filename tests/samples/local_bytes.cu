// Local memory accessed as bytes, words and doubles, and passed on by pointer.
#include "check.h"

struct Packed {
  char tag;
  short number;
  double value;
  unsigned char text[7];
};

__device__ __noinline__ void fill(Packed* p, int seed) {
  p->tag = static_cast<char>(seed);
  p->number = static_cast<short>(-seed);
  p->value = seed * 0.5;
  for (int i = 0; i < 7; ++i) p->text[i] = static_cast<unsigned char>(seed * (i + 1));
}
__device__ __noinline__ double sum(const Packed* items, int n, int which) {
  double total = 0;
  for (int i = 0; i < n; ++i)
    total += items[i].tag + items[i].number + items[i].value + items[i].text[which];
  return total;
}

__global__ void run(double* out) {
  Packed items[3];
  for (int i = 0; i < 3; ++i) fill(&items[i], threadIdx.x + 10 * i);
  out[threadIdx.x] = sum(items, 3, threadIdx.x % 7);
}

int main() {
  DeviceArray<double> out(32);
  run<<<1, 32>>>(out);
  FINISH_KERNEL();
  std::vector<double> expected(32);
  for (int t = 0; t < 32; ++t)
    for (int i = 0; i < 3; ++i) {
      const int seed = t + 10 * i;
      expected[t] += seed * 0.5 + static_cast<unsigned char>(seed * (t % 7 + 1));
    }
  return compare(out.host(), expected);
}
