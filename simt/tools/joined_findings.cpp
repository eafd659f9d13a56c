#include "simt/tools/joined_findings.h"

#include <algorithm>

namespace simt::tools {

std::vector<JoinedFinding> join_findings(const std::vector<session::ProcessResults>& processes) {
  std::vector<JoinedFinding> joined;
  for (std::size_t p = 0; p < processes.size(); ++p)
    for (const events::Finding& finding : processes[p].findings) {
      const auto known = std::ranges::find_if(joined, [&finding](const JoinedFinding& each) {
        return events::same_bug(each.finding, finding);
      });
      if (known == joined.end()) {
        joined.push_back({finding, {p}});
        continue;
      }
      known->finding.count += finding.count;
      if (known->processes.back() != p) known->processes.push_back(p);
    }
  return joined;
}

std::size_t count_of(const std::vector<JoinedFinding>& findings, Standing standing) {
  return static_cast<std::size_t>(std::ranges::count(findings, standing, &JoinedFinding::standing));
}

}  // namespace simt::tools
