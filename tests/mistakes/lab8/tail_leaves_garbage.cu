// EXPECT: WRONG uninitialised-shared
// STEP: 1
// Threads beyond the last number bring nothing; what was in shared memory is added.
// REPLACE: part[thread] = i < n ? values[i] : 0;
// BY: if (i < n) part[thread] = values[i];
