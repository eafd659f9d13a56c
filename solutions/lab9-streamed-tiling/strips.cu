// Lab 9, step 5: images that do not fit.
//
// Learn to cut a problem into strips that fit the device, halo and all.
//
// common/separable_gpu.h documents every parameter; the grader includes it before this file.

enum {
  ROW_X = 128,    // a block of the row pass: pixels in x, and threads
  ROW_Y = 4,      // rows, one a thread in y
  COLUMN_X = 32,  // a block of the column pass: pixels in x, and threads
  COLUMN_Y = 32,  // rows
  THREADS_Y = 8   // of the column pass: a thread computes every eighth row
};

// BEGIN SOLUTION
// STUB: // TODO: the kernels of step 4.
__constant__ double coefficients[2 * MAX_RADIUS + 1];

// Rows of the padded image, each `pitch` pixels: to rows of `width` sums.
__global__ void filter_rows(const double* src, double* sums, int pitch, int width, int rows,
                            int radius) {
  extern __shared__ double tile[];  // ROW_Y rows of ROW_X + 2 * radius
  const int x0 = blockIdx.x * ROW_X, y = blockIdx.y * ROW_Y + threadIdx.y;
  const int tile_x = ROW_X + 2 * radius;
  double* const row = tile + threadIdx.y * tile_x;
  if (y < rows)
    for (int c = threadIdx.x; c < tile_x && x0 + c < pitch; c += ROW_X)
      row[c] = src[(size_t)y * pitch + x0 + c];
  __syncthreads();

  const int x = x0 + threadIdx.x;
  if (x >= width || y >= rows) return;
  double sum = 0;
  for (int i = 0; i <= 2 * radius; ++i) sum += coefficients[i] * row[threadIdx.x + i];
  sums[(size_t)y * width + x] = sum;
}

// Of height + 2 * radius rows of sums: to `height` rows of the result.
__global__ void filter_columns(const double* sums, double* dst, int width, int height,
                               int radius) {
  extern __shared__ double tile[];  // COLUMN_Y + 2 * radius rows of COLUMN_X
  const int x = blockIdx.x * COLUMN_X + threadIdx.x, y0 = blockIdx.y * COLUMN_Y;
  if (x < width)
    for (int r = threadIdx.y; r < COLUMN_Y + 2 * radius && y0 + r < height + 2 * radius;
         r += THREADS_Y)
      tile[r * COLUMN_X + threadIdx.x] = sums[(size_t)(y0 + r) * width + x];
  __syncthreads();

  if (x >= width) return;
  for (int r = threadIdx.y; r < COLUMN_Y && y0 + r < height; r += THREADS_Y) {
    double sum = 0;
    for (int j = 0; j <= 2 * radius; ++j)
      sum += coefficients[j] * tile[(r + j) * COLUMN_X + threadIdx.x];
    dst[(size_t)(y0 + r) * width + x] = sum;
  }
}

// Both passes over `rows` rows of the result, which begin at the device's src, and take 2 * radius
// rows more of it.
void run_passes(const double* src, double* sums, double* dst, int width, int rows,
                int radius) {
  const int pitch = width + 2 * radius, rows_in = rows + 2 * radius;
  const dim3 row_block(ROW_X, ROW_Y), column_block(COLUMN_X, THREADS_Y);
  const dim3 row_grid((width + ROW_X - 1) / ROW_X, (rows_in + ROW_Y - 1) / ROW_Y);
  const dim3 column_grid((width + COLUMN_X - 1) / COLUMN_X, (rows + COLUMN_Y - 1) / COLUMN_Y);
  const size_t row_tile = ROW_Y * (ROW_X + 2 * radius) * sizeof(double);
  const size_t column_tile = COLUMN_X * (COLUMN_Y + 2 * radius) * sizeof(double);
  filter_rows<<<row_grid, row_block, row_tile>>>(src, sums, pitch, width, rows_in, radius);
  CUDA_CHECK(cudaGetLastError());
  filter_columns<<<column_grid, column_block, column_tile>>>(sums, dst, width, rows, radius);
  CUDA_CHECK(cudaGetLastError());
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
  // STUB: // TODO: ask how much memory there is; how many rows fit, with the halo above and below? Then, strip
  // STUB: // by strip, copy in, filter, copy out. The last strip may have fewer rows.
  // STUB: (void)width, (void)height, (void)radius, (void)filter, (void)src, (void)dst;
  const size_t pitch = width + 2 * radius, halo = 2 * radius;
  // What a row of a strip takes on the device, and what each strip takes besides.
  const size_t row_bytes = sizeof(double) * (pitch + width + width);
  const size_t halo_bytes = sizeof(double) * halo * (pitch + width);
  size_t free_bytes, total_bytes;
  CUDA_CHECK(cudaMemGetInfo(&free_bytes, &total_bytes));
  const size_t fits = (free_bytes - halo_bytes) / row_bytes;
  const int strip = fits < (size_t)height ? (int)fits : height;

  CUDA_CHECK(cudaMemcpyToSymbol(coefficients, filter, (2 * radius + 1) * sizeof(double)));
  double *d_src, *d_sums, *d_dst;
  CUDA_CHECK(cudaMalloc(&d_src, sizeof(double) * (strip + halo) * pitch));
  CUDA_CHECK(cudaMalloc(&d_sums, sizeof(double) * (strip + halo) * width));
  CUDA_CHECK(cudaMalloc(&d_dst, sizeof(double) * strip * width));
  for (int y = 0; y < height; y += strip) {
    const int rows = strip < height - y ? strip : height - y;
    CUDA_CHECK(cudaMemcpy(d_src, src + y * pitch, sizeof(double) * (rows + halo) * pitch,
                          cudaMemcpyHostToDevice));
    run_passes(d_src, d_sums, d_dst, width, rows, radius);
    CUDA_CHECK(cudaMemcpy(dst + (size_t)y * width, d_dst, sizeof(double) * rows * width,
                          cudaMemcpyDeviceToHost));
  }
  CUDA_CHECK(cudaFree(d_dst));
  CUDA_CHECK(cudaFree(d_sums));
  CUDA_CHECK(cudaFree(d_src));
  // END SOLUTION
}
