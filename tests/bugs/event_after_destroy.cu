// EXPECT: unchecked-error line 0
// An event is used after cudaEventDestroy().
#include <cuda_runtime.h>

int main() {
  cudaEvent_t event;
  cudaEventCreate(&event);
  cudaEventDestroy(event);
  cudaEventRecord(event);
}
