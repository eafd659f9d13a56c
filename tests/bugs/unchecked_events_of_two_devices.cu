// EXPECT: unchecked-error line 15
// The time between events of two devices, whose clocks have nothing to do with each other.
#include <cuda_runtime.h>

int main() {
  cudaEvent_t begin, end;
  cudaEventCreate(&begin);
  cudaEventRecord(begin);
  cudaSetDevice(1);
  cudaEventCreate(&end);
  cudaEventRecord(end);
  cudaEventSynchronize(begin);
  cudaEventSynchronize(end);
  float milliseconds = 0;
  cudaEventElapsedTime(&milliseconds, begin, end);
  cudaEventDestroy(begin);
  cudaEventDestroy(end);
  return milliseconds < 0;
}
