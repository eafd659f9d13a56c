// Findings that are known already, in a file that a project keeps beside its sources:
//   {"simt_baseline": 1,
//    "known": [{"kind": "shared-race", "file": "src/a.cu", "text": "x[i] = y;", "kernel": "sum(int*)",
//               "other": {"file": "src/a.cu", "text": "z = x[j];"}}],
//    "suppressions": [{"kind": "leak", "file": "third_party/*", "reason": "the driver frees it"}]}
// `known` is what an earlier run found, written by `simt check --write-baseline`: an entry stands for one finding, and a
// line counts by its text, not by its number. `suppressions` are written by hand: each stands for any number of
// findings, and says why.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "simt/events/finding.h"
#include "simt/tools/joined_findings.h"
#include "simt/tools/source_lines.h"

namespace simt::tools {

struct KnownLine {
  std::string file, text;
  auto operator<=>(const KnownLine&) const = default;
};

struct KnownFinding {
  KnownLine line;
  std::string kind, kernel;
  std::optional<KnownLine> other;  // of a race, where it is chance which of the two comes first
  auto operator<=>(const KnownFinding&) const = default;
};

struct Suppression {
  std::string kind;
  std::string file, kernel;  // patterns, in which * stands for any text; empty: any
  std::string text;          // of the line; empty: any
  std::string reason;
};

struct Baseline {
  std::vector<KnownFinding> known;
  std::vector<Suppression> suppressions;
};

// Throws UsageError if the file cannot be read, or is not a baseline: with the entry, and what to write.
Baseline read_baseline(const std::filesystem::path& file);
std::string baseline_json(const Baseline& baseline);

// What a baseline knows a finding by.
KnownFinding known_finding(const events::Finding& finding, SourceLines& sources);

// Says of each finding how it stands. Returns the entries that match none, each in a line for a person.
std::vector<std::string> apply_baseline(const Baseline& baseline,
                                        std::vector<JoinedFinding>& findings);

// The same suppressions, and all findings that are not suppressed as known, in the order of their files.
Baseline renewed_baseline(const Baseline& baseline, const std::vector<JoinedFinding>& findings);

}  // namespace simt::tools
