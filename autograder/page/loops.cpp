#include "autograder/page/loops.h"

#include <fmt/format.h>

#include <string_view>
#include <vector>

#include "common/numbers.h"
#include "common/wrap.h"
#include "simt/page/html.h"

namespace warplab::page {
namespace {

using simt::page::escape;
using simt::page::Listing;
using simt::page::scrolled_table;

constexpr std::size_t longest_code = 100;  // characters of a source line

// Width is said in words; the shade helps to find it.
std::string_view shade_of(int width) {
  if (width < 128) return {};
  return width == 128 ? " h2" : " h3";
}

std::string text_of_width(int width) {
  if (width == 0) return {};
  return width < 128 ? "scalar" : fmt::format("{} bit", width);
}

// The line that instructions come from, where they begin and where it changes.
std::string line_cells(const Listing& listing, std::size_t line,
                       const std::vector<std::string>& lines) {
  if (!listing.shows(line)) return "<td></td><td class=\"from\"></td>";
  return fmt::format("<td><a href=\"#{}\">{}</a></td><td class=\"from\">{}</td>",
                     listing.line_id(line), line, escape(cut(lines[line - 1], longest_code)));
}

std::string rows_of(const Listing& listing, const LoopCode& loop,
                    const std::vector<std::string>& lines) {
  std::string html;
  std::size_t last = 0;
  for (const LoopInstruction& each : loop.instructions) {
    html += fmt::format(
        "<tr>{}<td>{:x}</td><td class=\"from\">{}</td><td class=\"width{}\">{}</td></tr>\n",
        line_cells(listing, each.line == last ? 0 : each.line, lines), each.address,
        escape(each.text), shade_of(each.width), text_of_width(each.width));
    last = each.line;
  }
  return html;
}

std::string loop_table(const StepResult& step, std::size_t number, const Listing& listing,
                       const std::vector<std::string>& lines) {
  const LoopCode& loop = step.inner_loops.loops[number - 1];
  const std::string where = loop.line == 0 ? "A loop" : fmt::format("Line {}", loop.line);
  const std::string more =
      loop.left_out == 0
          ? ""
          : fmt::format("<p>{} left out.</p>\n", counted(loop.left_out, "1 more instruction is",
                                                         "{} more instructions are"));
  const std::string table =
      scrolled_table({.label = fmt::format("Machine code of loop {} of step {}", number, step.step),
                      .columns = {"line", "code", "address", "instruction", "computes with"},
                      .rows = rows_of(listing, loop, lines),
                      .kind = "source"});
  return fmt::format("<details id=\"{}\"><summary>{}, {}</summary>\n{}\n{}</details>\n",
                     loop_id(step, number), where, loop_summary(loop), table, more);
}

}  // namespace

std::string loop_id(const StepResult& step, std::size_t loop) {
  return fmt::format("step{}-loop{}", step.step, loop);
}

std::string loop_summary(const LoopCode& loop) {
  std::string text = fmt::format("<strong>{}</strong>: ", text_of_width(loop.width));
  if (loop.vectors > 0)
    text += counted(loop.vectors, "1 instruction computes with several numbers",
                    "{} instructions compute with several numbers");
  if (loop.vectors > 0 && loop.scalar > 0) return text + fmt::format(", {} with one", loop.scalar);
  if (loop.scalar > 0)
    text += counted(loop.scalar, "1 instruction computes with one number",
                    "{} instructions compute with one number each");
  return text;
}

std::string loops_view(const StepResult& step, const Listing& listing) {
  const InnerLoops& inner = step.inner_loops;
  if (inner.loops.empty()) return {};
  const std::vector<std::string> lines = split_lines(listing.text);
  std::string html =
      "<h3>Inner loops</h3>\n<p class=\"small\">What the compiler made of loops that have no other "
      "in "
      "them and compute with floats or doubles. <strong>scalar</strong> computes one number at a "
      "time, 128 bit 4 floats, 256 bit 8, 512 bit 16. A short loop may be unrolled into the one "
      "around it; a loop over what vectors leave over is scalar.</p>\n";
  for (std::size_t number = 1; number <= inner.loops.size(); ++number)
    html += loop_table(step, number, listing, lines);
  if (inner.left_out > 0)
    html += fmt::format("<p>{} left out.</p>\n",
                        counted(inner.left_out, "1 more loop is", "{} more loops are"));
  return html;
}

}  // namespace warplab::page
