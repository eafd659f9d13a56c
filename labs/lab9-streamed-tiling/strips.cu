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

// TODO: the kernels of step 4.

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
  // TODO: ask how much memory there is; how many rows fit, with the halo above and below? Then, strip
  // by strip, copy in, filter, copy out. The last strip may have fewer rows.
  (void)width, (void)height, (void)radius, (void)filter, (void)src, (void)dst;
}
