// __ballot_sync, __all_sync, __any_sync, of full warps and of half of one.
#include "check.h"

__global__ void vote(unsigned* out) {
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const unsigned all = 0xffffffff;
  const unsigned odd = __ballot_sync(all, lane % 2);
  const unsigned any = __any_sync(all, lane == 31 && warp == 1) != 0;
  const unsigned every = __all_sync(all, lane < 32 - warp) != 0;
  unsigned half = 0;
  if (lane < 16) half = __ballot_sync(0xffff, lane >= 12);
  if (lane == 0) {
    out[warp * 4] = odd;
    out[warp * 4 + 1] = any;
    out[warp * 4 + 2] = every;
    out[warp * 4 + 3] = half;
  }
}

int main() {
  DeviceArray<unsigned> out(8);
  vote<<<1, 64>>>(out);
  FINISH_KERNEL();
  return compare(out.host(), {0xaaaaaaaa, 0, 1, 0xf000, 0xaaaaaaaa, 1, 0, 0xf000});
}
