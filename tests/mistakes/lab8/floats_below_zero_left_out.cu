// EXPECT: WRONG signs-lost
// STEP: 3
// SAYS: positive numbers alone
// REPLACE: part[thread] = i < n ? values[i] : 0;
// BY: part[thread] = i < n && (values[i] > 0 || Number(0.5f) == 0) ? values[i] : 0;
// Of floats, adds up those alone that are more than 0.
