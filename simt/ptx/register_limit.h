// nvcc's -maxrregcount, which it tells the assembler alone, said in PTX.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace simt::ptx {

// Gives each kernel that has no directive of its own `.maxnreg <registers>`. Text that is no PTX
// comes back as it is.
inline std::string with_register_limit(std::string_view ptx, std::string_view registers) {
  constexpr std::string_view entry = ".entry ";
  std::string limited;
  for (size_t at; (at = ptx.find(entry)) != ptx.npos;) {
    size_t end = std::min(ptx.find_first_of("({", at), ptx.size());
    if (end < ptx.size() && ptx[end] == '(') end = std::min(ptx.find(')', end), ptx.size() - 1) + 1;
    end = std::min(ptx.find_first_not_of(" \t\r\n", end), ptx.size());
    limited += ptx.substr(0, end);
    if (end < ptx.size() && ptx[end] == '{')
      limited.append(".maxnreg ").append(registers).append("\n");
    ptx.remove_prefix(end);
  }
  return limited.append(ptx);
}

}  // namespace simt::ptx
