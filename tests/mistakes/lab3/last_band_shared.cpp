// EXPECT: UNSAFE(omp-race) omp-race
// STEP: 3
// SAYS: last_row is written while another thread
// REPLACE: auto* band = best_band();
// BY: auto* band = best_band();\n  int last_row = 0;
// REPLACE: band(job, first, std::min(first + kBandRows, imgHeight));
// BY: band(job, first, std::min(first + kBandRows, imgHeight));\n    last_row = first;
// Notes the last band in a variable of all threads. The picture is right.
