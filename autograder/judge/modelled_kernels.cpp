#include "autograder/judge/modelled_kernels.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>

#include "simt/model/facts.h"
#include "simt/model/occupancy_advice.h"

namespace warplab {
namespace {

// A kernel's name, and what its blocks take: launches that agree in these are one row.
using KernelKey = std::tuple<std::string_view, std::uint32_t, std::uint32_t, std::uint32_t>;

void add_launch(KernelOnGpu& kernel, const gpu::KernelRun& run,
                const simt::model::LaunchFacts& facts) {
  kernel.kernel = run.kernel;
  kernel.block = {facts.threads, facts.registers, facts.shared_bytes};
  ++kernel.launches;
  kernel.seconds += run.seconds;
}

}  // namespace

ModelledKernels modelled_kernels(const gpu::PlayReport& report, const simt::model::Target& target) {
  std::map<KernelKey, KernelOnGpu> by_key;
  for (const gpu::KernelRun& run : report.runs) {
    if (!run.facts) continue;
    const simt::model::LaunchFacts& facts = *run.facts;
    add_launch(by_key[{run.kernel, facts.threads, facts.registers, facts.shared_bytes}], run,
               facts);
  }
  ModelledKernels modelled;
  for (auto& [key, kernel] : by_key) {
    kernel.occupancy = simt::model::advise_on_occupancy(target, kernel.block);
    if (kernel.occupancy.now.blocks_per_sm > 0) modelled.kernels.push_back(std::move(kernel));
  }
  if (!modelled.kernels.empty()) modelled.gpu = target.full_name;
  std::ranges::stable_sort(modelled.kernels, std::ranges::greater(), &KernelOnGpu::seconds);
  return modelled;
}

}  // namespace warplab
