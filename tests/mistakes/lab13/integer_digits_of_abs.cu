// EXPECT: WRONG least-int
// STEP: 7
// Takes abs() of INT_MIN.
// REPLACE: for (int rest = a[i]; rest != 0; rest /= base) sum += rest % base;\n  sums[i] = sum;
// BY: for (int rest = abs(a[i]); rest != 0; rest /= base) sum += rest % base;\n  sums[i] = a[i] < 0 ? -sum : sum;
