// EXPECT: WRONG filter-flipped
// STEP: 1
// REPLACE: for (int fy = 0; fy < FILTER_SIZE; ++fy)\n    for (int fx = 0; fx < FILTER_SIZE; ++fx) floats.tap[fy][fx] = (float)filter.tap[fy][fx];
// BY: const int* from = &filter.tap[FILTER_SIZE - 1][FILTER_SIZE - 1];\n  for (int i = 0; i < FILTER_SIZE * FILTER_SIZE; ++i)\n    floats.tap[i / FILTER_SIZE][i % FILTER_SIZE] = (float)*from--;
// Fills the float filter backwards, because a pointer runs down instead of up.
