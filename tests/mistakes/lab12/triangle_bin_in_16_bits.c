// EXPECT: WRONG pairs-extra
// STEP: 1
// SAYS: far apart
// REPLACE: const int bin = (int)(
// BY: const unsigned short bin = (int)(
// Keeps the number of a bin in 16 bits: a pair 65536 bins apart is counted in bin 0.
