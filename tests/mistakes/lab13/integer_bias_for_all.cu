// EXPECT: WRONG rounded-up
// STEP: 8
// Adds the divisor less one to positive numbers as well.
// REPLACE: return (value + (int)(is_negative & below_divisor)) >> log2_divisor;
// BY: return (int)((unsigned)value + below_divisor + (is_negative & 0)) >> log2_divisor;
