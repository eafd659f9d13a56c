// STEP: 1
// REPLACE: const int x = blockIdx.x * BLOCK_X + threadIdx.x;
// BY: const int x = min(blockIdx.x * BLOCK_X, max(width - BLOCK_X, 0)) + threadIdx.x;
// REPLACE: const int y = blockIdx.y * BLOCK_Y + threadIdx.y;
// BY: const int y = min(blockIdx.y * BLOCK_Y, max(height - BLOCK_Y, 0)) + threadIdx.y;
// Moves the last block of a row and of a column back, so that it is full: some sums are stored twice.
