// EXPECT: WRONG larger-not-asked
// STEP: 6
// Takes the sum for the larger one always.
// REPLACE: fabsf(sum) >= fabsf(v[i]) ? __fadd_rn(__fsub_rn(sum, next), v[i])\n                                                 : __fadd_rn(__fsub_rn(v[i], next), sum);
// BY: __fadd_rn(__fsub_rn(sum, next), v[i]);
