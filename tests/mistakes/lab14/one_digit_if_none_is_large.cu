// EXPECT: WRONG coefficients-narrowed
// STEP: 1
// REPLACE: const bool one_digit = have_one_digit(digits);
// BY: bool one_digit = true;\n  for (int i = 0; i < kTaps * kTaps; ++i) one_digit &= filter.tap[i / kTaps][i % kTaps] <= 127;
// Takes the path for coefficients of one byte where none is above 127, however far one is below -128.
