// EXPECT: GATE instructions
// STEP: 8
// Corrects the shift for the sign in each iteration.
// REPLACE: unsigned rest = a[i] < 0 ? 0u - (unsigned)a[i] : (unsigned)a[i];\n  unsigned sum = 0;\n  for (; rest != 0; rest >>= log2_base) sum += rest & ((1u << log2_base) - 1);\n  sums[i] = a[i] < 0 ? -(int)sum : (int)sum;
// BY: int rest = a[i], sum = 0;\n  while (rest != 0) {\n    const int next = shifted(rest, log2_base);\n    sum += rest - next * (1 << log2_base);\n    rest = next;\n  }\n  sums[i] = sum;
