// atomicAnd, atomicOr and atomicXor, 32 and 64 bits wide.
#include "check.h"

__global__ void combine(unsigned* words, unsigned long long* longs) {
  const unsigned i = threadIdx.x;
  atomicAnd(&words[0], ~(1u << i % 32));
  atomicOr(&words[1], 1u << i % 16);
  atomicXor(&words[2], i);
  atomicAnd(&longs[0], ~(1ull << i % 64));
  atomicOr(&longs[1], 1ull << (i % 8 * 8));
  atomicXor(&longs[2], static_cast<unsigned long long>(i) << 40);
}

int main() {
  DeviceArray<unsigned> words(std::vector<unsigned>{~0u, 0, 0});
  DeviceArray<unsigned long long> longs(std::vector<unsigned long long>{~0ull, 0, 0});
  combine<<<1, 30>>>(words, longs);
  FINISH_KERNEL();
  unsigned parity = 0;
  for (unsigned i = 0; i < 30; ++i) parity ^= i;
  EXPECT((words.host() == std::vector<unsigned>{3u << 30, 0xffff, parity}));
  return compare(longs.host(), {~0ull << 30, 0x0101010101010101ull,
                                static_cast<unsigned long long>(parity) << 40});
}
