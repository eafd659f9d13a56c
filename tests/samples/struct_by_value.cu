// A structure of some hundred bytes as a parameter, with members of many sizes.
// AREA: arguments
#include "check.h"

struct Parameters {
  char letter;
  double scale;
  short shifts[5];
  float matrix[8][8];
  int* out;
  bool negate;
};

__global__ void apply(Parameters p, unsigned char last) {
  const int i = threadIdx.x;
  float value = p.matrix[i / 8][i % 8] * static_cast<float>(p.scale) + p.shifts[i % 5] + p.letter;
  if (p.negate) value = -value;
  p.out[i] = static_cast<int>(value) + last;
}

int main() {
  DeviceArray<int> out(64);
  Parameters p = {};
  p.letter = 'a';
  p.scale = 2;
  p.negate = true;
  p.out = out;
  for (int i = 0; i < 5; ++i) p.shifts[i] = static_cast<short>(-i);
  std::vector<int> expected(64);
  for (int i = 0; i < 64; ++i) {
    p.matrix[i / 8][i % 8] = i;
    expected[i] = -(2 * i - i % 5 + 'a') + 200;
  }
  apply<<<1, 64>>>(p, 200);
  FINISH_KERNEL();
  return compare(out.host(), expected);
}
