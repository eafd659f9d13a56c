#include "autograder/classroom/near_name.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <filesystem>
#include <string_view>

namespace fs = std::filesystem;

namespace warplab {
namespace {

std::string small_letters(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

bool drop_end(std::string& text, std::string_view end) {
  if (text.size() <= end.size() || !text.ends_with(end)) return false;
  text.resize(text.size() - end.size());
  return true;
}

// "convolution (1)", "inner_loop-2" and "shared 3" without the number.
bool drop_copy_number(std::string& stem) {
  std::string rest = stem;
  const bool is_bracketed = drop_end(rest, ")");
  const std::size_t digits = rest.size();
  while (!rest.empty() && std::isdigit(static_cast<unsigned char>(rest.back())) != 0)
    rest.pop_back();
  if (rest.size() == digits) return false;
  const bool is_number =
      is_bracketed ? drop_end(rest, "(") : drop_end(rest, "-") || drop_end(rest, " ");
  if (!is_number) return false;
  while (drop_end(rest, " ")) {
  }
  stem = rest;
  return true;
}

// A name without what is_nearly() does not mind.
std::string core_of(const std::string& name) {
  std::string core = small_letters(name);
  while (drop_end(core, ".txt")) {
  }
  std::string suffix = fs::path(core).extension();
  std::string stem = core.substr(0, core.size() - suffix.size());
  for (std::string before; before != stem;) {
    before = stem;
    drop_copy_number(stem);
    for (const char* mark : {" - copy", " copy", "_copy", " - kopie"}) drop_end(stem, mark);
  }
  return stem + suffix;
}

}  // namespace

bool is_nearly(const std::string& name, const std::string& wanted) {
  return name == wanted || core_of(name) == core_of(wanted);
}

}  // namespace warplab
