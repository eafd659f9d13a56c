// simt devices: the targets as a table.
#include <fmt/format.h>

#include "simt/model/target.h"
#include "simt/tools/commands.h"

namespace simt::tools {

int list_devices() {
  constexpr double giga = 1e9, mega = 1e6, kibi = 1024, mebi = kibi * 1024, gibi = mebi * 1024;
  fmt::print("{:<9}{:>4}{:>6}{:>8}{:>9}{:>10}{:>9}{:>12}{:>12}\n", "name", "sm", "SMs", "MHz",
             "memory", "GB/s", "L2", "shared/SM", "FP32");
  for (const model::Target& t : model::targets()) {
    const double flops = 2 * t.fp32_per_sm * t.sms * t.clock_hz;
    fmt::print(
        "{:<9}{:>4}{:>6}{:>8.0f}{:>6.0f} GB{:>10.0f}{:>6.0f} MB{:>9.0f} KB{:>5.1f} TFLOP/s\n",
        t.name, fmt::format("{}{}", t.major, t.minor), t.sms, t.clock_hz / mega,
        static_cast<double>(t.memory_bytes) / gibi, t.memory_bytes_per_s / giga,
        static_cast<double>(t.l2_bytes) / mebi, t.shared_per_sm / kibi, flops / 1e12);
  }
  return 0;
}

}  // namespace simt::tools
