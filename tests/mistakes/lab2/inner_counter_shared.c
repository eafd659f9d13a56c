// EXPECT: UNSAFE(omp-race) omp-race
// STEP: 2
// SAYS: c is written while another thread
// REPLACE:   for (int y = 0; y < imgHeight; ++y) {
// BY:   int c;\n  for (int y = 0; y < imgHeight; ++y) {
// REPLACE:       for (int c = 0; c < CHANNELS; ++c) {\n        float value = sum[c];
// BY:       for (c = 0; c < CHANNELS; ++c) {\n        float value = sum[c];
// Declares the counter of an inner loop at the top of the function, as one used to do in C.
