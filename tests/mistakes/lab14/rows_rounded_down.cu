// EXPECT: GPU_ERROR(cudaErrorInvalidConfiguration) cudaErrorInvalidConfiguration
// STEP: 1
// Rounds the number of strips in y down, and forgets the last rows.
// REPLACE: ((imgHeight + kStripRows - 1) / kStripRows);
// BY: (imgHeight / kStripRows);
