// EXPECT: unchecked-error line 15
// SAYS: before cudaStreamBeginCapture()
// An allocation breaks the capture that is under way.
#include <cuda_runtime.h>

__global__ void fill(int* x) { x[threadIdx.x] = threadIdx.x; }

int main() {
  int *x, *y = nullptr;
  cudaStream_t stream;
  cudaGraph_t graph;
  cudaMalloc(&x, 32 * sizeof(int));
  cudaStreamCreate(&stream);
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  cudaMalloc(&y, 32 * sizeof(int));
  fill<<<1, 32, 0, stream>>>(x);
  cudaStreamEndCapture(stream, &graph);
  cudaStreamDestroy(stream);
  cudaFree(y);
  cudaFree(x);
}
