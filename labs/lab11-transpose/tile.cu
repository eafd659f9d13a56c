// Lab 11, step 5: a tile between reading and writing.
//
// Learn to turn a tile over in shared memory, so that rows are read and rows are written.
//
// common/transpose_gpu.h documents every parameter; the grader includes it before this file.

enum {
  TILE = 32  // elements of a tile in x and y, and threads of a block
};

// TODO: a kernel whose blocks bring a tile of src to shared memory, a warp a row, and write it out by
// rows of dst, a warp a row. A row of dst is a column of the tile.

void transpose(int rows, int columns, const float* src, float* dst) {
  // TODO: launch it, a block for each tile of src.
  (void)rows, (void)columns, (void)src, (void)dst;
}
