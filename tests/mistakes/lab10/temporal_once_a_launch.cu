// EXPECT: GATE load-sectors
// STEP: 6
// REPLACE: const int most = 4;
// BY: const int most = 1;
// One iteration a launch.
