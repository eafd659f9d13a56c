// C's own headers, behind what simtcc includes ahead of them; allocation in kernels under both
// names.
#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <float.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cstdlib>

#include "check.h"

__global__ void allocate(int* sum) {
  int* one = (int*)malloc(sizeof(int));
  int* other = (int*)std::malloc(sizeof(int));
  assert(one && other);
  *one = abs(-3);
  *other = (int)fabs(-4.0);
  *sum = *one + *other;
  free(one);
  std::free(other);
}

int main() {
  DeviceArray<int> sum(1);
  allocate<<<1, 1>>>(sum);
  FINISH_KERNEL();
  char* text = (char*)malloc(8);
  strcpy(text, "seven");
  EXPECT(strlen(text) == 5);
  free(text);
  return compare(sum.host(), std::vector<int>{7});
}
