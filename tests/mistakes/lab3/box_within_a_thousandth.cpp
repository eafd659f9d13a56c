// EXPECT: WRONG filter-mistaken
// STEP: 3
// SAYS: almost the Laplace filter
// REPLACE: std::count(others, others + 24, others[0]) == 24,
// BY: std::all_of(others, others + 24, [&](float tap) { return tap - others[0] < 1e-3f && others[0] - tap < 1e-3f; }),
// Takes coefficients for equal that differ by less than a thousandth.
