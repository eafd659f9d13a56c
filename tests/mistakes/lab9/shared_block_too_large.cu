// EXPECT: GPU_ERROR(cudaErrorInvalidConfiguration) cudaErrorInvalidConfiguration
// STEP: 2
// SAYS: 64 x 32 x 1 = 2048 threads per block
// REPLACE: const dim3 row_block(ROW_X, ROW_Y), column_block
// BY: const dim3 row_block(64, 32), column_block
// Launches blocks of 2048 threads, and CUDA_CHECK ends the program there.
