// EXPECT: GATE instructions
// STEP: 8
// Divides all the same: one instruction of PTX each, and many of the machine.
// REPLACE: quotient[i] = shifted(a[i], log2_divisor);
// BY: quotient[i] = a[i] / (1 << log2_divisor);
// REPLACE: unsigned_quotient[i] = b[i] >> log2_divisor;
// BY: unsigned_quotient[i] = b[i] / (1u << log2_divisor);
