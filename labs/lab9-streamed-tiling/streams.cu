// Lab 9, step 6: two streams.
//
// Learn that copies in, kernels and copies out can all be busy at once.
//
// common/separable_gpu.h documents every parameter; the grader includes it before this file.

enum {
  ROW_X = 128,    // a block of the row pass: pixels in x, and threads
  ROW_Y = 4,      // rows, one a thread in y
  COLUMN_X = 32,  // a block of the column pass: pixels in x, and threads
  COLUMN_Y = 32,  // rows
  THREADS_Y = 8   // of the column pass: a thread computes every eighth row
};

// TODO: the kernels of step 5.

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
  // TODO: as in step 5, with two streams, each with buffers of its own. Strips take turns; all copies are
  // asynchronous; the host waits at the end only.
  (void)width, (void)height, (void)radius, (void)filter, (void)src, (void)dst;
}
