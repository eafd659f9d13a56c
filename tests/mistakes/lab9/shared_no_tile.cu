// EXPECT: GATE requests
// STEP: 2
// SAYS: global load requests
// REPLACE: * row[threadIdx.x + i]
// BY: * src[(size_t)y * pitch + x + i]
// REPLACE: (size_t)y * pitch + x0 + c];
// BY: (size_t)y * pitch + x0 + c];\n  (void)row;
// Reads each pixel of the row pass from global memory, 2 * radius + 1 times.
