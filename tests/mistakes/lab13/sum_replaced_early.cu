// EXPECT: WRONG sum-replaced-early
// STEP: 6
// Sets s = t before the loss is computed.
// REPLACE:     const float rest = fabsf(sum) >= fabsf(v[i]) ? __fadd_rn(__fsub_rn(sum, next), v[i])\n                                                 : __fadd_rn(__fsub_rn(v[i], next), sum);\n    lost = __fadd_rn(lost, rest);\n    sum = next;
// BY:     const bool larger = fabsf(sum) >= fabsf(v[i]);\n    sum = next;\n    const float rest = larger ? __fadd_rn(__fsub_rn(sum, next), v[i])\n                              : __fadd_rn(__fsub_rn(v[i], next), sum);\n    lost = __fadd_rn(lost, rest);
