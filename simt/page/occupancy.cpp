#include "simt/page/occupancy.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "common/numbers.h"
#include "common/wrap.h"
#include "simt/model/occupancy_advice.h"
#include "simt/page/html.h"

namespace simt::page {
namespace {

using model::BlocksWith;
using model::KernelOnGpu;
using model::OccupancyLimit;
using warplab::counted;

constexpr std::size_t longest_kernel = 200;  // characters of its name

const char* text_of_limit(OccupancyLimit limit) {
  switch (limit) {
    case OccupancyLimit::threads:
      return "threads";
    case OccupancyLimit::registers:
      return "registers";
    case OccupancyLimit::shared_memory:
      return "shared memory";
    case OccupancyLimit::blocks:
      return "number of blocks";
  }
  return "";
}

std::string text_of_limits(const std::vector<OccupancyLimit>& limits) {
  std::string text;
  for (const OccupancyLimit limit : limits)
    text += (text.empty() ? "" : ", ") + std::string(text_of_limit(limit));
  return text;
}

// "no change", "6 blocks"
std::string effect(const BlocksWith& less, std::uint32_t now) {
  return less.blocks_per_sm == now ? "no change"
                                   : counted(less.blocks_per_sm, "1 block", "{} blocks");
}

// What `what`, a step down, does; where it takes more than that, how far down is another block.
std::string advice_on(const std::string& what, const std::optional<BlocksWith>& less,
                      const std::optional<BlocksWith>& enough, const char* one, const char* many,
                      std::uint32_t now) {
  if (!less) return {};
  std::string text = what + ": " + effect(*less, now);
  if (enough && enough->amount < less->amount)
    text += fmt::format("; {}: {}", counted(enough->amount, one, many), effect(*enough, now));
  return text;
}

std::string occupancy_row(const KernelOnGpu& kernel) {
  const model::OccupancyAdvice& all = kernel.occupancy;
  return fmt::format(
      "<tr>{}<td class=\"number\">{}</td><td class=\"number\">{}</td><td class=\"number\">{}</td>"
      "<td class=\"number\">{} of {} ({:.0f} %)</td><td>{}</td><td class=\"lines\">{}</td></tr>\n",
      kernel_head(kernel), kernel.block.registers, kernel.block.shared_bytes, all.now.blocks_per_sm,
      all.now.warps_per_sm, all.most_warps, 100 * all.now.fraction, text_of_limits(all.limited_by),
      occupancy_advice(kernel));
}

}  // namespace

std::string kernel_head(const KernelOnGpu& kernel) {
  const std::string name = warplab::cut(kernel.kernel, longest_kernel);
  return fmt::format("<th scope=\"row\" class=\"kernel\"><code>{}</code><br>blocks of {}</th>",
                     escape(name), counted(kernel.block.threads, "1 thread", "{} threads"));
}

std::string occupancy_advice(const KernelOnGpu& kernel) {
  const model::OccupancyAdvice& all = kernel.occupancy;
  const std::uint32_t now = all.now.blocks_per_sm;
  const bool is_all = all.kib_less && all.kib_less->amount == 0;
  const std::string registers = advice_on("1 register fewer", all.register_less,
                                          all.fewer_registers, "1 register", "{} registers", now);
  const std::string shared = advice_on(is_all ? "no shared memory" : "1 KiB less shared memory",
                                       all.kib_less, all.less_shared, "1 byte", "{} bytes", now);
  return registers + (registers.empty() || shared.empty() ? "" : "\n") + shared;
}

std::string occupancy_view(const model::ModelledKernels& all, const std::string& whose) {
  const std::vector<KernelOnGpu>& kernels = all.kernels;
  if (kernels.empty()) return {};
  const std::size_t told = std::min(kernels.size(), most_kernels);
  std::string rows;
  for (std::size_t k = 0; k < told; ++k) rows += occupancy_row(kernels[k]);
  const std::string more =
      told == kernels.size()
          ? ""
          : fmt::format("<p>{} left out, which take less time than these.</p>\n",
                        counted(kernels.size() - told, "1 more row is", "{} more rows are"));
  const std::string name = "Occupancy of " + escape(whose);
  const std::string table = scrolled_table(
      {.label = name,
       .caption = name,
       .columns = {"kernel", number_head("registers per thread"),
                   number_head("bytes of shared memory per block"), number_head("blocks per SM"),
                   number_head("warps per SM"), "limited by", "with less, per SM"},
       .rows = rows});
  return fmt::format(
      "<h3>Occupancy</h3>\n<p>A multiprocessor (SM) of the {} has room for {}; occupancy is the "
      "share that a kernel fills. While one warp waits for memory, others work. Above half or so, "
      "other things decide.</p>\n{}\n<p class=\"small\">Registers are estimated from PTX: a "
      "compiler may need fewer. Limits are those of the CUDA C++ Programming Guide.</p>\n{}",
      escape(all.gpu), counted(kernels[0].occupancy.most_warps, "1 warp", "{} warps"), table, more);
}

}  // namespace simt::page
