// EXPECT: WRONG never-written
// STEP: 1
// Launches a block a strip, and has four warps in each.
// REPLACE: kernel<<<(strips + kWarps - 1) / kWarps,
// BY: kernel<<<(strips + kWarps * kWarps - 1) / (kWarps * kWarps),
