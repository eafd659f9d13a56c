// EXPECT: none
// Correct: each thread keeps what it finds one after the other and counts it, and the host reads as much.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void find(const int* x, int n, int* found, int* counts) {
  int t = threadIdx.x, count = 0;
  for (int i = t; i < n; i += blockDim.x)
    if (x[i] % 3 == 0) found[t * 10 + count++] = x[i];
  counts[t] = count;
}

__global__ void list_primes(int* primes, int* count, int most) {
  int n = 0;
  for (int i = 2; i < most; ++i) {
    bool is_prime = true;
    for (int k = 0; k < n && is_prime; ++k) is_prime = i % primes[k] != 0;
    if (is_prime) primes[n++] = i;
  }
  *count = n;
}

int main() {
  int host[320], counts[32], *x, *found, *dcounts, sum = 0;
  for (int i = 0; i < 320; ++i) host[i] = i * 5;
  cudaMalloc(&x, sizeof host);
  cudaMalloc(&found, sizeof host);
  cudaMalloc(&dcounts, sizeof counts);
  cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
  find<<<1, 32>>>(x, 320, found, dcounts);
  cudaMemcpy(host, found, sizeof host, cudaMemcpyDeviceToHost);
  cudaMemcpy(counts, dcounts, sizeof counts, cudaMemcpyDeviceToHost);
  for (int t = 0; t < 32; ++t)
    for (int i = 0; i < counts[t]; ++i) sum += host[t * 10 + i];
  cudaFree(found);
  cudaMalloc(&found, sizeof host);
  list_primes<<<1, 1>>>(found, dcounts, 100);
  cudaMemcpy(host, found, sizeof host, cudaMemcpyDeviceToHost);
  cudaMemcpy(counts, dcounts, sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d %d\n", sum, host[counts[0] - 1]);
  cudaFree(x);
  cudaFree(found);
  cudaFree(dcounts);
}
