#include "simt/tools/baseline.h"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>
#include <cstddef>
#include <utility>

#include "common/escape.h"

namespace simt::tools {
namespace {

KnownLine line_of(const events::Site& site, SourceLines& sources) {
  return {warplab::valid_utf8(source_path(site.file)),
          warplab::valid_utf8(sources.text(site.file, site.line))};
}

// Names of kernels have brackets, which patterns read otherwise.
bool fits(const std::string& pattern, const std::string& text) {
  return pattern.empty() || pattern == text ||
         fnmatch(pattern.c_str(), text.c_str(), FNM_NOESCAPE) == 0;
}

bool is_of(const Suppression& suppression, const KnownLine& line) {
  return fits(suppression.file, line.file) &&
         (suppression.text.empty() || suppression.text == line.text);
}

bool is_of(const Suppression& suppression, const KnownFinding& finding) {
  return suppression.kind == finding.kind && fits(suppression.kernel, finding.kernel) &&
         (is_of(suppression, finding.line) ||
          (finding.other && is_of(suppression, *finding.other)));
}

std::string entry_text(const std::string& kind, const KnownLine& line, const std::string& kernel) {
  std::string text = kind;
  if (!line.file.empty()) text += " in " + line.file;
  if (!kernel.empty()) text += ", kernel " + kernel;
  if (!line.text.empty()) text += ": " + line.text;
  return warplab::visible_line(text);
}

}  // namespace

KnownFinding known_finding(const events::Finding& finding, SourceLines& sources) {
  KnownFinding known;
  known.kind = name_of(finding.kind);
  known.kernel = warplab::valid_utf8(finding.kernel);
  known.line = line_of(finding.where, sources);
  if (!events::has_two_sides(finding)) return known;
  known.other = line_of(*finding.other, sources);
  if (*known.other < known.line) std::swap(*known.other, known.line);
  return known;
}

std::vector<std::string> apply_baseline(const Baseline& baseline,
                                        std::vector<JoinedFinding>& findings) {
  SourceLines sources;
  std::vector<bool> is_used(baseline.suppressions.size());
  std::vector<KnownFinding> left = baseline.known;
  for (JoinedFinding& joined : findings) {
    const KnownFinding finding = known_finding(joined.finding, sources);
    for (std::size_t s = 0; s < baseline.suppressions.size(); ++s) {
      const Suppression& suppression = baseline.suppressions[s];
      if (!is_of(suppression, finding)) continue;
      is_used[s] = true;
      joined.standing = Standing::suppressed;
      joined.reason = suppression.reason;
    }
    if (joined.standing == Standing::suppressed) continue;
    const auto known = std::ranges::find(left, finding);
    if (known == left.end()) continue;
    left.erase(known);
    joined.standing = Standing::known;
  }
  std::vector<std::string> unmatched;
  for (const KnownFinding& known : left)
    unmatched.push_back(entry_text(known.kind, known.line, known.kernel));
  for (std::size_t s = 0; s < baseline.suppressions.size(); ++s) {
    const Suppression& suppression = baseline.suppressions[s];
    if (is_used[s]) continue;
    unmatched.push_back(
        entry_text(suppression.kind, {suppression.file, suppression.text}, suppression.kernel) +
        warplab::visible_line(" (suppressed: " + suppression.reason + ")"));
  }
  return unmatched;
}

Baseline renewed_baseline(const Baseline& baseline, const std::vector<JoinedFinding>& findings) {
  SourceLines sources;
  Baseline renewed{.known = {}, .suppressions = baseline.suppressions};
  for (const JoinedFinding& joined : findings)
    if (joined.standing != Standing::suppressed)
      renewed.known.push_back(known_finding(joined.finding, sources));
  std::ranges::sort(renewed.known);
  return renewed;
}

}  // namespace simt::tools
