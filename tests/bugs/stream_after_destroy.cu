// EXPECT: unchecked-error line 0
// A stream is used after cudaStreamDestroy().
#include <cuda_runtime.h>

int main() {
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaStreamDestroy(stream);
  cudaStreamSynchronize(stream);
}
