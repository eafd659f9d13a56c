// Calls through pointers that differ by lane: from a table, and passed by the host.
#include "check.h"

using Operation = int (*)(int, int);

__device__ int add(int a, int b) { return a + b; }
__device__ int subtract(int a, int b) { return a - b; }
__device__ int multiply(int a, int b) { return a * b; }
__device__ Operation table[3] = {add, subtract, multiply};
__device__ Operation chosen = subtract;

__global__ void run(int* out, Operation operation) {
  const int i = threadIdx.x;
  out[i] = table[i % 3](i, 5) + operation(100, i);
}

int main() {
  Operation operation;
  CUDA_CHECK(cudaMemcpyFromSymbol(&operation, chosen, sizeof(operation)));
  DeviceArray<int> out(64);
  run<<<1, 64>>>(out, operation);
  FINISH_KERNEL();
  std::vector<int> expected(64);
  for (int i = 0; i < 64; ++i)
    expected[i] = (i % 3 == 0 ? i + 5 : i % 3 == 1 ? i - 5 : i * 5) + 100 - i;
  return compare(out.host(), expected);
}
