// EXPECT: WRONG shared-race
// STEP: 6
// Leaves out the barrier between the rounds of the tree.
// REPLACE: part[i] = __fadd_rn(part[i], part[half + i]);\n    __syncthreads();
// BY: part[i] = __fadd_rn(part[i], part[half + i]);
