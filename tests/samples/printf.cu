// printf in a kernel: its output, and its result, the number of conversions.
// AREA: printf
#include "check.h"

__global__ void print(int* results) {
  const char letter = 'x';
  results[0] = printf("nothing to convert, 100%%\n");
  results[1] = printf("%d %5.2f %s %c\n", 42, 3.14159, "text", letter);
  results[2] =
      printf("%lld %llu %x %08X %-5d|\n", -5000000000ll, 18000000000000000000ull, 255u, 48879u, 7);
  results[3] = printf("%e %g %+d %#o\n", 12345.678, 1e-10, 5, 8);
}

int main() {
  DeviceArray<int> results(4);
  print<<<1, 1>>>(results);
  FINISH_KERNEL();
  return compare(results.host(), {0, 4, 5, 4});
}
