// EXPECT: WRONG not-fused
// STEP: 1
// Hands the two results over in the wrong order.
// REPLACE: (n, a, b, c, fused, separate);\n  CUDA
// BY: (n, a, b, c, separate, fused);\n  CUDA
