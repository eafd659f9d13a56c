// Lanes execute one _sync function together though each comes to it at a place of its own (PTX ISA, from sm_70 on).
// AREA: lanes that meet
#include "check.h"

constexpr unsigned everybody = 0xffffffff;

__device__ int rotate(int value) { return __shfl_sync(everybody, value, (threadIdx.x + 1) % 32); }

// Three branches, one inside of another; each lane's value and source are those of its own branch.
__global__ void nested(int* out) {
  const int lane = threadIdx.x;
  int got;
  if (lane % 2) {
    if (lane % 4 == 1)
      got = __shfl_sync(everybody, lane * 3, (lane + 1) % 32);
    else
      got = __shfl_sync(everybody, lane * 5, (lane + 30) % 32) + 1;
  } else {
    got = __shfl_sync(everybody, lane * 7, 3) + 2;
  }
  out[lane] = got;
  __syncthreads();
}

// Two loops of different length, whose turns meet one by one.
__global__ void loops(int* out) {
  const int lane = threadIdx.x;
  int sum = 0;
  if (lane < 16) {
    for (int i = 0; i < 6; ++i) sum += __shfl_xor_sync(everybody, lane + i, 16);
  } else {
    for (int i = 0; i < 3; ++i) {
      sum += __shfl_xor_sync(everybody, lane * 10 + i, 16);
      sum += __shfl_xor_sync(everybody, lane * 20 + i, 16);
    }
  }
  out[lane] = sum;
}

// Eight lanes come in each turn, and wait for those of later turns.
__global__ void turns(int* out, int count) {
  const int lane = threadIdx.x;
  int got = -1;
  for (int i = 0; i < count; ++i)
    if (lane / 8 == i) got = __shfl_sync(everybody, lane * lane, 31 - lane) + i;
  __syncthreads();
  out[lane] = got;
}

// The upper half skips the first call, the lower half the second.
__global__ void halves(int* out) {
  __shared__ int s[64];
  const int lane = threadIdx.x;
  int got = 0;
  if (lane < 16) {
    s[lane] = lane;
    got = rotate(lane * 2);
    __syncwarp();
    got += s[lane + 16];
  }
  s[32 + lane] = got;
  if (lane >= 16) {
    s[lane] = lane * 100;
    got = rotate(lane * 4);
    __syncwarp();
    got += s[lane - 16];
  }
  __syncthreads();
  out[lane] = got + s[32 + lane] % 2;
}

int main() {
  DeviceArray<int> out(128);
  nested<<<1, 32>>>(out);
  loops<<<1, 32>>>(out + 32);
  turns<<<1, 32>>>(out + 64, 4);
  halves<<<1, 32>>>(out + 96);
  FINISH_KERNEL();
  std::vector<int> expected(128);
  const auto brought = [](int lane) { return lane * (lane % 2 == 0 ? 7 : lane % 4 == 1 ? 3 : 5); };
  for (int lane = 0; lane < 32; ++lane) {
    expected[lane] = lane % 2 == 0   ? brought(3) + 2
                     : lane % 4 == 1 ? brought((lane + 1) % 32)
                                     : brought((lane + 30) % 32) + 1;
    for (int i = 0; i < 6; ++i)
      expected[32 + lane] += lane < 16 ? (lane + 16) * (i % 2 ? 20 : 10) + i / 2 : lane - 16 + i;
    expected[64 + lane] = (31 - lane) * (31 - lane) + lane / 8;
    const int next = (lane + 1) % 32;
    const int rotated = next * (next < 16 ? 2 : 4);
    expected[96 + lane] = lane < 16 ? rotated + (lane + 16) * 100 : rotated + lane - 16;
  }
  for (int lane = 0; lane < 16; ++lane) expected[96 + lane] += expected[96 + lane] % 2;
  return compare(out.host(), expected);
}
