// EXPECT: GPU_ERROR(cudaErrorIllegalAddress) out-of-bounds
// STEP: 6
// REPLACE: const bool is_mine = lane * COLUMNS >= halo && lane * COLUMNS < WARP_X - halo;
// BY: const bool is_mine = true;
// All that a warp has loaded is written, right or not.
