// EXPECT: WRONG wrong-figure
// STEP: 1
// SAYS: multiprocessors: expected
// REPLACE: properties.multiProcessorCount
// BY: 132
// Remembers how many multiprocessors an H200 has, and asks for the rest only.
