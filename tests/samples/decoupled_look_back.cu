// Prefix sums in one launch: each block looks back over its predecessors' flags.
#include "check.h"

// Per block: 0 nothing yet, 1 | its own sum << 2, 2 | the sum up to its end << 2.
__device__ unsigned long long states[64];
__device__ unsigned next_block = 0;

__global__ void scan(const int* in, int* out, int n) {
  __shared__ int buffer[128];
  __shared__ unsigned block;
  __shared__ int before;
  const int t = threadIdx.x;
  if (t == 0) block = atomicAdd(&next_block, 1u);
  __syncthreads();
  const int i = block * 128 + t;
  buffer[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (int distance = 1; distance < 128; distance *= 2) {
    const int below = t >= distance ? buffer[t - distance] : 0;
    __syncthreads();
    buffer[t] += below;
    __syncthreads();
  }
  if (t == 127) {
    const unsigned long long own = static_cast<unsigned>(buffer[127]);
    int sum = 0;
    if (block > 0) {
      atomicExch(&states[block], own << 2 | 1);
      for (int k = static_cast<int>(block) - 1; k >= 0;) {
        const unsigned long long state = atomicAdd(&states[k], 0ull);
        if ((state & 3) == 0) continue;
        sum += static_cast<int>(state >> 2);
        if ((state & 3) == 2) break;
        --k;
      }
    }
    atomicExch(&states[block], (own + static_cast<unsigned>(sum)) << 2 | 2);
    before = sum;
  }
  __syncthreads();
  if (i < n) out[i] = buffer[t] + before;
}

int main() {
  const int n = 5000;
  std::vector<int> in(n), expected(n);
  for (int i = 0; i < n; ++i) {
    in[i] = i % 11 + 1;
    expected[i] = in[i] + (i ? expected[i - 1] : 0);
  }
  DeviceArray<int> device(in), out(n);
  scan<<<(n + 127) / 128, 128>>>(device, out, n);
  FINISH_KERNEL();
  return compare(out.host(), expected);
}
