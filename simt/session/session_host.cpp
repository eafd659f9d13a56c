#include "simt/session/session_host.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string_view>
#include <system_error>
#include <utility>

namespace simt::session {

namespace fs = std::filesystem;

namespace {

std::string contents(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// "NAME=" of "NAME=value"
std::string_view name_in(std::string_view variable) {
  return variable.substr(0, variable.find('=') + 1);
}

}  // namespace

SessionHost::SessionHost(const SessionRequest& request, std::vector<std::string> variables)
    : variables_(std::move(variables)) {
  variables_.push_back(std::string(session_variable) + "=" + folder_.path().string());
  std::ofstream out(folder_.path() / request_file, std::ios::binary);
  out << to_json(request).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  out.close();
  if (!out)
    throw std::system_error(errno, std::generic_category(),
                            "cannot write the request to " + folder_.path().string());
  for (char** entry = environ; *entry != nullptr; ++entry)
    if (std::ranges::none_of(variables_, [&](const std::string& variable) {
          return name_in(variable) == name_in(*entry);
        }))
      environment_.push_back(*entry);
  for (std::string& variable : variables_) environment_.push_back(variable.data());
  environment_.push_back(nullptr);
}

std::vector<ProcessResults> SessionHost::results() const {
  std::vector<ProcessResults> all;
  for (const auto& entry : fs::directory_iterator(folder_.path())) {
    if (!entry.path().filename().string().starts_with(results_prefix)) continue;
    all.push_back(read_results(contents(entry.path())));
  }
  std::ranges::sort(all, {}, [](const ProcessResults& results) {
    return std::pair(results.began, results.process);
  });
  return all;
}

std::vector<DriverUser> SessionHost::driver_users() const {
  std::vector<DriverUser> all;
  for (const auto& entry : fs::directory_iterator(folder_.path())) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(driver_prefix)) continue;
    DriverUser user;
    user.process = std::atoi(name.c_str() + std::string_view(driver_prefix).size());
    std::istringstream words(contents(entry.path()));
    std::string word;
    if (std::getline(words, word, '\0')) user.file = word;
    while (std::getline(words, word, '\0')) user.command.push_back(word);
    all.push_back(std::move(user));
  }
  std::ranges::sort(all, {}, &DriverUser::process);
  return all;
}

}  // namespace simt::session
