// EXPECT: WRONG other-coefficients
// STEP: 1
// SAYS: is multiplied by the coefficient of fy =
// Takes the filter for a symmetrical one: the coefficient of the mirrored place.
// REPLACE: filter.tap[fy][fx]
// BY: filter.tap[fy][fx < 3 ? fx : 4 - fx]
