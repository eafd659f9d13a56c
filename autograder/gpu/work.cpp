#include "autograder/gpu/work.h"

#include <cmath>

#include "simt/events/finding.h"

namespace warplab::gpu {

using simt::observe::BankMap;
using simt::observe::LineProfile;

Work work_of(const ExecutionReport& report) {
  const auto product = [](const simt::events::Index3& size) {
    return double(size.x) * size.y * size.z;
  };
  Work work;
  for (const KernelRun& run : report.runs) {
    if (!run.profile) continue;
    const double blocks = product(run.profile->grid), threads = product(run.profile->block);
    work.metrics.add(run.profile->metrics);
    work.launches += 1;
    work.blocks += blocks;
    work.warps += blocks * std::ceil(threads / 32);
    work.threads += blocks * threads;
  }
  work.copies = static_cast<double>(report.copies);
  work.transferred = static_cast<double>(report.bytes_in + report.bytes_out);
  work.pageable = static_cast<double>(report.pageable_bytes);
  work.default_stream_calls = static_cast<double>(report.default_stream_calls);
  work.one_stream_has_all = report.one_stream_has_all;
  if (report.elapsed) work.overlap = report.elapsed->overlap;
  return work;
}

LineProfile heaviest_line(const ExecutionReport& report, const Counter& counter) {
  LineProfile heaviest;
  if (counter.of_line == nullptr) return heaviest;
  for (const KernelRun& run : report.runs)
    if (run.profile)
      for (const LineProfile& line : run.profile->lines)
        if (counter.of_line(line.metrics) > counter.of_line(heaviest.metrics)) heaviest = line;
  return heaviest;
}

LineSums count_lines(const ExecutionReport& report, const Counter& counter) {
  LineSums sums;
  if (counter.of_line == nullptr) return sums;
  for (const KernelRun& run : report.runs)
    if (run.profile)
      for (const LineProfile& line : run.profile->lines)
        if (const double count = counter.of_line(line.metrics); count > 0) {
          LineSum& sum = sums[{line.file, line.line}];
          sum.count += count;
          if (counter.ideal_of_line != nullptr)
            sum.ideal = sum.ideal.value_or(0) + counter.ideal_of_line(line.metrics);
        }
  return sums;
}

std::vector<BankMap> worst_requests(const ExecutionReport& report) {
  std::map<std::pair<std::string, std::uint32_t>, const BankMap*> worst;
  for (const KernelRun& run : report.runs)
    if (run.profile)
      for (const LineProfile& line : run.profile->lines) {
        if (!line.bank_map) continue;
        const BankMap*& most = worst[{line.file, line.line}];
        if (most == nullptr || line.bank_map->wavefronts().size() > most->wavefronts().size())
          most = &*line.bank_map;
      }
  std::vector<BankMap> maps;
  for (const auto& [place, map] : worst) maps.push_back(*map);
  return maps;
}

}  // namespace warplab::gpu
