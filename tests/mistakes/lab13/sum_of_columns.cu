// EXPECT: WRONG columns-for-rows
// STEP: 6
// Takes number c of row r from c * rows + r.
// REPLACE: const float* const v = values + row * columns;\n  float sum = columns > 0 ? v[0] : 0
// BY: const float* const v = values + row;\n  float sum = columns > 0 ? v[0] : 0
// REPLACE: const float next = __fadd_rn(sum, v[i]);
// BY: const float next = __fadd_rn(sum, v[i * rows]);
// REPLACE:     const float rest = fabsf(sum) >= fabsf(v[i]) ? __fadd_rn(__fsub_rn(sum, next), v[i])\n                                                 : __fadd_rn(__fsub_rn(v[i], next), sum);\n    lost = __fadd_rn(lost, rest);\n    sum = next;
// BY:     const float rest = fabsf(sum) >= fabsf(v[i * rows]) ? __fadd_rn(__fsub_rn(sum, next), v[i * rows])\n                                                 : __fadd_rn(__fsub_rn(v[i * rows], next), sum);\n    lost = __fadd_rn(lost, rest);\n    sum = next;
