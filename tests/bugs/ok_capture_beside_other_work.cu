// EXPECT: none
// Correct: the capture's mode allows an allocation, and its stream does not wait for the default one.
#include <cuda_runtime.h>

__global__ void fill(int* x) { x[threadIdx.x] = threadIdx.x; }

int main() {
  int *x, *y;
  cudaStream_t stream;
  cudaGraph_t graph;
  cudaGraphExec_t executable;
  cudaMalloc(&x, 32 * sizeof(int));
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed);
  fill<<<1, 32, 0, stream>>>(x);
  cudaMalloc(&y, 32 * sizeof(int));
  fill<<<1, 32>>>(y);
  cudaDeviceProp properties;
  cudaGetDeviceProperties(&properties, 0);
  cudaStreamEndCapture(stream, &graph);
  cudaGraphInstantiate(&executable, graph, 0);
  cudaGraphLaunch(executable, stream);
  cudaDeviceSynchronize();
  cudaGraphExecDestroy(executable);
  cudaGraphDestroy(graph);
  cudaStreamDestroy(stream);
  cudaFree(x);
  cudaFree(y);
}
