// EXPECT: unchecked-error line 0
// An allocation fails, and nobody looks.
#include <cuda_runtime.h>

int main() {
  float* x = nullptr;
  cudaMalloc(&x, size_t{1} << 50);
}
