// bench: measures what the project promises, and compares it with the limits that it promises.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <exception>
#include <string>
#include <vector>

#include "tests/bench/class_bench.h"
#include "tests/bench/convolution_bench.h"
#include "tests/bench/grader_bench.h"
#include "tests/bench/parts.h"
#include "tests/bench/simt_bench.h"
#include "tests/bench/table.h"

namespace {

using warplab::bench::Part;

// The grader first: OpenMP's threads are not there yet.
constexpr Part parts[] = {{"grader", warplab::bench::measure_grader},
                          {"watch", warplab::bench::measure_watch},
                          {"class", warplab::bench::measure_class},
                          {"large-class", warplab::bench::measure_large_class},
                          {"simt", warplab::bench::measure_simt},
                          {"convolution", warplab::bench::measure_convolution}};

}  // namespace

int main(int argc, char** argv) {
  CLI::App app(
      "Measures the solutions, the grader and the simulator. Figures are medians; ratios are "
      "medians of "
      "ratios of runs that follow each other.");
  std::vector<std::string> names, asked;
  for (const Part& part : parts) names.emplace_back(part.name);
  app.add_option("part", asked, "only these of " + fmt::format("{}", fmt::join(names, ", ")))
      ->check(CLI::IsMember(names));
  std::string json;
  bool is_strict = false;
  app.add_option("--json", json, "also write the table to this file");
  app.add_flag("--strict", is_strict, "exit with 1 if a limit is missed");
  CLI11_PARSE(app, argc, argv);
  try {
    std::vector<Part> chosen;
    for (const Part& part : parts)
      if (asked.empty() || std::ranges::find(asked, part.name) != asked.end())
        chosen.push_back(part);
    const auto [machine, table] = warplab::bench::measure(chosen);
    warplab::bench::print(table);
    if (!json.empty()) warplab::bench::write_json(table, machine, json);
    return is_strict && !warplab::bench::all_pass(table) ? 1 : 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench: {}\n", error.what());
    return 1;
  }
}
