// Points and times in text, the same in every view.
#pragma once

#include <string>

namespace warplab {

// "20", "6.1": tenths only where there are any.
std::string points_text(double points);
// "4/20".
std::string fraction(double points, double max_points);
// "743.1", "7.430": four digits.
std::string milliseconds(double seconds);

}  // namespace warplab
