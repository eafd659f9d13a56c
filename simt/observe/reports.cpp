#include "simt/observe/reports.h"

#include <fmt/format.h>

#include <tuple>

#include "simt/memory/place.h"
#include "simt/ptx/computed_lines.h"

namespace simt::observe {
namespace {

const char* name_of_space(ptx::Space space) {
  switch (space) {
    case ptx::Space::shared:
      return "shared memory";
    case ptx::Space::local:
      return "local memory";
    default:
      return "global memory";
  }
}

// "; copies and memsets filled the first 64 of its 256 bytes, ..."; empty where they filled none.
std::string describe_filled(const memory::AddressSpace& memory, const Report& report,
                            ptx::Type read) {
  const memory::Allocation* const a = memory.find(report.address);
  if (report.filled == 0 || a == nullptr) return {};
  const uint64_t element = ptx::size_of(read);
  return fmt::format("; copies and memsets filled the first {} of its {}{}", report.filled,
                     memory::count_bytes(a->size),
                     element > 1 && report.filled * element == a->size
                         ? fmt::format(", one of {}: they count bytes, not elements", element)
                         : "");
}

events::Finding make_finding(const LaunchContext& context, const Report& report) {
  events::Finding f;
  f.kind = report.kind;
  f.kernel = context.info->name;
  f.where = site_of(context, report.here);
  f.space = ptx::name_of(report.space);
  f.address = report.address;
  f.has_address = true;
  if (report.space == ptx::Space::global) {
    f.allocation = describe_allocation(*context.memory, report.address);
    if (const memory::Allocation* const found = context.memory->find(report.address))
      f.allocation_begin = found->begin;
  }
  const std::string access = fmt::format("{} of {}", f.where.access, name_of_space(report.space));
  const AccessSite& site = (*context.sites)[report.here.site];
  if (report.here.site) f.instruction = &site.function->instructions[site.pc];
  if (report.kind == events::FindingKind::uninitialised_shared && report.here.site)
    f.written_in = ptx::lines_of_shared_stores(*context.info->module, *site.function, site.pc);
  if (report.kind == events::FindingKind::out_of_bounds) {
    f.computed_in = ptx::lines_of_address(*site.function, site.pc);
    f.what =
        fmt::format("{}: {}", access, context.arrays->describe(report.here.site, report.address));
    f.miss = context.arrays->miss_of(report.here.site, report.address);
    return f;
  }
  if (!report.other.site) {
    f.what = fmt::format("{} {}", access, report.why);
    if (f.where.line == 0) return f;
    f.what += describe_filled(*context.memory, report, site.function->instructions[site.pc].type());
    if (report.kind == events::FindingKind::uninitialised_shared)
      f.what +=
          ": " +
          SharedArrays(*context.info, *context.sites).locate(report.here.site, report.address);
    return f;
  }
  f.other = site_of(context, report.other);
  f.what = fmt::format("{}, {} {}: {}", access, f.other->access,
                       events::place_from(f.where, *f.other), report.why);
  return f;
}

}  // namespace

events::Site site_of(const LaunchContext& context, const Access& access) {
  events::Site site;
  const events::Index3& grid = context.info->grid;
  const uint64_t row = access.block / grid.x;
  site.block = {static_cast<uint32_t>(access.block % grid.x), static_cast<uint32_t>(row % grid.y),
                static_cast<uint32_t>(row / grid.y)};
  site.thread = context.info->thread(access.thread / 32, access.thread % 32);
  if (!access.site) return site;
  const AccessSite& s = (*context.sites)[access.site];
  site.file = context.info->module->file_of(s.line());
  site.line = s.line().line;
  site.column = s.line().column;
  site.access = s.describe();
  site.kind = s.kind();
  site.bytes = s.bytes;
  return site;
}

std::string describe_allocation(const memory::AddressSpace& memory, memory::Address address) {
  const memory::Allocation* a = memory.find(address);
  if (!a) return {};
  return fmt::format("{}, {} at {:#x}{}", a->name.empty() ? "memory" : a->name,
                     memory::count_bytes(a->size), a->begin, a->freed ? ", freed" : "");
}

void Reports::add(const Report& report) {
  if (diverted_) return diverted_->push_back(report);
  const auto [known, is_new] =
      place_.try_emplace({report.kind, report.here.site, report.other.site}, counted_.size());
  if (is_new) {
    counted_.push_back({report, 1});
    return;
  }
  Counted& c = counted_[known->second];
  ++c.count;
  if (std::tie(report.here.block, report.here.thread) <
      std::tie(c.first.here.block, c.first.here.thread))
    c.first = report;
}

void Reports::flush() {
  for (const Counted& c : counted_) {
    events::Finding finding = make_finding(context_, c.first);
    finding.count = c.count;
    context_.findings->add(std::move(finding));
  }
  counted_.clear();
  place_.clear();
}

}  // namespace simt::observe
