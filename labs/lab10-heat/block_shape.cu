// Lab 10, step 5: the shape of a block.
//
// Learn that a block's shape decides how many sectors a warp touches, how much of a tile is halo.
//
// common/heat_gpu.h documents every parameter; the grader includes it before this file.

enum {
  BLOCK_X = 16,  // TODO: threads of a block, and cells of a tile, in x
  BLOCK_Y = 16,  // TODO: threads in y
  ROWS = 1       // TODO: cells of a thread, one below the other
};

// TODO: step 4's kernel for one shape of blocks, which the compiler knows. Find the best one first:
// make sweep-lab10 STEP=4. A thread may have several cells.

void heat(int width, int height, int iterations, const float* start, float* scratch, float* end) {
  // TODO: step 4's launches, with blocks of this shape.
  (void)width, (void)height, (void)iterations, (void)start, (void)scratch, (void)end;
}
