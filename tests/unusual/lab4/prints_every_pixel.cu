// STEP: 1
// REPLACE: if (x >= width || y >= height) return;
// BY: for (int line = 0; line < 3; ++line)\n    printf("line %d of thread (%d, %d) in block (%d, %d)%c", line, threadIdx.x, threadIdx.y, blockIdx.x, blockIdx.y, 10);\n  if (x >= width || y >= height) return;
// Every thread of every launch prints three lines: more than anybody keeps.
