// EXPECT: GATE threads
// STEP: 7
// Launches as many threads as there are numbers: each turns its loop once.
// REPLACE: const unsigned blocks = full <= 1 ? 1 : full < fill ? full : fill;
// BY: const unsigned blocks = n <= BLOCK ? 1 : (n + BLOCK - 1) / BLOCK;
