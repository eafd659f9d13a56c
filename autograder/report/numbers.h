// Points and times in text, the same in every view.
#pragma once

#include <cstddef>
#include <string>

namespace warplab {

// Points in tenths, of which there is never a part.
long tenths(double points);
// "20", "6.1": tenths only where there are any.
std::string points_text(double points);
// "1 point", "6.1 points".
std::string points_and_unit(double points);
// "the last row" or "the last 3 rows": `one` for a count of 1, else `many` with the count in its
// {}.
std::string counted(std::size_t count, const char* one, const char* many);
// "4/20".
std::string fraction(double points, double max_points);
// "743.1", "7.430": four digits.
std::string milliseconds(double seconds);
// "90 s", "12 min", "2.5 h".
std::string duration_text(double seconds);

}  // namespace warplab
