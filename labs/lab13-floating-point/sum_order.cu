// Lab 13, step 6: the order of a sum.
//
// Learn that a sum of floats depends on its order, that a tree loses less than a row, and that
// what a row loses can be kept.
//
// common/ieee754_gpu.h documents every parameter; the grader includes it before this file.

enum {
  BLOCK = 128,        // threads of a block
  MOST_COLUMNS = 4096
};

// TODO: a kernel in which a thread adds up a row from left to right, both ways: plainly, and
// with what each addition loses kept aside.

// TODO: a kernel in which a block adds up a row as a tree.

void sum_rows(size_t rows, size_t columns, const float* values, float* left_to_right, float* tree,
              float* compensated) {
  // TODO: launch both.
  (void)rows, (void)columns, (void)values, (void)left_to_right, (void)tree, (void)compensated;
}
