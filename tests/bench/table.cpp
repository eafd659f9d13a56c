#include "tests/bench/table.h"

#include <fmt/chrono.h>

#include <algorithm>
#include <ctime>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace warplab::bench {

void print(const Table& table) {
  std::size_t width = 0;
  for (const Entry& entry : table) width = std::max(width, entry.name.size());
  for (const Entry& entry : table) {
    const std::string limit =
        entry.limit ? fmt::format("  at {} {:g}  {}", entry.at_least ? "least" : "most",
                                  *entry.limit, entry.passes() ? "ok" : "MISSED")
                    : "";
    fmt::print("{:{}}  {:10.3f} {:5}{}\n", entry.name, width, entry.value, entry.unit, limit);
  }
}

void write_json(const Table& table, const Machine& machine, const std::filesystem::path& file) {
  nlohmann::json entries = nlohmann::json::array();
  for (const Entry& entry : table) {
    entries.push_back({{"name", entry.name},
                       {"value", entry.value},
                       {"unit", entry.unit},
                       {"limit", entry.limit ? nlohmann::json(*entry.limit) : nullptr},
                       {"at_least", entry.at_least},
                       {"pass", entry.passes()}});
  }
  const nlohmann::ordered_json measured = {
      {"machine", describe(machine)},
      {"date", fmt::format("{:%Y-%m-%d}", fmt::gmtime(std::time(nullptr)))},
      {"commit", machine.commit.empty() ? "unknown" : machine.commit},
      {"entries", entries}};
  std::ofstream out(file);
  out << measured.dump(2) << '\n';
  if (!out.flush()) {
    throw std::runtime_error(
        fmt::format("cannot write {}: does the folder exist, and is there space?", file.string()));
  }
}

bool all_pass(const Table& table) {
  return std::all_of(table.begin(), table.end(), [](const Entry& e) { return e.passes(); });
}

}  // namespace warplab::bench
