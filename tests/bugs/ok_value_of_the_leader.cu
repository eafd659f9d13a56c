// EXPECT: none
// Correct: thread 0 alone reads what it has written, into a variable that has no value in the other lanes, and a
// shuffle gives it to its warp.
#include <cuda_runtime.h>

#include <cstdio>

struct Best {
  float value;
  int place;
};

__global__ void add_best(const float* in, float* out, int n) {
  __shared__ Best best;
  const int t = threadIdx.x;
  if (t == 0) {
    best = {in[0], 0};
    for (int i = 1; i < n; ++i)
      if (in[i] > best.value) best = {in[i], i};
  }
  Best mine;
  if (t == 0) mine = best;
  mine.value = __shfl_sync(0xffffffff, mine.value, 0);
  mine.place = __shfl_sync(0xffffffff, mine.place, 0);
  out[t] = in[t] + mine.value + mine.place;
}

int main() {
  float host[32], *in, *out;
  for (int i = 0; i < 32; ++i) host[i] = i * 7 % 32;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  add_best<<<1, 32>>>(in, out, 9);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  for (int i = 0; i < 32; ++i)
    if (host[i] != i * 7 % 32 + 28 + 4) return std::printf("out[%d] is %g\n", i, host[i]), 1;
}
