// EXPECT: WRONG other-operation
// STEP: 2
// SAYS: it is the interval of a / b, not of a * b
// A case without break: the next operation writes over the results.
// REPLACE:     case MULTIPLY:\n      operate<MULTIPLY><<<blocks, BLOCK>>>(n, a, b, result, cut);\n      break;
// BY:     case MULTIPLY:\n      operate<MULTIPLY><<<blocks, BLOCK>>>(n, a, b, result, cut);
