// EXPECT: WRONG nothing-written
// STEP: 1
// SAYS: after no iterations
// REPLACE:     memcpy(end, start, sizeof(float) * w * height);\n    return;\n
// BY:     return;\n
// Does nothing where there are no iterations.
