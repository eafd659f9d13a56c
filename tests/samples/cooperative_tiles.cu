// Cooperative groups: tiles of a block, their ranks, shuffles and reductions.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include "check.h"

namespace cg = cooperative_groups;

__global__ void run(int* sums, int* ranks) {
  const cg::thread_block block = cg::this_thread_block();
  const auto tile = cg::tiled_partition<8>(block);
  const int i = static_cast<int>(block.thread_rank());
  int sum = i;
  for (int distance = static_cast<int>(tile.size()) / 2; distance > 0; distance /= 2)
    sum += tile.shfl_down(sum, distance);
  sums[i] = tile.shfl(sum, 0) + 1000 * cg::reduce(tile, i, cg::greater<int>());
  ranks[i] = tile.thread_rank() + 10 * tile.meta_group_rank() + 1000 * tile.ballot(i % 2 == 0) +
             1000000 * tile.any(i == 9);
  tile.sync();
  block.sync();
}

int main() {
  const int n = 64;
  DeviceArray<int> sums(n), ranks(n);
  run<<<1, n>>>(sums, ranks);
  FINISH_KERNEL();
  std::vector<int> expected_sums(n), expected_ranks(n);
  for (int i = 0; i < n; ++i) {
    const int first = i / 8 * 8;
    expected_sums[i] = 8 * first + 28 + 1000 * (first + 7);
    expected_ranks[i] = i % 8 + 10 * (i / 8) + 1000 * 0x55 + 1000000 * (first == 8);
  }
  EXPECT(sums.host() == expected_sums);
  return compare(ranks.host(), expected_ranks);
}
