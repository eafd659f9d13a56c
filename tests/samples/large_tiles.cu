// Tiles of 64 to 1024 threads, within one another, and what groups of groups say of themselves.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

#include <utility>

#include "check.h"

namespace cg = cooperative_groups;

constexpr int most = 1024;

template <unsigned Size>
__device__ int try_tile(const cg::thread_block& block, int* seen) {
  const cg::thread_block_tile<Size, cg::thread_block> tile = cg::tiled_partition<Size>(block);
  const int t = block.thread_rank(), rank = t % Size, first = t - rank;
  int wrong = tile.size() != Size || tile.num_threads() != Size || tile.thread_rank() != rank;
  wrong += tile.meta_group_rank() != t / Size || tile.meta_group_size() != most / Size;
  for (int round = 0; round < 3; ++round) {
    seen[t] = t * (round + 1);
    tile.sync();
    wrong += seen[first + Size - 1 - rank] != (first + (int)Size - 1 - rank) * (round + 1);
    tile.sync();
  }
  wrong += tile.shfl(t, Size / 2 + 1) != first + Size / 2 + 1;
  wrong += tile.shfl(0.5 * t, 3u) != 0.5 * (first + 3);
  wrong += tile.any(t == 77) != (first <= 77 && 77 < first + Size);
  wrong += tile.all(t != 77) != !(first <= 77 && 77 < first + Size);
  wrong += cg::reduce(tile, t, cg::plus<int>()) != (int)(Size * first + Size * (Size - 1) / 2);
  wrong += cg::reduce(tile, t, cg::greater<int>()) != first + (int)Size - 1;
  wrong += cg::inclusive_scan(tile, 2) != 2 * (rank + 1);
  wrong += cg::exclusive_scan(tile, rank, cg::plus<int>()) != rank * (rank - 1) / 2;
  return wrong;
}

// Of a tile of a tile.
template <unsigned Size, class Tile>
__device__ int try_part(const Tile& tile) {
  const auto part = cg::tiled_partition<Size>(tile);
  int wrong = part.meta_group_size() != tile.size() / Size;
  wrong += part.meta_group_rank() != tile.thread_rank() / Size;
  const cg::thread_block_tile<Size> any = part;
  wrong += any.meta_group_size() != tile.size() / Size;
  wrong += any.meta_group_rank() != tile.thread_rank() / Size;
  wrong += cg::reduce(any, 1, cg::plus<int>()) != Size;
  return wrong;
}

__global__ void __launch_bounds__(most) tiles(int* wrong) {
  __shared__ int seen[most];
  __shared__ cg::block_tile_memory<most> room;
  const cg::thread_block block = cg::this_thread_block(room);
  int here = try_tile<64>(block, seen) + try_tile<128>(block, seen) + try_tile<256>(block, seen) +
             try_tile<512>(block, seen) + try_tile<1024>(block, seen);
  const auto half = cg::tiled_partition<512>(block);
  here += try_part<128>(half) + try_part<32>(half);
  const auto warp = cg::tiled_partition<32>(block);
  here += try_part<8>(warp) + try_part<1>(warp);
  wrong[block.thread_rank()] = here;
}

// Groups of a tile hold lanes of that tile.
__global__ void parts(int* wrong) {
  const int t = threadIdx.x;
  const auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  const auto same = cg::labeled_partition(tile, t % 3);
  int here = 0, members = 0, labels_before = 0;
  bool seen[3] = {};
  for (int i = t / 8 * 8; i < t / 8 * 8 + 8; ++i) members += i % 3 == t % 3;
  for (int i = t / 8 * 8; i % 3 != t % 3; ++i) labels_before += !seen[i % 3], seen[i % 3] = true;
  here += same.size() != members || same.meta_group_size() != 3;
  here += same.meta_group_rank() != labels_before;
  here += cg::reduce(same, 1, cg::plus<int>()) != members;
  const auto half = cg::binary_partition(tile, t % 8 < 3);
  here += half.size() != (t % 8 < 3 ? 3 : 5) || half.meta_group_size() != 2;
  here +=
      half.meta_group_rank() != (t % 8 < 3) || half.thread_rank() != t % 8 - (t % 8 < 3 ? 0 : 3);
  const auto whole = cg::binary_partition(tile, true);
  here += whole.size() != 8 || whole.meta_group_size() != 1 || whole.meta_group_rank() != 0;
  if (t % 4 != 3) {
    const auto some = cg::coalesced_threads();
    const auto row = cg::tiled_partition(some, 8);
    here += row.size() != 8 || row.meta_group_size() != 3;
    here += row.meta_group_rank() != some.thread_rank() / 8;
  }
  wrong[t] = here;
}

// What goes on between arriving at a barrier and waiting for the others.
__global__ void arrive_and_wait(int* out) {
  __shared__ int tile[256];
  const cg::thread_block block = cg::this_thread_block();
  const int t = block.thread_rank();
  tile[t] = t;
  auto token = block.barrier_arrive();
  const int meanwhile = t * t;
  block.barrier_wait(std::move(token));
  out[t] = tile[255 - t] + meanwhile;
}

__global__ void across_the_grid(int* halves, int* out) {
  const cg::grid_group grid = cg::this_grid();
  const int t = grid.thread_rank(), n = grid.size();
  for (int round = 0; round < 3; ++round) {
    halves[t] = t + round;
    auto token = grid.barrier_arrive();
    const int own = round;
    grid.barrier_wait(std::move(token));
    out[t] = halves[n - 1 - t] - own;
    grid.sync();
  }
}

int main() {
  DeviceArray<int> wrong(most);
  tiles<<<1, most>>>(wrong);
  FINISH_KERNEL();
  for (int w : wrong.host()) EXPECT(w == 0);
  DeviceArray<int> wrong_parts(96);
  parts<<<1, 96>>>(wrong_parts);
  FINISH_KERNEL();
  for (int w : wrong_parts.host()) EXPECT(w == 0);
  DeviceArray<int> out(256);
  arrive_and_wait<<<1, 256>>>(out);
  FINISH_KERNEL();
  for (int t = 0; t < 256; ++t) EXPECT(out.host()[t] == 255 - t + t * t);
  DeviceArray<int> halves(128), sums(128);
  int *h = halves, *s = sums;
  void* arguments[] = {&h, &s};
  CUDA_CHECK(cudaLaunchCooperativeKernel((void*)across_the_grid, 4, 32, arguments));
  FINISH_KERNEL();
  for (int t = 0; t < 128; ++t) EXPECT(sums.host()[t] == 127 - t);
  return 0;
}
