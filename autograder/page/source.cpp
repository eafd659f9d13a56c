#include "autograder/page/source.h"

#include <fmt/format.h>

#include <filesystem>
#include <vector>

#include "autograder/page/loops.h"
#include "simt/observe/line_counts.h"
#include "simt/page/source.h"

namespace warplab::page {
namespace {

bool have_same_name(const std::string& file, const std::string& listed) {
  return std::filesystem::path(file).filename() == std::filesystem::path(listed).filename();
}

// What the compiler made of a loop, below the line where it goes back to its begin.
simt::page::Rows loop_notes(const StepResult& step) {
  simt::page::Rows notes;
  const std::vector<LoopCode>& loops = step.inner_loops.loops;
  for (std::size_t number = 1; number <= loops.size(); ++number) {
    const LoopCode& loop = loops[number - 1];
    notes[loop.line] += fmt::format(
        "<tr><td></td><td class=\"note loop\">▲ inner loop, {}; <a href=\"#{}\">its machine "
        "code</a></td></tr>\n",
        loop_summary(loop), loop_id(step, number));
  }
  return notes;
}

}  // namespace

simt::page::Listings listings_of(const StepResult& step) {
  return {
      {simt::page::make_listing(fmt::format("step{}", step.step), fmt::format("step {}", step.step),
                                step.source.file, step.source.text)},
      have_same_name};
}

std::string source_view(const StepResult& step, const simt::page::Listings& listings) {
  std::vector<simt::observe::CountedLines> counters;
  for (const Gate& gate : step.gates) counters.push_back({gate.name, gate.lines});
  return simt::page::source_view(listings, listings.all.front(), counters, step.diagnosis.findings,
                                 loop_notes(step));
}

}  // namespace warplab::page
