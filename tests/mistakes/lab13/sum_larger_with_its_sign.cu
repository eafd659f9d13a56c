// EXPECT: WRONG larger-not-asked
// STEP: 6
// SAYS: fabsf(s) >= fabsf(v)
// Compares s and v with their signs.
// REPLACE: fabsf(sum) >= fabsf(v[i])
// BY: sum >= v[i]
