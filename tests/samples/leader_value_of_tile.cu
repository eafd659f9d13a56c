// A variable that only thread 0 of a tile has given a value, handed to the tile by its shfl().
#include <cooperative_groups.h>

#include "check.h"

namespace cg = cooperative_groups;

__global__ void write_runs(int* next, int* out) {
  const auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  int begin;
  if (tile.thread_rank() == 0) begin = atomicAdd(next, 16);
  begin = tile.shfl(begin, 0);
  out[begin + tile.thread_rank()] = tile.thread_rank();
}

int main() {
  std::vector<int> expected(128);
  for (int i = 0; i < 128; ++i) expected[i] = i % 16;
  DeviceArray<int> next(1, 0), out(128, 0);
  write_runs<<<2, 64>>>(next, out);
  FINISH_KERNEL();
  EXPECT(next.host()[0] == 128);
  return compare(out.host(), expected);
}
