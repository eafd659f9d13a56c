#include "simt/model/modelled_kernels.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>

namespace simt::model {
namespace {

// A kernel's name, and what its blocks take: launches that agree in these are one row.
using KernelKey = std::tuple<std::string_view, uint32_t, uint32_t, uint32_t>;

struct Sum {
  std::size_t launches = 0;
  double seconds = 0;
  RooflineCounts counts;
  const ModelledLaunch* longest = nullptr;
};

void add_launch(Sum& sum, const ModelledLaunch& launch) {
  ++sum.launches;
  sum.seconds += launch.seconds;
  sum.counts.instructions += launch.counts.instructions;
  sum.counts.l2_bytes += launch.counts.l2_bytes;
  sum.counts.memory_bytes += launch.counts.memory_bytes;
  if (sum.longest == nullptr || launch.seconds > sum.longest->seconds) sum.longest = &launch;
}

KernelOnGpu describe(const Sum& sum, const Target& target) {
  KernelOnGpu kernel;
  kernel.kernel = sum.longest->kernel;
  kernel.block = sum.longest->block;
  kernel.launches = sum.launches;
  kernel.seconds = sum.seconds;
  kernel.occupancy = advise_on_occupancy(target, kernel.block);
  kernel.point = roofline_point(roofline_of(target), sum.counts, sum.seconds);
  kernel.bound = sum.longest->bound;
  return kernel;
}

}  // namespace

ModelledKernels modelled_kernels(const std::vector<ModelledLaunch>& launches,
                                 const Target& target) {
  std::map<KernelKey, Sum> by_key;
  for (const ModelledLaunch& launch : launches) {
    const BlockNeeds& block = launch.block;
    add_launch(by_key[{launch.kernel, block.threads, block.registers, block.shared_bytes}], launch);
  }
  ModelledKernels modelled;
  for (const auto& [key, sum] : by_key) {
    KernelOnGpu kernel = describe(sum, target);
    if (kernel.occupancy.now.blocks_per_sm > 0) modelled.kernels.push_back(std::move(kernel));
  }
  if (modelled.kernels.empty()) return modelled;
  modelled.gpu = target.full_name;
  modelled.roofline = roofline_of(target);
  std::ranges::stable_sort(modelled.kernels, std::ranges::greater(), &KernelOnGpu::seconds);
  return modelled;
}

}  // namespace simt::model
