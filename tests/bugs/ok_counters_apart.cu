// EXPECT: none
// Correct: counters that are kept apart by an alignment of their own are copied with what lies between them.
#include <cstdio>
#include <cuda_runtime.h>

struct alignas(64) Counter {
  int count;
};
struct alignas(128) Statistics {
  double sum;
  int n;
  float least, largest;
};
struct Queue {
  alignas(64) int head;
  alignas(64) int tail;
};
struct alignas(64) Long {
  float4 first, second;
  float4 third, fourth;
  int id;
};

__global__ void count(Counter* c, Queue* q, Long* l) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  c[i].count = i;
  q[i].head = i;
  q[i].tail = 2 * i;
  float4 four = make_float4(i, i, i, i);
  l[i].first = four;
  l[i].second = four;
  l[i].third = four;
  l[i].fourth = four;
  l[i].id = i;
}

__global__ void gather(Statistics* s, const float* x) {
  __shared__ float part[32];
  part[threadIdx.x] = x[blockIdx.x * 32 + threadIdx.x];
  __syncthreads();
  if (threadIdx.x != 0) return;
  double sum = 0;
  float least = part[0], largest = part[0];
  for (int i = 0; i < 32; ++i) {
    sum += part[i];
    least = fminf(least, part[i]);
    largest = fmaxf(largest, part[i]);
  }
  s[blockIdx.x].sum = sum;
  s[blockIdx.x].n = 32;
  s[blockIdx.x].least = least;
  s[blockIdx.x].largest = largest;
}

__global__ void one(Counter* c) { c->count = 7; }

int main() {
  Counter *c, *single, counters[64], last;
  Queue *q, queues[64];
  Long *l, longs[64];
  Statistics *s, statistics[8];
  float *x, host[256];
  for (int i = 0; i < 256; ++i) host[i] = i % 10;
  cudaMalloc(&c, sizeof counters);
  cudaMalloc(&single, sizeof last);
  cudaMalloc(&q, sizeof queues);
  cudaMalloc(&l, sizeof longs);
  cudaMalloc(&s, sizeof statistics);
  cudaMalloc(&x, sizeof host);
  cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
  count<<<2, 32>>>(c, q, l);
  gather<<<8, 32>>>(s, x);
  one<<<1, 1>>>(single);
  cudaMemcpy(counters, c, sizeof counters, cudaMemcpyDeviceToHost);
  cudaMemcpy(&last, single, sizeof last, cudaMemcpyDeviceToHost);
  cudaMemcpy(queues, q, sizeof queues, cudaMemcpyDeviceToHost);
  cudaMemcpy(longs, l, sizeof longs, cudaMemcpyDeviceToHost);
  cudaMemcpy(statistics, s, sizeof statistics, cudaMemcpyDeviceToHost);
  printf("%d %d %d %d %d %g\n", counters[63].count, last.count, queues[5].head, queues[5].tail, longs[9].id,
         statistics[7].sum);

  // By way of another array, and some of them.
  Counter* other;
  cudaMalloc(&other, sizeof counters);
  cudaMemcpy(other, c, sizeof counters, cudaMemcpyDeviceToDevice);
  cudaMemcpy(counters, other + 16, 8 * sizeof *other, cudaMemcpyDeviceToHost);
  printf("%d\n", counters[7].count);
  for (void* each : {(void*)c, (void*)single, (void*)q, (void*)l, (void*)s, (void*)x, (void*)other}) cudaFree(each);
}
