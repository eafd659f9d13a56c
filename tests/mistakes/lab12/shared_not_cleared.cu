// EXPECT: WRONG uninitialised-shared
// STEP: 5
// Takes shared memory to be 0.
// REPLACE: part[b] = 0;
// BY: (void)part;
