// EXPECT: unchecked-error line 16
// SAYS: the default stream
// Work in the default stream breaks the capture of a stream that waits for it.
#include <cuda_runtime.h>

__global__ void fill(int* x) { x[threadIdx.x] = threadIdx.x; }

int main() {
  int* x;
  cudaStream_t stream;
  cudaGraph_t graph;
  cudaMalloc(&x, 32 * sizeof(int));
  cudaStreamCreate(&stream);
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed);
  fill<<<1, 32, 0, stream>>>(x);
  fill<<<1, 32>>>(x);
  cudaStreamEndCapture(stream, &graph);
  cudaStreamDestroy(stream);
  cudaFree(x);
}
