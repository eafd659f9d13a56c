// EXPECT: WRONG in-order
// STEP: 6
// One thread adds the tree's numbers, from left to right.
// REPLACE: if (threadIdx.x == 0) tree[blockIdx.x] = columns > 0 ? part[0] : 0;
// BY: if (threadIdx.x == 0) {\n    float all = columns > 0 ? v[0] : 0;\n    for (size_t i = 1; i < columns; ++i) all = __fadd_rn(all, v[i]);\n    tree[blockIdx.x] = all;\n  }
