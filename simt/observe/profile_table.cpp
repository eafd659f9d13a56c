// The terminal's view of a Profile.
#include <fmt/format.h>

#include <algorithm>

#include "common/numbers.h"
#include "simt/observe/launch_groups.h"
#include "simt/observe/profile.h"

namespace simt::observe {
namespace {

using warplab::ratio;
using warplab::with_commas;

constexpr size_t width = 80;
// Fewer than one divergent branch in so many instructions of a line are not worth a word.
constexpr uint64_t rare = 32;

std::string cut(std::string text, size_t columns) {
  if (text.size() <= columns) return text;
  return text.substr(0, columns - 3) + "...";
}

std::string time_text(double seconds) {
  if (seconds < 1e-3) return fmt::format("{:.2f} us", seconds * 1e6);
  if (seconds < 1) return fmt::format("{:.3f} ms", seconds * 1e3);
  return fmt::format("{:.3f} s", seconds);
}

void print_row(std::string& out, const char* name, uint64_t requests, const char* unit,
               uint64_t units, uint64_t conflicts, bool has_conflicts) {
  if (!requests) return;
  out += fmt::format("  {:<15}{:>15} requests {:>15} {:<10} {:>5.1f} each", name,
                     with_commas(requests), with_commas(units), unit, ratio(units, requests));
  if (has_conflicts && conflicts)
    out += fmt::format("\n  {:<40} {:>15} bank conflicts", "", with_commas(conflicts));
  out += '\n';
}

void print_kernel(std::string& out, const LaunchGroup& g) {
  const Metrics& m = g.metrics;
  std::string size = size_text(*g.first);
  if (g.launches > 1) size = fmt::format("{} launches, ", g.launches) + size;
  out += fmt::format("{:<{}} {}\n", cut(g.first->name, width - 1 - size.size()),
                     width - 1 - size.size(), size);
  if (g.seconds > 0)
    out += fmt::format("  {:<15}{:>15} modelled, limited by {}\n", "time", time_text(g.seconds),
                       g.first->bound);
  out += fmt::format("  {:<15}{:>15} of warps, {:.1f} of 32 lanes active\n", "instructions",
                     with_commas(m[Metric::instructions]),
                     ratio(m[Metric::thread_instructions], m[Metric::instructions]));
  print_row(out, "global loads", m[Metric::global_load_requests], "sectors",
            m[Metric::global_load_sectors], 0, false);
  print_row(out, "global stores", m[Metric::global_store_requests], "sectors",
            m[Metric::global_store_sectors], 0, false);
  print_row(out, "global atomics", m[Metric::global_red_requests] + m[Metric::global_atom_requests],
            "sectors", m[Metric::global_red_sectors] + m[Metric::global_atom_sectors], 0, false);
  print_row(out, "local memory", m[Metric::local_load_requests] + m[Metric::local_store_requests],
            "sectors", m[Metric::local_load_sectors] + m[Metric::local_store_sectors], 0, false);
  print_row(out, "shared loads", m[Metric::shared_load_requests], "wavefronts",
            m[Metric::shared_load_wavefronts], m[Metric::shared_load_conflicts], true);
  print_row(out, "shared stores", m[Metric::shared_store_requests], "wavefronts",
            m[Metric::shared_store_wavefronts], m[Metric::shared_store_conflicts], true);
  print_row(out, "shared atomics", m[Metric::shared_atom_requests], "wavefronts",
            m[Metric::shared_atom_wavefronts], m[Metric::shared_atom_conflicts], true);
  if (m[Metric::divergent_branches])
    out += fmt::format("  {:<15}{:>15} times lanes of a warp went different ways\n", "branches",
                       with_commas(m[Metric::divergent_branches]));
  const double occupancy = derived(*g.first, "sm__maximum_warps_per_active_cycle_pct", -1);
  if (occupancy >= 0)
    out += fmt::format("  {:<15}{:>13.0f} % blocks/SM: registers {}, shared {}, warps {}\n",
                       "occupancy", occupancy,
                       derived(*g.first, "launch__occupancy_limit_registers", 0),
                       derived(*g.first, "launch__occupancy_limit_shared_mem", 0),
                       derived(*g.first, "launch__occupancy_limit_warps", 0));
}

// What a line costs beyond what it needs; the lines are sorted by it.
uint64_t cost(const LineProfile& l) {
  const Metrics& m = l.metrics;
  return m[Metric::l2_sectors] + m[Metric::l1_wavefronts] + m[Metric::local_load_sectors] +
         m[Metric::local_store_sectors] + 4 * m[Metric::divergent_branches];
}

std::string advice(const Metrics& m) {
  const uint64_t requests = m[Metric::global_load_requests] + m[Metric::global_store_requests] +
                            m[Metric::global_red_requests] + m[Metric::global_atom_requests];
  if (requests && ratio(m[Metric::l2_sectors], m[Metric::l2_sectors_ideal]) > 1.4)
    return fmt::format(
        "{:.1f} sectors per request where {:.1f} would do: let neighbouring lanes touch\n"
        "neighbouring addresses",
        ratio(m[Metric::l2_sectors], requests), ratio(m[Metric::l2_sectors_ideal], requests));
  if (m[Metric::shared_conflicts])
    return fmt::format(
        "{:.1f} wavefronts where 1 would do: lanes ask one bank for different "
        "words;\npad the rows, or change which lane takes what",
        ratio(m[Metric::l1_wavefronts], std::max<uint64_t>(m[Metric::l1_wavefronts_ideal], 1)));
  if (m[Metric::local_load_sectors] + m[Metric::local_store_sectors])
    return "local memory: an array that is indexed at run time, or too large for\nregisters";
  if (m[Metric::divergent_branches] * rare > m[Metric::instructions])
    return "lanes of a warp take different paths here, one after the other";
  return {};
}

void print_lines(std::string& out, std::vector<LineProfile> lines, size_t shown_lines) {
  std::stable_sort(lines.begin(), lines.end(),
                   [](const LineProfile& a, const LineProfile& b) { return cost(a) > cost(b); });
  if (lines.empty() || cost(lines[0]) == 0) return;
  out += fmt::format("  {:<33}{:>17}{:>14}{:>14}\n", "line", "sectors", "wavefronts", "conflicts");
  size_t shown = 0;
  for (const LineProfile& l : lines) {
    if (cost(l) == 0 || shown++ == shown_lines) break;
    const size_t slash = l.file.rfind('/');
    const std::string place = fmt::format(
        "{}:{}", slash == std::string::npos ? l.file : l.file.substr(slash + 1), l.line);
    out += fmt::format(
        "  {:<33}{:>17}{:>14}{:>14}\n", cut(place, 33),
        with_commas(l.metrics[Metric::l2_sectors] + l.metrics[Metric::local_load_sectors] +
                    l.metrics[Metric::local_store_sectors]),
        with_commas(l.metrics[Metric::l1_wavefronts]),
        with_commas(l.metrics[Metric::shared_conflicts]));
    if (!l.text.empty()) out += "      " + cut(l.text, width - 6) + '\n';
    std::string text = advice(l.metrics);
    for (size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 7))
      text.insert(at + 1, "      ");
    if (!text.empty()) out += "      " + text + '\n';
  }
}

}  // namespace

std::string format_table(const Profile& profile, size_t shown_lines) {
  std::string out;
  for (const LaunchGroup& g : group_launches(profile)) {
    if (!out.empty()) out += '\n';
    print_kernel(out, g);
    print_lines(out, g.lines, shown_lines);
  }
  return out;
}

}  // namespace simt::observe
