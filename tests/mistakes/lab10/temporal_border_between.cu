// EXPECT: WRONG border-averaged-between
// STEP: 6
// SAYS: border was averaged like other cells in between
// Two iterations a launch, of which the first averages the plate's border, too.

enum { SIDE = 16, OLD = SIDE + 4, BETWEEN = SIDE + 2 };

__global__ void once_or_twice(const float* from, float* to, int width, int height, int times) {
  __shared__ float old[OLD][OLD], between[BETWEEN][BETWEEN];
  const int x0 = blockIdx.x * SIDE, y0 = blockIdx.y * SIDE;
  for (int r = threadIdx.y; r < OLD; r += SIDE)
    for (int c = threadIdx.x; c < OLD; c += SIDE) {
      const int x = x0 + c - 2, y = y0 + r - 2;
      old[r][c] = x < 0 || y < 0 || x >= width || y >= height ? 0 : from[(size_t)y * width + x];
    }
  __syncthreads();
  for (int r = threadIdx.y; r < BETWEEN; r += SIDE)
    for (int c = threadIdx.x; c < BETWEEN; c += SIDE)
      between[r][c] = times < 2 ? old[r + 1][c + 1]
                                : 0.25f * ((old[r][c + 1] + old[r + 2][c + 1]) +
                                           (old[r + 1][c] + old[r + 1][c + 2]));
  __syncthreads();
  const int r = threadIdx.y + 1, c = threadIdx.x + 1, x = x0 + c - 1, y = y0 + r - 1;
  if (x >= width || y >= height) return;
  const bool keeps = times == 0 || x == 0 || y == 0 || x == width - 1 || y == height - 1;
  to[(size_t)y * width + x] = keeps ? old[r + 1][c + 1]
                                    : 0.25f * ((between[r - 1][c] + between[r + 1][c]) +
                                               (between[r][c - 1] + between[r][c + 1]));
}

void heat(int width, int height, int iterations, const float* start, float* scratch, float* end) {
  const dim3 block(SIDE, SIDE);
  const dim3 grid((width + SIDE - 1) / SIDE, (height + SIDE - 1) / SIDE);
  const int launches = iterations == 0 ? 1 : (iterations + 1) / 2;
  const float* from = start;
  for (int launch = 0; launch < launches; ++launch) {
    float* const to = (launches - launch) % 2 == 1 ? end : scratch;
    const int times = iterations - 2 * launch < 2 ? iterations - 2 * launch : 2;
    once_or_twice<<<grid, block>>>(from, to, width, height, times);
    CUDA_CHECK(cudaGetLastError());
    from = to;
  }
}
