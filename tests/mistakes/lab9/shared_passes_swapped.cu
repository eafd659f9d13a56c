// EXPECT: WRONG uninitialised-global
// STEP: 2
// REPLACE: filter_rows<<<row_grid, row_block, row_tile>>>(src, sums, pitch, width, rows_in, radius, filter);\n  CUDA_CHECK(cudaGetLastError());\n  filter_columns<<<column_grid, column_block, column_tile>>>(sums, dst, width, rows, radius, filter);
// BY: filter_columns<<<column_grid, column_block, column_tile>>>(sums, dst, width, rows, radius, filter);\n  CUDA_CHECK(cudaGetLastError());\n  filter_rows<<<row_grid, row_block, row_tile>>>(src, sums, pitch, width, rows_in, radius, filter);
// Launches the column pass ahead of the row pass, whose sums it reads.
