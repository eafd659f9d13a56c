// EXPECT: GATE transfers
// STEP: 7
// PROFILED: at the full size, as the border of a small picture is more than what is asked for
// REPLACE: const size_t there = y > 0 ? halo : 0;
// BY: const size_t there = 0;
// Copies the halo of every strip across the bus again, as step 6 does.
