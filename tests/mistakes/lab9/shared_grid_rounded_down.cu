// EXPECT: GPU_ERROR(cudaErrorInvalidConfiguration) cudaErrorInvalidConfiguration
// STEP: 2
// REPLACE: (width + COLUMN_X - 1) / COLUMN_X
// BY: width / COLUMN_X
// Rounds the grid of the column pass down: the last columns belong to no block, and of a narrow image
// none do.
