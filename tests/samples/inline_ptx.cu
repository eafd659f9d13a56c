// Inline PTX: arithmetic with carry, lop3, bit fields, predicates, special registers.
// AREA: inline PTX
#include "check.h"

__global__ void compute(const unsigned* in, unsigned* out) {
  const unsigned i = threadIdx.x, a = in[i], b = ~a + i;
  unsigned sum, high, majority, field, inserted, selected, lane, packed;
  asm("add.cc.u32 %0, %2, %3;\n\taddc.u32 %1, 0, 0;" : "=r"(sum), "=r"(high) : "r"(a), "r"(b));
  asm("lop3.b32 %0, %1, %2, %3, 0xe8;" : "=r"(majority) : "r"(a), "r"(b), "r"(0x0f0f0f0f));
  asm("bfe.u32 %0, %1, 5, 9;" : "=r"(field) : "r"(a));
  asm("bfi.b32 %0, %1, %2, 8, 4;" : "=r"(inserted) : "r"(i), "r"(a));
  asm("{ .reg .pred p; setp.gt.u32 p, %1, %2; selp.u32 %0, 1, 2, p; }"
      : "=r"(selected)
      : "r"(a), "r"(b));
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  asm("prmt.b32 %0, %1, %2, 0x7531;" : "=r"(packed) : "r"(a), "r"(b));
  const unsigned results[] = {sum, high, majority, field, inserted, selected, lane, packed};
  for (int k = 0; k < 8; ++k) out[8 * i + k] = results[k];
}

int main() {
  const int n = 32;
  std::vector<unsigned> in(n), expected;
  for (unsigned i = 0; i < n; ++i) {
    const unsigned a = in[i] = i * 0x9e3779b9u, b = ~a + i, c = 0x0f0f0f0f;
    const unsigned long long sum = static_cast<unsigned long long>(a) + b;
    expected.push_back(static_cast<unsigned>(sum));
    expected.push_back(static_cast<unsigned>(sum >> 32));
    expected.push_back((a & b) | (a & c) | (b & c));
    expected.push_back(a >> 5 & 0x1ff);
    expected.push_back((a & ~0xf00u) | (i & 0xf) << 8);
    expected.push_back(a > b ? 1 : 2);
    expected.push_back(i);
    expected.push_back((a >> 8 & 0xff) | (a >> 24) << 8 | (b >> 8 & 0xff) << 16 | b >> 24 << 24);
  }
  DeviceArray<unsigned> device(in), out(expected.size());
  compute<<<1, n>>>(device, out);
  FINISH_KERNEL();
  return compare(out.host(), expected);
}
