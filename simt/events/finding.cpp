#include "simt/events/finding.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <tuple>
#include <utility>

#include "simt/events/line_list.h"

namespace simt::events {
namespace {

constexpr size_t width = 100;
constexpr size_t margin = 14;  // of the column behind the labels

enum class OtherPlace : uint8_t { side, freed };

struct Row {
  std::string_view name, advice;
  OtherPlace other;
};
constexpr Row rows[] = {
#define FINDING(enumerator, name, status, other, advice) {name, advice, OtherPlace::other},
#include "simt/events/findings.def"
#undef FINDING
};

constexpr std::string_view access_kinds[] = {"other",        "read",         "write",
                                             "atomic",       "async-copy",   "call",
                                             "virtual-call", "grid-barrier", "free"};

std::string place_of(const Site& site) {
  if (site.file.empty()) return {};
  if (site.line == 0) return site.file;
  return fmt::format("{}:{}", site.file, site.line);
}

std::string index_text(const Index3& i) { return fmt::format("({},{},{})", i.x, i.y, i.z); }

// "  label       text", broken between words where it would not fit.
void append(std::string& out, std::string_view label, std::string_view text) {
  out += fmt::format("  {:<{}}", label, margin - 2);
  size_t column = margin;
  while (!text.empty()) {
    const size_t end = std::min(text.find(' '), text.size());
    if (column > margin && column + end > width) {
      out.back() = '\n';  // the blank behind the last word
      out.append(margin, ' ');
      column = margin;
    }
    out.append(text.substr(0, end)).push_back(' ');
    column += end + 1;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  while (out.back() == ' ') out.pop_back();
  out += '\n';
}

std::string thread_text(const Site& site) {
  return "block " + index_text(site.block) + ", thread " + index_text(site.thread);
}

std::string side_text(const Site& site) {
  std::string text = place_of(site);
  if (!text.empty()) text += ", ";
  text += thread_text(site);
  if (!site.access.empty()) text += ": " + site.access;
  return text;
}

bool is_freed(const Finding& finding) {
  return rows[static_cast<size_t>(finding.kind)].other == OtherPlace::freed;
}

bool is_uninitialised(const Finding& finding) {
  return finding.kind == FindingKind::uninitialised_global ||
         finding.kind == FindingKind::uninitialised_shared ||
         finding.kind == FindingKind::uninitialised_local;
}

// Of freed memory the other side is the host's call.
std::string other_text(const Finding& finding, bool has_threads) {
  return is_freed(finding) || !has_threads ? place_of(*finding.other) : side_text(*finding.other);
}

// Where to look besides the line itself.
void add_source_lines(std::vector<Finding::Row>& rows, const Finding& finding) {
  if (!finding.computed_in.empty()) rows.push_back({"comes from", line_list(finding.computed_in)});
  if (!finding.written_in.empty()) rows.push_back({"written by", line_list(finding.written_in)});
}

// Of findings of one bug the first is told, whichever was made first.
auto order_of(const Finding& f) {
  const auto place = [](const Site& site) {
    return std::tuple(site.block.z, site.block.y, site.block.x, site.thread.z, site.thread.y,
                      site.thread.x);
  };
  const Site& other = f.other ? *f.other : f.where;
  return std::tuple(place(f.where), place(other), std::string_view(f.where.access),
                    std::string_view(other.access), f.where.column, other.column);
}

}  // namespace

std::string_view name_of(FindingKind kind) { return rows[static_cast<size_t>(kind)].name; }
std::optional<FindingKind> kind_named(std::string_view name) {
  for (size_t kind = 0; kind < std::size(rows); ++kind)
    if (rows[kind].name == name) return static_cast<FindingKind>(kind);
  return std::nullopt;
}
std::string_view advice_of(FindingKind kind) { return rows[static_cast<size_t>(kind)].advice; }

std::string_view name_of(AccessKind kind) { return access_kinds[static_cast<size_t>(kind)]; }

AccessKind access_kind_from(std::string_view name) {
  const auto* const found = std::find(std::begin(access_kinds), std::end(access_kinds), name);
  return found == std::end(access_kinds) ? AccessKind::other
                                         : static_cast<AccessKind>(found - access_kinds);
}

std::string_view role_of_other(const Finding& finding) {
  if (is_freed(finding)) return "freed";
  return finding.is_divergence ? "missing" : "other side";
}

std::string place_from(const Site& here, const Site& there) {
  if (there.file != here.file) return fmt::format("at {}:{}", there.file, there.line);
  return there.line == here.line ? "on the same line" : fmt::format("in line {}", there.line);
}

void add_divergence(Finding& finding, const std::vector<uint32_t>& condition) {
  Site& other = *finding.other;
  if (other.line == 0) return finding.other.reset();
  finding.is_divergence = true;
  other.access = "branches off";
  finding.what += fmt::format("; thread {} {} {}", index_text(other.thread), other.access,
                              place_from(finding.where, other));
  if (condition.empty() || condition == std::vector{other.line}) return;
  finding.what += ", by a condition of " + line_list(condition);
}

std::string Finding::headline() const {
  const std::string place = place_of(where);
  return fmt::format("{}: {}{}{}", name_of(kind), place, place.empty() ? "" : ": ", what);
}

std::vector<Finding::Row> Finding::rows() const {
  std::vector<Row> rows;
  const bool has_threads = !kernel.empty();  // which of the host's it was is chance
  if (has_threads) rows.push_back({"kernel", kernel});
  if (has_threads) rows.push_back({"here", side_text(where)});
  if (other) rows.push_back({role_of_other(*this), other_text(*this, has_threads)});
  if (has_address)
    rows.push_back({"address", space.empty() ? fmt::format("{:#x}", address)
                                             : fmt::format("{:#x}, {}", address, space)});
  add_source_lines(rows, *this);
  if (!allocation.empty()) rows.push_back({"allocation", allocation});
  rows.push_back({"next step", std::string(advice_of(*this))});
  if (count > 1) rows.push_back({"found", fmt::format("{} times", count)});
  return rows;
}

std::vector<Finding::Row> Finding::brief_rows() const {
  std::vector<Row> rows;
  const bool has_threads = !kernel.empty();
  if (has_threads) rows.push_back({"here", thread_text(where)});
  if (other)
    rows.push_back({role_of_other(*this),
                    is_freed(*this) || !has_threads ? place_of(*other) : thread_text(*other)});
  add_source_lines(rows, *this);
  rows.push_back({"next step", std::string(advice_of(*this))});
  return rows;
}

std::string Finding::text(const std::vector<Row>& more) const {
  std::string out = "simt: " + headline() + '\n';
  for (const auto& [label, text] : rows()) append(out, label, text);
  for (const auto& [label, text] : more) append(out, label, text);
  return out;
}

bool has_two_sides(const Finding& finding) { return finding.other && !finding.is_divergence; }

bool same_bug(const Finding& a, const Finding& b) {
  const auto same_line = [](const Site& x, const Site& y) {
    return x.line == y.line && x.file == y.file;
  };
  if (a.kind != b.kind || a.kernel != b.kernel) return false;
  if (has_two_sides(a) != has_two_sides(b)) return false;
  // Which of two accesses comes second is chance.
  if (has_two_sides(a))
    return (same_line(a.where, b.where) && same_line(*a.other, *b.other)) ||
           (same_line(a.where, *b.other) && same_line(*a.other, b.where));
  if (!same_line(a.where, b.where)) return false;
  if (a.where.line != 0) return true;
  // An access that misses memory again and again says another thing each time. Reads of what nobody wrote say the same,
  // though a loop that was unrolled has several.
  if (a.instruction == nullptr || b.instruction == nullptr || is_uninitialised(a))
    return a.what == b.what;
  return a.instruction == b.instruction;
}

void Findings::add(Finding finding) {
  const std::lock_guard lock(mutex_);
  for (Finding& known : findings_) {
    if (!same_bug(known, finding)) continue;
    const uint64_t count = known.count + finding.count;
    if (order_of(finding) < order_of(known)) known = std::move(finding);
    known.count = count;
    return;
  }
  findings_.push_back(std::move(finding));
}

std::vector<Finding> Findings::take() {
  const std::lock_guard lock(mutex_);
  std::vector<Finding> all = std::exchange(findings_, {});
  // Kernels in the order in which they were seen first, then lines: of two accesses that race the
  // lower one, mostly the one that reads, as chance says which of them comes second.
  std::vector<std::string> kernels;
  for (const Finding& f : all)
    if (std::find(kernels.begin(), kernels.end(), f.kernel) == kernels.end())
      kernels.push_back(f.kernel);
  const auto key = [&](const Finding& f) {
    const auto kernel = std::find(kernels.begin(), kernels.end(), f.kernel) - kernels.begin();
    const auto here = std::pair(std::string_view(f.where.file), f.where.line);
    const auto other =
        has_two_sides(f) ? std::pair(std::string_view(f.other->file), f.other->line) : here;
    return std::tuple(kernel, std::max(here, other), f.kind, std::min(here, other));
  };
  std::stable_sort(all.begin(), all.end(),
                   [&](const Finding& a, const Finding& b) { return key(a) < key(b); });
  return all;
}

bool Findings::empty() const {
  const std::lock_guard lock(mutex_);
  return findings_.empty();
}

}  // namespace simt::events
