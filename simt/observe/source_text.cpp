#include "simt/observe/source_text.h"

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>

namespace simt::observe {
namespace {

bool is_source(const std::string& path) {
  constexpr std::uintmax_t most = 8 << 20;
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return false;
  const std::uintmax_t size = std::filesystem::file_size(path, error);
  return !error && size > 0 && size <= most;
}

}  // namespace

std::string read_source(const std::string& path) {
  if (!is_source(path)) return {};
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

}  // namespace simt::observe
