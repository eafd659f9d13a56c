// EXPECT: NO_RESULT(SIGSEGV) host-access
// STEP: 2
// SAYS: host code reads an image itself
// REPLACE: double *d_src, *d_sums, *d_dst, *d_filter;
// BY: double *d_src, *d_sums, *d_dst, *d_filter;\n  double largest = 0;\n  for (size_t i = 0; i < src_bytes / sizeof(double); ++i)\n    if (src[i] > largest) largest = src[i];\n  if (largest == 0) return;
// Looks for the largest pixel on the host, which is not where pixels are worked on.
