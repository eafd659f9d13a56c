// The page of `simt check --html` where it does not hold all there is. tests/simt/tool_test.cpp has those
// that do.
#include "simt/tools/page.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "common/files.h"
#include "simt/events/finding.h"
#include "tests/own_folder.h"
#include "tests/whole_page.h"

namespace simt::tools {
namespace {

TEST(SimtPage, SaysWhatIsLeftOutOfAMegabyte) {
  const std::filesystem::path folder = warplab::own_folder();
  Command command;
  command.request.mode = "check";
  command.program = {"./many"};
  ProgramEnd end;
  end.processes.emplace_back().complete = true;
  std::string text;
  for (int line = 0; line < 900; ++line) text += "int x = '<' + '<' + '<';\n";
  for (int file = 1; file <= 22; ++file) {
    events::Finding finding;
    finding.kind = events::FindingKind::shared_race;
    finding.kernel = std::string(4000, 'k');
    finding.what = std::string(9000, '"');
    finding.where.file = folder / ("file" + std::to_string(file) + ".cu");
    finding.where.line = 7;
    warplab::write_file(finding.where.file, text);
    end.findings.push_back({finding, {0}});
  }
  const std::string page = page_of(command, end, {});
  warplab::expect_whole_page(page);
  const auto expect = [&page](const char* part) {
    EXPECT_NE(page.find(part), std::string::npos) << part;
  };
  expect("22 findings.");
  expect("<p>They are left out: the page would be too large with them.");
  expect("<tr id=\"file1-line7\"");
  expect("<p>It is left out: the page would be too large with it.</p>");
  expect("<p>2 more source files are left out.</p>");
}

}  // namespace
}  // namespace simt::tools
