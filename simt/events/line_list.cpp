#include "simt/events/line_list.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstddef>

namespace simt::events {

std::string line_list(const std::vector<uint32_t>& lines) {
  std::vector<std::string> parts;
  for (size_t first = 0; first < lines.size();) {
    size_t last = first;
    while (last + 1 < lines.size() && lines[last + 1] == lines[last] + 1) ++last;
    if (last == first + 1) last = first;  // "3 and 4"
    parts.push_back(first == last ? fmt::to_string(lines[first])
                                  : fmt::format("{} to {}", lines[first], lines[last]));
    first = last + 1;
  }
  const std::string end = parts.back();
  parts.pop_back();
  return fmt::format("line{} {}{}{}", lines.size() == 1 ? "" : "s", fmt::join(parts, ", "),
                     parts.empty() ? "" : " and ", end);
}

}  // namespace simt::events
