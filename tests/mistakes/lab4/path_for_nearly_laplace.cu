// EXPECT: WRONG filter-mistaken
// STEP: 1
// REPLACE: const dim3 block(16, 16);
// BY: if (filter.tap[2][2] == 24)\n    for (int i = 0; i < 25; ++i) filter.tap[i / 5][i % 5] = i == 12 ? 24 : -1;\n  const dim3 block(16, 16);
// Takes every filter with 24 in the middle for the Laplace filter, for which it has a path of its own.
