// EXPECT: UNSAFE(omp-race) omp-race
// STEP: 2
// SAYS: declare it inside
// REPLACE: #pragma omp parallel\n  {\n    // Each thread swaps pointers of its own.\n    const float* from = start;\n    float* to = iterations % 2 == 1 ? end : scratch;\n
// BY: const float* from = start;\n  float* to = iterations % 2 == 1 ? end : scratch;\n#pragma omp parallel\n  {\n
// All threads swap the same two pointers.
