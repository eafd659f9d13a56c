// EXPECT: WRONG pairs-extra
// STEP: 3
// SAYS: far apart
// REPLACE: const int bin = bin_of(
// BY: const unsigned short bin = bin_of(
// Keeps the number of a bin in 16 bits: a pair 65536 bins apart is counted in bin 0.
