// Generic pointers into every space: which one they belong to, and back.
#include "check.h"

__device__ int global_variable = 3;
__constant__ int constant_variable = 4;

__device__ __noinline__ int read(const int* pointer) { return *pointer; }

__global__ void classify(const int* heap, int* out) {
  __shared__ int shared_variable;
  if (threadIdx.x == 0) shared_variable = 5;
  __syncthreads();
  int local_variable = static_cast<int>(threadIdx.x);
  const int* pointers[] = {heap, &global_variable, &shared_variable, &local_variable,
                           &constant_variable};
  int sum = 0, kinds = 0;
  for (int i = 0; i < 5; ++i) {
    sum += read(pointers[(i + threadIdx.x) % 5]);
    kinds = kinds * 4 + (__isGlobal(pointers[i])   ? 1
                         : __isShared(pointers[i]) ? 2
                         : __isLocal(pointers[i])  ? 3
                                                   : 0);
  }
  const size_t offset = __cvta_generic_to_shared(&shared_variable);
  sum += *static_cast<int*>(__cvta_shared_to_generic(offset));
  out[2 * threadIdx.x] = sum;
  out[2 * threadIdx.x + 1] = kinds / 4;  // constant memory counts as global on some devices
}

int main() {
  DeviceArray<int> heap(std::vector<int>{10}), out(64);
  classify<<<1, 32>>>(heap, out);
  FINISH_KERNEL();
  std::vector<int> expected;
  for (int i = 0; i < 32; ++i)
    expected.insert(expected.end(), {10 + 3 + 5 + i + 4 + 5, ((1 * 4 + 1) * 4 + 2) * 4 + 3});
  return compare(out.host(), expected);
}
