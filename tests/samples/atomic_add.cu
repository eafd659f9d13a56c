// atomicAdd and atomicSub of every type, with results that do not depend on the order.
// AREA: atomics
#include "check.h"

struct Sums {
  int i;
  unsigned u;
  unsigned long long ull;
  float f;
  double d;
  int subtracted;
};

__global__ void add(Sums* sums) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&sums->i, i % 2 ? i : -i);
  atomicAdd(&sums->u, 3u);
  atomicAdd(&sums->ull, 1ull << 33);
  atomicAdd(&sums->f, 0.25f);
  atomicAdd(&sums->d, 0.5);
  atomicSub(&sums->subtracted, i);
}

int main() {
  const int n = 2048;
  DeviceArray<Sums> sums(1, 0);
  add<<<8, n / 8>>>(sums);
  FINISH_KERNEL();
  const Sums s = sums.host()[0];
  EXPECT(s.i == n / 2);
  EXPECT(s.u == 3u * n);
  EXPECT(s.ull == (1ull << 33) * n);
  EXPECT(s.f == 0.25f * n);
  EXPECT(s.d == 0.5 * n);
  EXPECT(s.subtracted == -n * (n - 1) / 2);
  return ok();
}
