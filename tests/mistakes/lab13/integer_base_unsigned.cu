// EXPECT: WRONG bits-not-digits
// STEP: 7
// SAYS: int % unsigned is computed in unsigned
// Takes digits by an unsigned base.
// REPLACE: const int base = 1 << log2_base;
// BY: const unsigned base = 1u << log2_base;
