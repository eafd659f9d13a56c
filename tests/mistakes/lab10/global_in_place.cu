// EXPECT: WRONG global-race
// STEP: 3
// REPLACE: launches % 2 == 1 ? end : scratch
// BY: end
// REPLACE:     to = to == end ? scratch : end;\n
// BY: 
// From the second iteration on, reads the plate that it writes.
