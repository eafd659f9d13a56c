// Lab 10, step 6: several iterations per launch.
//
// Learn temporal blocking: what is on the chip already can be iterated again before it goes back.
//
// common/heat_gpu.h documents every parameter; the grader includes it before this file.

// BEGIN SOLUTION
// STUB: // TODO: a kernel that does several iterations on what it has loaded. A tile that is to be right after
// STUB: // n iterations has to begin n cells wider on each side. Where is it best kept: in shared memory, or in
// STUB: // registers, from which neighbouring lanes read by __shfl_sync()?
enum {
  COLUMNS = 4,             // of a lane, side by side
  WARP_X = 32 * COLUMNS,   // columns that a warp loads; fewer are right at the end
  WARPS = 4                // of a block, one below the other, each with rows of its own
};

struct Row {
  float cell[COLUMNS];
};

// Four cells from column x on; 0 where there is no plate. `is_aligned`: they can be loaded as one.
template <bool is_aligned>
__device__ Row load_row(const float* plate, int width, int height, int x, int y) {
  Row row = {};
  if (y < 0 || y >= height) return row;
  const float* from = plate + (size_t)y * width + x;
  if (is_aligned && x >= 0 && x + COLUMNS <= width) {
    const float4 four = *(const float4*)from;
    return {four.x, four.y, four.z, four.w};
  }
  for (int c = 0; c < COLUMNS; ++c)
    if (x + c >= 0 && x + c < width) row.cell[c] = from[c];
  return row;
}

// A row of the next iteration, from three of this one.
__device__ Row average(const Row& above, const Row& row, const Row& below, bool is_border_row,
                       const bool (&is_border)[COLUMNS]) {
  const float left = __shfl_up_sync(~0u, row.cell[COLUMNS - 1], 1);
  const float right = __shfl_down_sync(~0u, row.cell[0], 1);
  Row next;
#pragma unroll
  for (int c = 0; c < COLUMNS; ++c) {
    const float west = c > 0 ? row.cell[c - 1] : left;
    const float east = c < COLUMNS - 1 ? row.cell[c + 1] : right;
    const float mean = 0.25f * ((above.cell[c] + below.cell[c]) + (west + east));
    next.cell[c] = is_border_row || is_border[c] ? row.cell[c] : mean;
  }
  return next;
}

// A warp walks down its columns. Of each of N iterations it keeps the last two rows: when row y is loaded,
// row y - 1 can go through the first iteration, row y - 2 through the second, and so on.
template <int N, bool is_aligned>
__global__ void __launch_bounds__(32 * WARPS)
    iterate(const float* from, float* to, int width, int height, int rows) {
  constexpr int halo = (N + COLUMNS - 1) / COLUMNS * COLUMNS;  // a multiple, for aligned loads
  const int lane = threadIdx.x;
  const int x = blockIdx.x * (WARP_X - 2 * halo) - halo + lane * COLUMNS;
  const int first = (blockIdx.y * WARPS + threadIdx.y) * rows;
  const int last = min(first + rows, height);  // behind it
  if (first >= height) return;                 // a whole warp
  bool is_border[COLUMNS];
#pragma unroll
  for (int c = 0; c < COLUMNS; ++c) is_border[c] = x + c <= 0 || x + c >= width - 1;
  const bool is_mine = lane * COLUMNS >= halo && lane * COLUMNS < WARP_X - halo;

  Row before[N] = {}, latest[N] = {};  // of each iteration, the last two rows that went in
  Row ahead = load_row<is_aligned>(from, width, height, x, first - N);
  for (int y = first - N; y < last + N; ++y) {
    Row row = ahead;
    ahead = load_row<is_aligned>(from, width, height, x, y + 1);
#pragma unroll
    for (int n = 0; n < N; ++n) {
      const int middle = y - n - 1;
      const Row next =
          average(before[n], latest[n], row, middle <= 0 || middle >= height - 1, is_border);
      before[n] = latest[n];
      latest[n] = row;
      row = next;
    }
    const int done = y - N;
    if (done < first || done >= last || !is_mine) continue;
    float* const out = to + (size_t)done * width + x;
    if (is_aligned && x + COLUMNS <= width) {
      *(float4*)out = make_float4(row.cell[0], row.cell[1], row.cell[2], row.cell[3]);
    } else {
      for (int c = 0; c < COLUMNS; ++c)
        if (x + c < width) out[c] = row.cell[c];
    }
  }
}

template <int N>
void launch(int width, int height, const float* from, float* to) {
  constexpr int halo = (N + COLUMNS - 1) / COLUMNS * COLUMNS;
  constexpr int columns = WARP_X - 2 * halo;
  const int across = (width + columns - 1) / columns;
  // The more rows a warp has, the fewer it computes twice; but the GPU wants warps enough.
  int rows = 16;
  while (rows < 128 && (long long)across * height / rows > 4096) rows *= 2;
  const dim3 block(32, WARPS);
  const dim3 grid(across, (height + WARPS * rows - 1) / (WARPS * rows));
  if (width % COLUMNS == 0)
    iterate<N, true><<<grid, block>>>(from, to, width, height, rows);
  else
    iterate<N, false><<<grid, block>>>(from, to, width, height, rows);
  CUDA_CHECK(cudaGetLastError());
}

__global__ void copy_plate(const float* from, float* to, size_t cells) {
  const size_t cell = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (cell < cells) to[cell] = from[cell];
}
// END SOLUTION

void heat(int width, int height, int iterations, const float* start, float* scratch, float* end) {
  // BEGIN SOLUTION
  // STUB: // TODO: fewer launches than iterations, for any number of them.
  // STUB: (void)width, (void)height, (void)iterations, (void)start, (void)scratch, (void)end;
  if (iterations == 0) {
    const size_t cells = (size_t)width * height;
    copy_plate<<<(unsigned)((cells + 255) / 256), 256>>>(start, end, cells);
    CUDA_CHECK(cudaGetLastError());
    return;
  }
  const int most = 4;
  const int launches = (iterations + most - 1) / most;
  const float* from = start;
  float* to = launches % 2 == 1 ? end : scratch;
  for (int left = iterations; left > 0; left -= most) {
    switch (left < most ? left : most) {
      case 1: launch<1>(width, height, from, to); break;
      case 2: launch<2>(width, height, from, to); break;
      case 3: launch<3>(width, height, from, to); break;
      default: launch<4>(width, height, from, to);
    }
    from = to;
    to = to == end ? scratch : end;
  }
  // END SOLUTION
}
