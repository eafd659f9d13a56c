// EXPECT: UNSAFE(warp-race) warp-race
// STEP: 1
// Reads what other lanes copied to shared memory without waiting for them.
// REPLACE: __syncwarp();  // this group is there, and all lanes are done with the one before
// BY: ;
