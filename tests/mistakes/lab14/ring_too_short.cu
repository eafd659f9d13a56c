// EXPECT: WRONG warp-race
// STEP: 1
// Starts a copy more than the ring has stages, onto the group that is being read.
// REPLACE: for (int i = 0; i < kStages - 1; ++i) load.start_next(lane);
// BY: for (int i = 0; i < kStages; ++i) load.start_next(lane);
