#include "autograder/judge/gpu/modelled_kernels.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "simt/model/facts.h"
#include "simt/model/roofline.h"
#include "simt/model/timing.h"

namespace warplab {

namespace {

// What helps against what limits a kernel (simt/model/timing.cpp).
struct Remedy {
  std::string_view bound, next;
};
constexpr std::array<Remedy, 8> remedies = {{
    {"memory", "only fewer bytes help: load each of them once, from as few sectors as hold it"},
    {"L2",
     "load less from global memory: neighbouring lanes from neighbouring addresses, and what "
     "several threads read once for all of them"},
    {"L1", "load more per request, as float4, or keep in registers what is used again"},
    {"shared memory",
     "avoid bank conflicts, load more per request, or keep in registers what is "
     "used again"},
    {"latency",
     "have more loads under way: several per thread before the first is used, or more "
     "warps per multiprocessor"},
    {"atomics", "add up in the block first, and to global memory once"},
    {"block starts", "start fewer blocks, and let each thread do more"},
    {"launch", "launch fewer kernels, each of which does more"},
}};

// "k" of "(anonymous namespace)::k(float*)".
std::string without_parameters(std::string kernel) {
  constexpr std::string_view nameless = "(anonymous namespace)::";
  for (std::size_t at = kernel.find(nameless); at != std::string::npos;
       at = kernel.find(nameless, at))
    kernel.erase(at, nameless.size());
  const std::size_t end = kernel.find('(');
  return end == 0 ? kernel : kernel.substr(0, end);
}

}  // namespace

using simt::model::ModelledLaunch;
using simt::model::Target;

simt::model::ModelledKernels modelled_kernels(const gpu::ExecutionReport& report,
                                              const Target& target) {
  std::vector<ModelledLaunch> launches;
  for (const gpu::KernelRun& run : report.runs) {
    if (!run.facts) continue;
    const simt::model::LaunchFacts& facts = *run.facts;
    launches.push_back({run.kernel,
                        {facts.threads, facts.registers, facts.shared_bytes},
                        run.seconds,
                        simt::model::roofline_counts(target, facts),
                        simt::model::kernel_time(target, facts).bound});
  }
  return simt::model::modelled_kernels(launches, target);
}

void explain_slow_kernel(Scorecard& card, double total_s) {
  const auto& kernels = card.result.kernels.kernels;
  if (!card.speed || card.speed->passed || card.speed->max_points <= 0 || kernels.empty() ||
      !card.speed->notes.empty() || kernels.front().seconds < total_s / 2)
    return;
  const simt::model::KernelOnGpu& slowest = kernels.front();
  const auto remedy = std::ranges::find(remedies, slowest.bound, &Remedy::bound);
  card.speed->notes = {fmt::format(
      "{:.0f} % of it is {}, limited most by {}", 100 * slowest.seconds / total_s,
      without_parameters(slowest.kernel),
      remedy == remedies.end() ? "its instructions (" + slowest.bound + ")" : slowest.bound)};
  card.speed->next =
      remedy == remedies.end()
          ? "compute less per thread: move what is the same in each iteration out of the loop"
          : remedy->next;
}

}  // namespace warplab
