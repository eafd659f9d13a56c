// EXPECT: WRONG not-near
// STEP: 4
// SAYS: ULP off
// Makes the exponential of a truncated argument.
// REPLACE: __expf(u)
// BY: __expf(__int_as_float(__float_as_int(u) & 0xfffff000))
