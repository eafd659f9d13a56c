#include "autograder/judge/modelled_kernels.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>

#include "simt/model/facts.h"
#include "simt/model/occupancy_advice.h"
#include "simt/model/roofline.h"
#include "simt/model/timing.h"

namespace warplab {
namespace {

using simt::model::Target;

// A kernel's name, and what its blocks take: launches that agree in these are one row.
using KernelKey = std::tuple<std::string_view, std::uint32_t, std::uint32_t, std::uint32_t>;

// Launches of a kernel, added up.
struct Launches {
  std::size_t count = 0;
  double seconds = 0;
  simt::model::RooflineCounts counts;
  const gpu::KernelRun* longest = nullptr;
};

void add_launch(Launches& launches, const gpu::KernelRun& run, const Target& target) {
  const simt::model::RooflineCounts more = simt::model::roofline_counts(target, *run.facts);
  ++launches.count;
  launches.seconds += run.seconds;
  launches.counts.instructions += more.instructions;
  launches.counts.l2_bytes += more.l2_bytes;
  launches.counts.memory_bytes += more.memory_bytes;
  if (launches.longest == nullptr || run.seconds > launches.longest->seconds)
    launches.longest = &run;
}

KernelOnGpu describe(const Launches& launches, const Target& target) {
  const simt::model::LaunchFacts& facts = *launches.longest->facts;
  KernelOnGpu kernel;
  kernel.kernel = launches.longest->kernel;
  kernel.block = {facts.threads, facts.registers, facts.shared_bytes};
  kernel.launches = launches.count;
  kernel.seconds = launches.seconds;
  kernel.occupancy = simt::model::advise_on_occupancy(target, kernel.block);
  kernel.point = simt::model::roofline_point(simt::model::roofline_of(target), launches.counts,
                                             launches.seconds);
  kernel.bound = simt::model::kernel_time(target, facts).bound;
  return kernel;
}

}  // namespace

ModelledKernels modelled_kernels(const gpu::PlayReport& report, const Target& target) {
  std::map<KernelKey, Launches> by_key;
  for (const gpu::KernelRun& run : report.runs) {
    if (!run.facts) continue;
    const simt::model::LaunchFacts& facts = *run.facts;
    add_launch(by_key[{run.kernel, facts.threads, facts.registers, facts.shared_bytes}], run,
               target);
  }
  ModelledKernels modelled;
  for (const auto& [key, launches] : by_key) {
    KernelOnGpu kernel = describe(launches, target);
    if (kernel.occupancy.now.blocks_per_sm > 0) modelled.kernels.push_back(std::move(kernel));
  }
  if (modelled.kernels.empty()) return modelled;
  modelled.gpu = target.full_name;
  modelled.roofline = simt::model::roofline_of(target);
  std::ranges::stable_sort(modelled.kernels, std::ranges::greater(), &KernelOnGpu::seconds);
  return modelled;
}

}  // namespace warplab
