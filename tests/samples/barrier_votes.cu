// __syncthreads_count, _and and _or.
#include "check.h"

__global__ void vote(int* out) {
  const int t = threadIdx.x;
  const int count = __syncthreads_count(t % 3 == 0);
  const int all = __syncthreads_and(t < 100) != 0;
  const int none = __syncthreads_and(t < 99) != 0;
  const int any = __syncthreads_or(t == 77) != 0;
  out[t] = count * 8 + all * 4 + none * 2 + any;
}

int main() {
  DeviceArray<int> out(100);
  vote<<<1, 100>>>(out);
  FINISH_KERNEL();
  return compare(out.host(), std::vector<int>(100, 34 * 8 + 4 + 1));
}
