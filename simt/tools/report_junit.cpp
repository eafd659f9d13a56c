#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "common/junit.h"
#include "common/numbers.h"
#include "simt/tools/report.h"
#include "simt/tools/reports.h"

namespace simt::tools {
namespace {

using warplab::JunitTest;

// The new ones among those of a process, as it has them itself.
std::vector<events::Finding> new_findings(const ProgramEnd& end, std::size_t process) {
  std::vector<events::Finding> findings;
  for (const JoinedFinding& joined : end.findings) {
    if (joined.standing != Standing::fresh) continue;
    for (const events::Finding& own : end.processes[process].findings)
      if (events::same_bug(own, joined.finding)) findings.push_back(own);
  }
  return findings;
}

JunitTest test_of(const ProgramEnd& end, std::size_t number) {
  const session::ProcessResults& process = end.processes[number];
  JunitTest test;
  test.name = command_text(process);
  test.class_name = "simt.check";
  test.seconds = std::max(0.0, process.ended - process.began);
  const std::vector<events::Finding> findings = new_findings(end, number);
  for (const events::Finding& finding : findings)
    test.text += (test.text.empty() ? "" : "\n") + with_short_paths(finding).text();
  const std::string cut_short = end.cut_short(process);
  if (!findings.empty()) {
    test.outcome = JunitTest::Outcome::failed;
    test.type = events::name_of(findings.front().kind);
    test.message = with_short_paths(findings.front()).headline();
    if (findings.size() > 1)
      test.message +=
          ", and " + warplab::counted(findings.size() - 1, "1 more finding", "{} more findings");
    if (!cut_short.empty()) test.text += "\nThe program is not complete: " + cut_short + "\n";
  } else if (!cut_short.empty()) {
    test.outcome = JunitTest::Outcome::error;
    test.type = "incomplete";
    test.message = "the program is not complete: " + cut_short;
    test.text = test.message;
  }
  return test;
}

}  // namespace

std::string check_junit(const ProgramEnd& end) {
  warplab::JunitSuite suite;
  suite.name = "simt check";
  suite.properties = {{"exit_code", std::to_string(end.exit_code)},
                      {"known", std::to_string(count_of(end.findings, Standing::known))},
                      {"suppressed", std::to_string(count_of(end.findings, Standing::suppressed))}};
  std::map<std::string, std::size_t> names;
  double first = 0, last = 0;
  for (std::size_t p = 0; p < end.processes.size(); ++p) {
    JunitTest test = test_of(end, p);
    // Readers join those of one name.
    if (const std::size_t times = ++names[test.name]; times > 1)
      test.name += fmt::format(" #{}", times);
    suite.tests.push_back(std::move(test));
    if (p == 0) first = end.processes[p].began;
    last = std::max(last, end.processes[p].ended);
  }
  suite.seconds = last - first;
  return warplab::junit_xml("simt", {suite});
}

}  // namespace simt::tools
