#include "simt/session/session_host.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string_view>
#include <system_error>
#include <utility>

namespace simt::session {

namespace fs = std::filesystem;

SessionHost::SessionHost(const SessionRequest& request)
    : variable_(std::string(session_variable) + "=" + folder_.path().string()) {
  std::ofstream out(folder_.path() / request_file, std::ios::binary);
  out << to_json(request).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  out.close();
  if (!out)
    throw std::system_error(errno, std::generic_category(),
                            "cannot write the request to " + folder_.path().string());
  const std::string_view name = std::string_view(variable_).substr(0, variable_.find('=') + 1);
  for (char** entry = environ; *entry != nullptr; ++entry)
    if (!std::string_view(*entry).starts_with(name)) environment_.push_back(*entry);
  environment_.push_back(variable_.data());
  environment_.push_back(nullptr);
}

std::vector<ProcessResults> SessionHost::results() const {
  std::vector<ProcessResults> all;
  for (const auto& entry : fs::directory_iterator(folder_.path())) {
    if (!entry.path().filename().string().starts_with(results_prefix)) continue;
    std::ifstream in(entry.path(), std::ios::binary);
    all.push_back(read_results({std::istreambuf_iterator<char>(in), {}}));
  }
  std::ranges::sort(all, {}, [](const ProcessResults& results) {
    return std::pair(results.began, results.process);
  });
  return all;
}

}  // namespace simt::session
