// Line numbers as a person reads them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace simt::events {

// "line 3", "lines 3 to 5 and 9", of numbers in their order, at least one.
std::string line_list(const std::vector<uint32_t>& lines);

}  // namespace simt::events
