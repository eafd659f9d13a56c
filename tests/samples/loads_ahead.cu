// Conditions that compilers turn into loads by all threads and a choice: only the threads that a condition
// names read what one of them has written, so no barrier is needed.
// AREA: loads ahead of a condition
#include "check.h"

constexpr int threads = 64;

__device__ float total = 1;

// Each turn of the loop in a register, loaded before the loop.
__global__ void promoted(const float* __restrict__ in, float* __restrict__ out) {
  __shared__ float box[1];
  float mine[1] = {0};
  for (int round = 0; round < 2; ++round) {
    if (threadIdx.x == 0) box[0] = in[blockIdx.x] + round;
    if (threadIdx.x == 0) mine[0] += box[0];
    const float seen = threadIdx.x == 0 ? box[0] : 1.0f;
    if (threadIdx.x == 0) mine[0] += seen;
  }
  if (threadIdx.x == 0) out[blockIdx.x] = mine[0];
}

// A choice that is made behind a barrier.
__global__ void chosen_later(const float* in, float* out) {
  __shared__ float box[2];
  const int t = threadIdx.x;
  if (t == 40) box[1] = in[t];
  const float seen = t == 40 ? box[1] : 1.0f;
  __syncthreads();
  if (t == 0) box[1] = in[0];
  if (t < 50) out[t] = seen;
}

// Short circuits, choices within choices, what is computed before it is chosen.
template <class T>
__global__ void choices(const float* in, float* out, int n) {
  __shared__ T first, second;
  const int t = threadIdx.x;
  if (t == n) first = T(in[t]), second = T(3);
  T x = 1;
  if (t == n && first > T(3) && second < T(9)) x = 2;
  x += t == n ? (n > 2 ? second * T(2) : T(5)) : T(6);
  if (t == n) x = x > first ? x : first;
  for (int i = 0; i < n; ++i)
    if (t == n && i > 2) x += second;
  out[t] = x;
}

// A variable of the whole grid, which one thread writes and reads.
__global__ void of_the_grid(float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 1;
  if (i == 70) total = 3;
  if (i == 70) sum += total;
  out[i] = sum;
}

template <class T>
void check_choices(const DeviceArray<float>& in, DeviceArray<float>& out) {
  choices<T><<<1, threads>>>(in, out, 5);
  FINISH_KERNEL();
  const std::vector<float> found = out.host();
  for (int t = 0; t < threads; ++t) EXPECT(found[t] == (t == 5 ? 14 : 7));
}

int main() {
  std::vector<float> values(2 * threads);
  for (int i = 0; i < 2 * threads; ++i) values[i] = i;
  DeviceArray<float> in(values), out(2 * threads, 0);  // some kernels write a part

  promoted<<<5, threads>>>(in, out);
  FINISH_KERNEL();
  std::vector<float> found = out.host();
  for (int block = 0; block < 5; ++block) EXPECT(found[block] == 4 * block + 2);

  chosen_later<<<1, threads>>>(in, out);
  FINISH_KERNEL();
  found = out.host();
  for (int t = 0; t < 50; ++t) EXPECT(found[t] == (t == 40 ? 40 : 1));

  check_choices<int>(in, out);
  check_choices<double>(in, out);
  check_choices<unsigned char>(in, out);

  of_the_grid<<<2, threads>>>(out);
  FINISH_KERNEL();
  found = out.host();
  for (int i = 0; i < 2 * threads; ++i) EXPECT(found[i] == (i == 70 ? 4 : 1));
  std::printf("ok\n");
}
