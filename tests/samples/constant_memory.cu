// Coefficients in constant memory: one uniform read, one that differs by lane, one initialised.
#include "check.h"

__constant__ float coefficients[32];
__constant__ int offset = 7;

__global__ void evaluate(const float* x, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = coefficients[0] + coefficients[i % 32] * x[i] + offset;
}

int main() {
  const int n = 256;
  std::vector<float> c(32), x(n), expected(n);
  for (int i = 0; i < 32; ++i) c[i] = i + 1;
  for (int i = 0; i < n; ++i) {
    x[i] = i;
    expected[i] = c[0] + c[i % 32] * x[i] + 7;
  }
  CUDA_CHECK(cudaMemcpyToSymbol(coefficients, c.data(), sizeof(float) * 32));
  DeviceArray<float> device_x(x), y(n);
  evaluate<<<2, 128>>>(device_x, y);
  FINISH_KERNEL();
  return compare(y.host(), expected);
}
