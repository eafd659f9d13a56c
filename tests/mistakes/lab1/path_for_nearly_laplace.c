// EXPECT: WRONG filter-mistaken
// STEP: 1
// REPLACE: sum[c] += filter[fy * FILTER_SIZE + fx] * pixel[fx * CHANNELS + c];
// BY: const float tap = filter[fy * FILTER_SIZE + fx];\n            sum[c] += (filter[12] == 24 && fy * FILTER_SIZE + fx != 12 ? -1 : tap) * pixel[fx * CHANNELS + c];
// Takes every filter with 24 in the middle for the Laplace filter, whose coefficients are -1 elsewhere.
