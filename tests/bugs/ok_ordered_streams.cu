// EXPECT: none
// Correct: streams that share memory, each in a way that orders them or needs no order.
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

__global__ void fill(int* data, int n, int first, int step) {
  for (int i = first + step * threadIdx.x; i < n; i += step * blockDim.x) data[i] = i;
}
__global__ void add_up(const int* data, int n, int* sum) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) atomicAdd(sum, data[i]);
}
__global__ void inside(const int* in, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n - 1) out[i] = in[i - 1] + in[i + 1];
}

int main() {
  const int n = 4096;
  cudaStream_t a, b;
  cudaEvent_t filled, added;
  cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
  cudaEventCreate(&filled);
  cudaEventCreate(&added);
  int *data, *sum;
  cudaMalloc(&data, n * sizeof(int));
  cudaMalloc(&sum, sizeof(int));
  cudaMemset(sum, 0, sizeof(int));
  cudaDeviceSynchronize();

  fill<<<1, 64, 0, a>>>(data, n, 0, 2);  // even elements in one stream, odd ones in the other
  fill<<<1, 64, 0, b>>>(data, n, 1, 2);
  cudaEventRecord(filled, b);
  cudaStreamWaitEvent(a, filled, 0);
  add_up<<<1, 64, 0, a>>>(data, n, sum);
  cudaEventRecord(filled, a);
  cudaStreamWaitEvent(b, filled, 0);
  add_up<<<1, 64, 0, b>>>(data, n, sum);  // both add to one sum
  add_up<<<1, 64, 0, a>>>(data, n, sum);
  cudaEventRecord(added, b);
  cudaEventSynchronize(added);
  cudaStreamSynchronize(a);
  int result = 0;
  cudaMemcpy(&result, sum, sizeof(int), cudaMemcpyDeviceToHost);

  int *in, *out;
  cudaMallocManaged(&in, n * sizeof(int));
  cudaMallocManaged(&out, n * sizeof(int));
  for (int i = 0; i < n; ++i) in[i] = i, out[i] = 0;
  inside<<<n / 256, 256, 0, a>>>(in, out, n);
  result += in[7] + out[0];  // reading what it reads, and what it does not touch
  while (cudaStreamQuery(a) == cudaErrorNotReady) continue;
  result += out[7];
  inside<<<n / 256, 256, 0, b>>>(in, out, n);
  cudaEventRecord(added, b);
  while (cudaEventQuery(added) == cudaErrorNotReady) continue;
  result += out[n / 2];
  in[3] = 1;
  inside<<<n / 256, 256>>>(in, out, n);
  std::vector<int> copy(n);
  cudaMemcpy(copy.data(), out, n * sizeof(int), cudaMemcpyDefault);  // the host waits for it
  std::printf("%d\n", result + out[9] + copy[9]);

  cudaEventDestroy(filled);
  cudaEventDestroy(added);
  cudaStreamDestroy(a);
  cudaStreamDestroy(b);
  for (int* memory : {data, sum, in, out}) cudaFree(memory);
}
