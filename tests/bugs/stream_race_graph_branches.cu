// EXPECT: stream-race line 35 other 35
// Two branches of a graph fill the same elements.
#include <cuda_runtime.h>

constexpr int n = 1024;

__global__ void fill(float* x, float value) { x[blockIdx.x * blockDim.x + threadIdx.x] = value; }

__global__ void add(const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = x[i] + 1;
}

int main() {
  float* x;
  cudaMalloc(&x, n * sizeof(float));
  cudaStream_t first, second;
  cudaEvent_t fork, join;
  cudaStreamCreate(&first);
  cudaStreamCreate(&second);
  cudaEventCreate(&fork);
  cudaEventCreate(&join);
  cudaGraph_t graph;
  cudaGraphExec_t executable;
  cudaStreamBeginCapture(first, cudaStreamCaptureModeGlobal);
  cudaEventRecord(fork, first);
  cudaStreamWaitEvent(second, fork, 0);
  fill<<<n / 512, 256, 0, first>>>(x, 1);
  fill<<<n / 512, 256, 0, second>>>(x + n / 4, 2);
  cudaEventRecord(join, second);
  cudaStreamWaitEvent(first, join, 0);
  add<<<n / 512, 256, 0, first>>>(x, x + n / 2);
  cudaStreamEndCapture(first, &graph);
  cudaGraphInstantiate(&executable, graph, 0);
  for (int round = 0; round < 3; ++round) cudaGraphLaunch(executable, first);
  cudaStreamSynchronize(first);
  cudaGraphExecDestroy(executable);
  cudaGraphDestroy(graph);
  cudaFree(x);
  cudaEventDestroy(fork);
  cudaEventDestroy(join);
  cudaStreamDestroy(first);
  cudaStreamDestroy(second);
}
