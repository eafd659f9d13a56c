// Lab 9, step 7: as fast as the bus.
//
// Learn to find the floor (bytes over the bandwidth of the bus), and what keeps a program from it.
//
// common/separable_gpu.h documents every parameter; the grader includes it before this file.

// BEGIN SOLUTION
// STUB: // TODO: anything goes: both passes in one kernel, more streams, a halo that stays on the device.
enum {
  BLOCK_X = 32,  // pixels in x, and threads
  BLOCK_Y = 16   // rows that a block goes on by at a time, and threads
};

__constant__ double coefficients[2 * MAX_RADIUS + 1];

// Both passes over `rows` rows of the result, of which a block computes `segment`. It goes down its
// columns: it sums up along the rows that come, and keeps the last 2 * radius + BLOCK_Y rows of sums
// for the columns.
__global__ void filter_strip(const double* src, double* dst, int width, int rows, int radius,
                             int segment) {
  extern __shared__ double shared[];
  const int pitch = width + 2 * radius, tile_x = BLOCK_X + 2 * radius;
  const int kept = 2 * radius + BLOCK_Y;
  double* const tile = shared + threadIdx.y * tile_x;  // this thread's row of BLOCK_Y
  double* const sums = shared + BLOCK_Y * tile_x;      // `kept` rows of BLOCK_X, in turn
  const int x0 = blockIdx.x * BLOCK_X, x = x0 + threadIdx.x;
  const int first = blockIdx.y * segment;
  const int last = first + segment < rows ? first + segment : rows;
  int place = threadIdx.y;  // of this thread's row among those kept
  for (int y = first + threadIdx.y; y - (int)threadIdx.y < last + 2 * radius; y += BLOCK_Y) {
    const bool is_there = y < last + 2 * radius;
    if (is_there)
      for (int c = threadIdx.x; c < tile_x && x0 + c < pitch; c += BLOCK_X)
        tile[c] = src[(size_t)y * pitch + x0 + c];
    __syncthreads();
    if (is_there && x < width) {
      double sum = 0;
      for (int i = 0; i <= 2 * radius; ++i) sum += coefficients[i] * tile[threadIdx.x + i];
      sums[place * BLOCK_X + threadIdx.x] = sum;
    }
    __syncthreads();
    const int result = y - 2 * radius;  // the row whose last sums came just now
    if (result >= first && result < last && x < width) {
      double sum = 0;
      int from = place + kept - 2 * radius;
      if (from >= kept) from -= kept;
      for (int j = 0; j <= 2 * radius; ++j) {
        sum += coefficients[j] * sums[from * BLOCK_X + threadIdx.x];
        if (++from == kept) from = 0;
      }
      dst[(size_t)result * width + x] = sum;
    }
    place += BLOCK_Y;
    if (place >= kept) place -= kept;
  }
}

// END SOLUTION

void* allocate_image(size_t bytes) {
  void* image = nullptr;
  CUDA_CHECK(cudaMallocHost(&image, bytes));
  return image;
}
void free_image(void* image) {
  CUDA_CHECK(cudaFreeHost(image));
}

void filter_image(int width, int height, int radius, const double* filter, const double* src,
                  double* dst) {
  // BEGIN SOLUTION
  // STUB: // TODO: as in step 6, and faster.
  // STUB: (void)width, (void)height, (void)radius, (void)filter, (void)src, (void)dst;
  constexpr int sets = 3;  // of buffers: one is filled, one filtered, one emptied
  const size_t pitch = width + 2 * radius, halo = 2 * radius;
  const size_t row_bytes = sizeof(double) * (pitch + width);
  const size_t halo_bytes = sizeof(double) * halo * pitch;
  size_t free_bytes, total_bytes;
  CUDA_CHECK(cudaMemGetInfo(&free_bytes, &total_bytes));
  const size_t fits = (free_bytes / sets - halo_bytes) / row_bytes;
  const size_t worth = (1 << 20) / (sizeof(double) * width) + 1;  // a copy of a megabyte
  size_t wanted = height / 64 > worth ? height / 64 : worth;
  if (wanted > (size_t)height) wanted = height;
  const int strip = (int)(fits < wanted ? fits : wanted);
  // Each block sums up 2 * radius rows besides its own: as few blocks as keep the GPU busy.
  int multiprocessors = 0;
  CUDA_CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0));
  const int across = (width + BLOCK_X - 1) / BLOCK_X;
  const int down = across < 2 * multiprocessors ? 2 * multiprocessors / across : 1;
  const int segment = (strip / down / BLOCK_Y + 1) * BLOCK_Y;
  const size_t shared = sizeof(double) * (BLOCK_Y * (BLOCK_X + halo) + (halo + BLOCK_Y) * BLOCK_X);
  CUDA_CHECK(cudaFuncSetAttribute(filter_strip, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                  (int)shared));

  CUDA_CHECK(cudaMemcpyToSymbol(coefficients, filter, (2 * radius + 1) * sizeof(double)));
  cudaStream_t stream[sets];
  cudaEvent_t is_filled[sets], halo_is_taken[sets];
  double *d_src[sets], *d_dst[sets];
  for (int s = 0; s < sets; ++s) {
    CUDA_CHECK(cudaStreamCreateWithFlags(&stream[s], cudaStreamNonBlocking));
    CUDA_CHECK(cudaEventCreateWithFlags(&is_filled[s], cudaEventDisableTiming));
    CUDA_CHECK(cudaEventCreateWithFlags(&halo_is_taken[s], cudaEventDisableTiming));
    CUDA_CHECK(cudaMalloc(&d_src[s], sizeof(double) * (strip + halo) * pitch));
    CUDA_CHECK(cudaMalloc(&d_dst[s], sizeof(double) * strip * width));
  }
  for (int y = 0, s = 0; y < height; y += strip, s = (s + 1) % sets) {
    const int rows = strip < height - y ? strip : height - y, before = (s + sets - 1) % sets;
    // The last rows of the strip before are the first of this one: they are on the device already.
    const size_t there = y > 0 ? halo : 0;
    // Its buffers can be filled when the strip behind their last one has taken its halo from them.
    if (y >= sets * strip) CUDA_CHECK(cudaStreamWaitEvent(stream[s], halo_is_taken[s]));
    CUDA_CHECK(cudaMemcpyAsync(d_src[s] + there * pitch, src + (y + there) * pitch,
                               sizeof(double) * (rows + halo - there) * pitch,
                               cudaMemcpyHostToDevice, stream[s]));
    if (y > 0) {
      CUDA_CHECK(cudaStreamWaitEvent(stream[s], is_filled[before]));
      CUDA_CHECK(cudaMemcpyAsync(d_src[s], d_src[before] + strip * pitch, halo_bytes,
                                 cudaMemcpyDeviceToDevice, stream[s]));
      CUDA_CHECK(cudaEventRecord(halo_is_taken[before], stream[s]));
    }
    CUDA_CHECK(cudaEventRecord(is_filled[s], stream[s]));
    const dim3 block(BLOCK_X, BLOCK_Y);
    const dim3 grid((width + BLOCK_X - 1) / BLOCK_X, (rows + segment - 1) / segment);
    filter_strip<<<grid, block, shared, stream[s]>>>(d_src[s], d_dst[s], width, rows, radius,
                                                     segment);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpyAsync(dst + (size_t)y * width, d_dst[s], sizeof(double) * rows * width,
                               cudaMemcpyDeviceToHost, stream[s]));
  }
  CUDA_CHECK(cudaDeviceSynchronize());
  for (int s = 0; s < sets; ++s) {
    CUDA_CHECK(cudaFree(d_dst[s]));
    CUDA_CHECK(cudaFree(d_src[s]));
    CUDA_CHECK(cudaEventDestroy(halo_is_taken[s]));
    CUDA_CHECK(cudaEventDestroy(is_filled[s]));
    CUDA_CHECK(cudaStreamDestroy(stream[s]));
  }
  // END SOLUTION
}
