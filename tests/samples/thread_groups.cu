// Cooperative groups: one function for blocks, tiles and the lanes of a branch, and tiles of a size that comes at run time.
#include <cooperative_groups.h>

#include "check.h"

namespace cg = cooperative_groups;

__device__ int sum_of(const cg::thread_group& group, int* place, int value) {
  const int rank = static_cast<int>(group.thread_rank());
  for (int half = static_cast<int>(group.size()) / 2; half > 0; half /= 2) {
    place[rank] = value;
    group.sync();
    if (rank < half) value += place[rank + half];
    group.sync();
  }
  return value;
}

__device__ int sum_of_tile(cg::thread_block_tile<8> tile, int value) {
  for (int distance = 4; distance > 0; distance /= 2) value += tile.shfl_down(value, distance);
  return value;
}

// Where a group's first thread is, the group's sum.
__global__ void run(int size, int* block_sums, int* row_sums, int* tile_sums, int* odd_sums) {
  __shared__ int places[128];
  const int i = static_cast<int>(threadIdx.x), of_row = i / size * size;
  const cg::thread_block block = cg::this_thread_block();
  block_sums[i] = sum_of(block, places, i);
  const cg::thread_group warp = cg::tiled_partition(block, 32), row = cg::tiled_partition(warp, size);
  row_sums[i] = sum_of(row, places + of_row, i) + 10000 * static_cast<int>(row.thread_rank());
  block.sync();
  const cg::thread_block_tile<8> tile = cg::tiled_partition<8>(block);
  tile_sums[i] = sum_of_tile(tile, i) + sum_of(tile, places + i / 8 * 8, i);
  block.sync();
  odd_sums[i] = 0;
  if (i % 2 == 1) odd_sums[i] = sum_of(cg::coalesced_threads(), places + i / 32 * 32, i);
}

int main() {
  const int n = 128, size = 16;
  DeviceArray<int> block(n), rows(n), tiles(n), odd(n);
  run<<<1, n>>>(size, block, rows, tiles, odd);
  FINISH_KERNEL();
  const auto block_sums = block.host(), row_sums = rows.host(), tile_sums = tiles.host(), odd_sums = odd.host();
  EXPECT(block_sums[0] == n * (n - 1) / 2);
  for (int i = 0; i < n; ++i) {
    EXPECT(row_sums[i] / 10000 == i % size);
    if (i % size == 0) EXPECT(row_sums[i] == size * i + size * (size - 1) / 2);
    if (i % 8 == 0) EXPECT(tile_sums[i] == 2 * (8 * i + 28));
    if (i % 32 == 1) EXPECT(odd_sums[i] == 16 * i + 240);
  }
  return 0;
}
