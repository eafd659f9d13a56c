#include "tests/bench/table.h"

#include <fmt/core.h>

#include <algorithm>
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

void write_json(const Table& table, const std::filesystem::path& file) {
  nlohmann::json entries = nlohmann::json::array();
  for (const Entry& entry : table) {
    entries.push_back({{"name", entry.name},
                       {"value", entry.value},
                       {"unit", entry.unit},
                       {"limit", entry.limit ? nlohmann::json(*entry.limit) : nullptr},
                       {"at_least", entry.at_least},
                       {"pass", entry.passes()}});
  }
  std::ofstream out(file);
  out << entries.dump(2) << '\n';
  if (!out.flush()) {
    throw std::runtime_error(
        fmt::format("cannot write {}: does the folder exist, and is there space?", file.string()));
  }
}

bool all_pass(const Table& table) {
  return std::all_of(table.begin(), table.end(), [](const Entry& e) { return e.passes(); });
}

}  // namespace warplab::bench
