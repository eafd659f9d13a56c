// EXPECT: GATE checkers
// STEP: 1
// SAYS: a function is defined inside another
// REPLACE:   // 16 rows at a time
// BY:   float at_most(float most, float value) { return value > most ? most : value; }\n  // 16 rows at a time
// REPLACE:         if (value > 255) value = 255;\n
// BY:         value = at_most(255, value);\n
// An extension of gcc's, which clang has not: threads are not watched.
