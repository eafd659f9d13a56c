#include "simt/observe/finding.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>

namespace simt::observe {
namespace {

constexpr size_t width = 100;
constexpr size_t margin = 14;  // of the column behind the labels

struct Row {
  std::string_view name, advice;
};
constexpr Row rows[] = {
#define FINDING(enumerator, name, advice) {name, advice},
#include "simt/observe/findings.def"
#undef FINDING
};

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

std::string side_text(const Site& site) {
  std::string text = place_of(site);
  if (!text.empty()) text += ", ";
  text += "block " + index_text(site.block) + ", thread " + index_text(site.thread);
  if (!site.access.empty()) text += ": " + site.access;
  return text;
}

auto order_of(const Finding& f) {
  return std::tuple(f.where.block.z, f.where.block.y, f.where.block.x, f.where.thread.z,
                    f.where.thread.y, f.where.thread.x);
}

bool same_bug(const Finding& a, const Finding& b) {
  const auto same_line = [](const Site& x, const Site& y) {
    return x.line == y.line && x.file == y.file;
  };
  if (a.kind != b.kind || a.kernel != b.kernel) return false;
  if (a.other.has_value() != b.other.has_value()) return false;
  // Which of two accesses comes second is chance.
  if (a.other)
    return (same_line(a.where, b.where) && same_line(*a.other, *b.other)) ||
           (same_line(a.where, *b.other) && same_line(*a.other, b.where));
  if (!same_line(a.where, b.where)) return false;
  // Without a line, what was said tells one bug from another.
  return a.where.line != 0 || a.what == b.what;
}

}  // namespace

std::string_view name_of(FindingKind kind) { return rows[static_cast<size_t>(kind)].name; }
std::string_view advice_of(FindingKind kind) { return rows[static_cast<size_t>(kind)].advice; }

std::string Finding::text() const {
  std::string out = fmt::format("simt: {}: ", name_of(kind));
  const std::string place = place_of(where);
  if (!place.empty()) out += place + ": ";
  out += what + '\n';
  if (!kernel.empty()) {
    append(out, "kernel", kernel);
    append(out, "here", side_text(where));
  }
  if (other) append(out, "other side", kernel.empty() ? place_of(*other) : side_text(*other));
  if (has_address)
    append(
        out, "address",
        space.empty() ? fmt::format("{:#x}", address) : fmt::format("{:#x}, {}", address, space));
  if (!allocation.empty()) append(out, "allocation", allocation);
  append(out, "next step", advice_of(kind));
  if (count > 1) append(out, "found", fmt::format("{} times", count));
  return out;
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
  // Kernels in the order in which they were seen first, then lines.
  std::vector<std::string> kernels;
  for (const Finding& f : all)
    if (std::find(kernels.begin(), kernels.end(), f.kernel) == kernels.end())
      kernels.push_back(f.kernel);
  const auto key = [&](const Finding& f) {
    const auto kernel = std::find(kernels.begin(), kernels.end(), f.kernel) - kernels.begin();
    return std::tuple(kernel, std::string_view(f.where.file), f.where.line, f.kind,
                      f.other ? f.other->line : 0);
  };
  std::stable_sort(all.begin(), all.end(),
                   [&](const Finding& a, const Finding& b) { return key(a) < key(b); });
  return all;
}

bool Findings::empty() const {
  const std::lock_guard lock(mutex_);
  return findings_.empty();
}

}  // namespace simt::observe
