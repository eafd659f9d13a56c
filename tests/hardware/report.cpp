// Prints the table of docs/simt-accuracy.md: times that were measured on the H200 and that simt
// models. Minutes, for it runs the large launches too.
//
//   hardware_report [folder of kernels.ptx and h200.json]
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "tests/hardware/simulate.h"

int main(int argc, char** argv) {
  const std::string folder = argc > 1 ? argv[1] : "tests/hardware";
  const nlohmann::json recording = hardware::read_recording(folder);
  hardware::Simulator simulator(folder);
  for (const char* size : {"small", "large"}) {
    fmt::print("| kernel, {} launch | measured, us | modelled, us | ratio | bound by |\n", size);
    fmt::print("|---|---|---|---|---|\n");
    for (const auto& spec : hardware::make_launches(size == std::string("large"))) {
      const simt::model::KernelTime time = *simulator.run(spec).result.time;
      const double measured = recording[size][spec.kernel]["time_us"];
      const double modelled = time.seconds * 1e6;
      fmt::print("| {} | {:.1f} | {:.1f} | {:.2f} | {} |\n", spec.kernel, measured, modelled,
                 modelled / measured, time.bound);
    }
    fmt::print("\n");
  }
}
