// __match_any_sync and __match_all_sync.
#include "check.h"

__global__ void match(unsigned* out) {
  const int lane = threadIdx.x;
  const unsigned all = 0xffffffff;
  int same = 0, different = 0;
  out[lane] = __match_any_sync(all, lane / 4);
  out[32 + lane] = __match_any_sync(all, (lane % 2) * 10000000000ll);
  out[64 + lane] = __match_all_sync(all, 7, &same);
  out[96 + lane] = __match_all_sync(all, lane == 3, &different);
  out[128 + lane] = 2 * (same != 0) + (different != 0);
}

int main() {
  DeviceArray<unsigned> out(160);
  match<<<1, 32>>>(out);
  FINISH_KERNEL();
  std::vector<unsigned> expected(160);
  for (int lane = 0; lane < 32; ++lane) {
    expected[lane] = 0xfu << lane / 4 * 4;
    expected[32 + lane] = lane % 2 ? 0xaaaaaaaa : 0x55555555;
    expected[64 + lane] = 0xffffffff;
    expected[96 + lane] = 0;
    expected[128 + lane] = 2;
  }
  return compare(out.host(), expected);
}
