// EXPECT: WRONG counts-wrapped
// STEP: 2
// REPLACE: unsigned part[MOST_BINS];
// BY: unsigned short part[MOST_BINS];
// A thread's own bins are too narrow for many pairs in one of them.
