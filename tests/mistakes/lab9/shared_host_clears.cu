// EXPECT: NO_RESULT(SIGSEGV) host-access
// STEP: 2
// SAYS: host code writes to an image itself
// REPLACE: double *d_src, *d_sums, *d_dst, *d_filter;
// BY: double *d_src, *d_sums, *d_dst, *d_filter;\n  for (size_t i = 0; i < dst_bytes / sizeof(double); ++i) dst[i] = -1;
// Marks all values of the result on the host, to see later which were not written.
