// Points and times in text, the same in every view.
#pragma once

#include <string>

#include "common/numbers.h"  // IWYU pragma: export

namespace warplab {

// Points in tenths, of which there is never a part: a half of one counts as one.
long tenths(double points);
// "20", "6.1": tenths only where there are any.
std::string points_text(double points);
// "1 point", "6.1 points".
std::string points_and_unit(double points);
// "4/20".
std::string fraction(double points, double max_points);
// "743.1", "7.430": four digits.
std::string milliseconds(double seconds);
// "90 s", "12 min", "2.5 h".
std::string duration_text(double seconds);

}  // namespace warplab
