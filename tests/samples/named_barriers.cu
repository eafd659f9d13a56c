// Barriers of part of a block: producers arrive, consumers wait.
#include "check.h"

__global__ void hand_over(const int* in, int* out, int rounds) {
  __shared__ int buffer[64];
  const int t = threadIdx.x % 64;
  for (int round = 0; round < rounds; ++round) {
    if (threadIdx.x < 64) {  // producers
      buffer[t] = in[round * 64 + t] * 2;
      asm volatile("bar.arrive 1, 128;" ::: "memory");
      asm volatile("bar.sync 2, 128;" ::: "memory");
    } else {  // consumers
      asm volatile("bar.sync 1, 128;" ::: "memory");
      out[round * 64 + t] = buffer[63 - t];
      asm volatile("bar.arrive 2, 128;" ::: "memory");
    }
  }
}

int main() {
  const int rounds = 4;
  std::vector<int> in(64 * rounds), expected(64 * rounds);
  for (int i = 0; i < 64 * rounds; ++i) in[i] = 7 * i;
  for (int i = 0; i < 64 * rounds; ++i) expected[i] = 2 * in[i / 64 * 64 + 63 - i % 64];
  DeviceArray<int> device(in), out(64 * rounds);
  hand_over<<<1, 128>>>(device, out, rounds);
  FINISH_KERNEL();
  return compare(out.host(), expected);
}
