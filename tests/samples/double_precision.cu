// Sums of doubles that floats would lose.
#include "check.h"

__global__ void series(double* out, int terms) {
  const int i = threadIdx.x;
  double sum = 0, term = 1;
  for (int k = 1; k <= terms; ++k) {
    sum += term;
    term *= (i / 8.0) / k;
  }
  out[i] = sum;
}

int main() {
  const int n = 32;
  DeviceArray<double> out(n);
  series<<<1, n>>>(out, 60);
  FINISH_KERNEL();
  std::vector<double> expected(n);
  for (int i = 0; i < n; ++i) expected[i] = std::exp(i / 8.0);
  return compare(out.host(), expected, 1e-14);
}
