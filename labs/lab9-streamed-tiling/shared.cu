// Lab 9, step 2: two passes over tiles in shared memory.
//
// Learn about separable filters, the halo of a tile, and loads side by side.
//
// common/separable_gpu.h documents every parameter; the grader includes it before this file.

enum {
  ROW_X = 128,    // a block of the row pass: pixels in x, and threads
  ROW_Y = 4,      // rows, one a thread in y
  COLUMN_X = 32,  // a block of the column pass: pixels in x, and threads
  COLUMN_Y = 32,  // rows
  THREADS_Y = 8   // of the column pass: a thread computes every eighth row
};

// TODO: two kernels. The first sums up along rows: a block loads its part of each row and 2 * radius
// pixels more into shared memory, neighbours side by side, and each thread adds up its window. The
// second does the same along columns, with the first one's sums.

void* allocate_image(size_t bytes) {
  return malloc(bytes);
}
void free_image(void* image) {
  free(image);
}

void filter_image(int width, int height, int radius, const double* filter, const double* src,
                  double* dst) {
  // TODO: memory on the device for the image, the sums, the result and the coefficients; copy in;
  // launch both passes; copy out; free.
  (void)width, (void)height, (void)radius, (void)filter, (void)src, (void)dst;
}
