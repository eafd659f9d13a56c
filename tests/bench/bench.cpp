// bench: measures what the project promises, and compares it with the limits that it promises.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <exception>
#include <string>

#include "autograder/report/machine.h"
#include "tests/bench/class_bench.h"
#include "tests/bench/convolution_bench.h"
#include "tests/bench/grader_bench.h"
#include "tests/bench/simt_bench.h"
#include "tests/bench/table.h"
#include "tests/checkout.h"

int main(int argc, char** argv) {
  CLI::App app(
      "Measures the solutions, the grader and the simulator. Figures are medians; ratios are "
      "medians of "
      "ratios of runs that follow each other.");
  std::string json;
  bool is_strict = false;
  app.add_option("--json", json, "also write the table to this file");
  app.add_flag("--strict", is_strict, "exit with 1 if a limit is missed");
  CLI11_PARSE(app, argc, argv);
  try {
    warplab::bench::Table table;
    warplab::bench::measure_grader(table);  // first: OpenMP's threads are not there yet
    warplab::bench::measure_class(table);
    warplab::bench::measure_simt(table);
    warplab::bench::measure_convolution(table);
    warplab::bench::print(table);
    if (!json.empty())
      warplab::bench::write_json(table, warplab::read_machine(checkout::root), json);
    return is_strict && !warplab::bench::all_pass(table) ? 1 : 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench: {}\n", error.what());
    return 1;
  }
}
