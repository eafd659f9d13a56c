// EXPECT: UNSAFE(omp-race) omp-race
// STEP: 1
// SAYS: value is written while another thread
// SAYS: declare it inside the loop
// REPLACE: #pragma omp parallel for schedule(dynamic, 16)
// BY: float value;\n#pragma omp parallel for schedule(dynamic, 16)
// REPLACE: float value = sum[c];
// BY: value = sum[c];
// Declares a variable ahead of the region. The compiler keeps it in a register, and the picture is right.
