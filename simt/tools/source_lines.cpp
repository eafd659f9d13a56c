#include "simt/tools/source_lines.h"

#include <filesystem>
#include <sstream>
#include <system_error>

#include "common/wrap.h"
#include "simt/observe/source_text.h"

namespace simt::tools {
namespace {

namespace fs = std::filesystem;

bool is_outside(const fs::path& relative) {
  return relative.empty() || relative.is_absolute() || *relative.begin() == "..";
}

}  // namespace

std::string source_path(const std::string& file) {
  if (file.empty()) return {};
  const fs::path here = fs::current_path();
  const fs::path path = (here / file).lexically_normal();
  if (const fs::path relative = path.lexically_relative(here); !is_outside(relative))
    return relative.string();
  std::error_code error;
  const fs::path real = fs::weakly_canonical(path, error).lexically_relative(here);
  return error || is_outside(real) ? path.string() : real.string();
}

std::string SourceLines::text(const std::string& file, std::uint32_t line) {
  const auto [known, is_new] = files_.try_emplace(file);
  if (is_new) known->second = warplab::split_lines(observe::read_source(file));
  if (line == 0 || line > known->second.size()) return {};
  std::istringstream words(known->second[line - 1]);
  std::string text;
  for (std::string word; words >> word;) text += (text.empty() ? "" : " ") + word;
  return text;
}

}  // namespace simt::tools
