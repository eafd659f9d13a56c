#include "autograder/page/pictures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <vector>

#include "common/files.h"
#include "common/image.h"
#include "common/numbers.h"
#include "common/wrap.h"
#include "simt/page/html.h"

namespace warplab::page {

using simt::page::data_address;
using simt::page::escape;
using simt::page::number_head;
using simt::page::scrolled_table;

namespace {

// A whole photograph is larger. Seven steps with one such picture each fit into a page.
constexpr std::size_t most_picture_bytes = 64 << 10;

// Of a timeline as a table: bars, and characters of what each is. Seven such tables fit as well.
constexpr std::size_t most_bars = 150, longest_work = 80;

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

// A picture whose pixels are means of `factor` x `factor` pixels of `whole`, fewer at its right and bottom.
Image scaled_down(const Image& whole, int factor) {
  Image small{(whole.width + factor - 1) / factor,
              (whole.height + factor - 1) / factor,
              whole.channels,
              {}};
  small.pixels.resize(static_cast<std::size_t>(small.height) * small.width * small.channels);
  for (int y = 0; y < small.height; ++y)
    for (int x = 0; x < small.width; ++x)
      for (int c = 0; c < small.channels; ++c) {
        int sum = 0, count = 0;
        for (int fy = y * factor; fy < std::min((y + 1) * factor, whole.height); ++fy)
          for (int fx = x * factor; fx < std::min((x + 1) * factor, whole.width); ++fx, ++count)
            sum += whole.at(fx, fy, c);
        small.at(x, y, c) = static_cast<std::uint8_t>((sum + count / 2) / count);
      }
  return small;
}

// A PNG that is too large for a page as one that is not, with a link to the whole; empty where there is none.
std::string smaller_copy(const std::string& path, const std::string& shows) {
  try {
    const Image whole = read_image(path, 3);
    for (int factor = 2;; ++factor) {
      const std::string png = encode_png(scaled_down(whole, factor));
      if (png.size() > most_picture_bytes) continue;
      const std::string name = escape(std::filesystem::path(path).filename().string());
      return fmt::format(
          "<img class=\"drawn\" alt=\"{}\" src=\"{}\"><p class=\"small\">One pixel here is {}x{} "
          "of <a "
          "href=\"{}\">{}</a>, which has all.</p>",
          escape(shows), data_address("image/png", png), factor, factor, name, name);
    }
  } catch (const ImageError&) {  // it is gone since, or no picture
    return {};
  }
}

// The picture; empty where it is not there, or too large for a page. `shows` is the text that stands for
// it.
std::string image(const std::string& path, std::string_view media_type, std::string_view classes,
                  const std::string& shows) {
  std::error_code error;
  const auto size = std::filesystem::file_size(path, error);
  if (error || size > most_picture_bytes) return {};
  try {
    return fmt::format("<img class=\"{}\" alt=\"{}\" src=\"{}\">", classes, escape(shows),
                       data_address(media_type, read_file(path)));
  } catch (const FileError&) {  // it is gone since
    return {};
  }
}

// Its path, and why it is not there.
std::string instead_of_image(const std::string& path) {
  std::error_code error;
  const auto size = std::filesystem::file_size(path, error);
  return fmt::format("<p>{}{}</p>", escape(std::filesystem::path(path).filename().string()),
                     error || size <= most_picture_bytes
                         ? " is not there."
                         : ", beside this page, is too large to be in it.");
}

// The picture, a smaller copy of it, or why there is none.
std::string picture_or_copy(const std::string& path, const std::string& shows) {
  std::string picture = image(path, "image/png", "pixels", shows);
  if (picture.empty()) picture = smaller_copy(path, shows);
  return picture.empty() ? instead_of_image(path) : picture;
}

// A picture in pixels, or its path; and `table`, what is in it.
std::string figure(const std::string& path, const std::string& title, const std::string& shows,
                   const std::string& table) {
  if (path.empty()) return {};
  const std::string text = table.empty()
                               ? ""
                               : fmt::format(
                                     "<details><summary>In words and numbers</summary><pre>{}</pre>"
                                     "</details>",
                                     escape(table));
  return fmt::format("<figure><figcaption><strong>{}</strong></figcaption>{}{}</figure>\n", title,
                     picture_or_copy(path, shows), text);
}

std::string bar_row(const TimelineBar& bar) {
  return fmt::format(
      "<tr><td>{}</td><td>{}</td><td>{}</td><td class=\"number\">{:.4f}</td><td "
      "class=\"number\">{:.4f}</td></tr>\n",
      escape(bar.engine), bar.track == bar.engine ? "" : escape(bar.track),
      escape(cut(bar.what, longest_work)), bar.begin_s * 1e3, bar.end_s * 1e3);
}

// What the timeline shows, bar by bar, in the order in which they begin.
std::string timeline_table(const StepResult& step) {
  std::vector<TimelineBar> bars = step.timeline_bars;
  if (bars.empty()) return {};
  std::ranges::stable_sort(bars, {}, &TimelineBar::begin_s);
  const std::size_t left_out = bars.size() - std::min(bars.size(), most_bars);
  bars.resize(bars.size() - left_out);
  std::string rows;
  for (const TimelineBar& bar : bars) rows += bar_row(bar);
  const std::string more =
      left_out == 0 ? ""
                    : fmt::format("\n<p>{} left out: the .json beside the picture has all.</p>",
                                  counted(left_out, "1 bar that begins later is",
                                          "{} bars that begin later are"));
  return fmt::format(
      "\n<details><summary>As a table</summary>{}{}</details>",
      scrolled_table({.label = fmt::format("Bars of the timeline of step {}", step.step),
                      .caption = "What streams and engines do, and when",
                      .columns = {"engine", "stream", "what", number_head("begin, ms"),
                                  number_head("end, ms")},
                      .rows = rows}),
      more);
}

// The script makes it larger, and what does not fit scrolls.
std::string timeline_view(const StepResult& step) {
  const std::string& path = step.timeline;
  if (path.empty()) return {};
  const std::string table = timeline_table(step);
  constexpr std::string_view head =
      "<figcaption><strong>Timeline of streams and engines</strong></figcaption>";
  const std::string picture =
      image(path, "image/svg+xml", "drawn",
            "timeline of streams and engines; the .json beside it opens in ui.perfetto.dev");
  if (picture.empty())
    return fmt::format("<figure>{}{}{}</figure>\n", head, instead_of_image(path), table);
  return fmt::format(
      "<figure class=\"zoomed\">{}\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" "
      "aria-label=\"Timeline of step {}\">{}</div>\n<label class=\"slide\" hidden>zoom <input "
      "type=\"range\" min=\"1\" max=\"8\" value=\"1\"></label>{}</figure>\n",
      head, step.step, picture, table);
}

std::string crop_image(const std::string& png, const char* whose) {
  return fmt::format("<img class=\"pixels\" alt=\"{}\" src=\"{}\">", whose,
                     data_address("image/png", png));
}

// The same pixels as the named mistake would leave them.
std::string predicted_view(const Diagnosis& diagnosis) {
  if (diagnosis.crop.predicted.empty()) return {};
  return fmt::format(
      "\n<p>The mistake “{}” would give this:</p>\n<div "
      "class=\"alone\">{}</div>",
      escape(diagnosis.cause), crop_image(diagnosis.crop.predicted, "what the mistake gives"));
}

// Expected and yours, beside each other until the script lays one over the other.
std::string crop_view(const StepResult& step) {
  const PictureCrop& crop = step.diagnosis.crop;
  if (crop.expected.empty()) return {};
  return fmt::format(
      "<figure class=\"compared\"><figcaption><strong>Expected and yours, pixel for pixel, around "
      "the first wrong value: from x={} y={} on</strong></figcaption>\n<div class=\"pair\">{}{}"
      "</div>\n<label class=\"slide\" hidden>expected <input type=\"range\" min=\"0\" max=\"100\" "
      "step=\"5\" value=\"50\"> yours</label>{}</figure>\n",
      crop.first_column, crop.first_row, crop_image(crop.expected, "expected"),
      crop_image(crop.got, "yours"), predicted_view(step.diagnosis));
}

std::string value_text(double value) { return fmt::format("{:.7g}", value); }

// Expected, and below it what came out.
std::string value_cell(const ComparedValue& value) {
  const std::string got = value.got ? value_text(*value.got) : "not written";
  return fmt::format("<td class=\"number\">{}<br>{}</td>", value_text(value.expected),
                     value.is_wrong ? fmt::format("<span class=\"bad\">✗ {}</span>", got) : got);
}

std::string values_table(const StepResult& step) {
  const ValueWindow& window = step.diagnosis.around_first;
  if (window.values.empty() || window.columns == 0) return {};
  std::string heads, rows;
  for (std::size_t column = 0; column < window.columns; ++column)
    heads += fmt::format("<th scope=\"col\">{}</th>",
                         number_head(fmt::format("x={}", window.first_column + column)));
  for (std::size_t v = 0; v < window.values.size(); ++v) {
    if (v % window.columns == 0)
      rows += fmt::format("{}<tr><th scope=\"row\">y={}</th>", v == 0 ? "" : "</tr>\n",
                          window.first_row + v / window.columns);
    rows += value_cell(window.values[v]);
  }
  return scrolled_table({.label = fmt::format("Around the first wrong value of step {}", step.step),
                         .caption = fmt::format(
                             "Around the first wrong value, {}: expected, and yours below it",
                             escape(window.what)),
                         .more_heads = "<td></td>" + heads,
                         .rows = rows + "</tr>\n"}) +
         "\n";
}

}  // namespace

bool has_sliders(const StepResult& step) {
  return !step.diagnosis.crop.expected.empty() || !step.timeline.empty();
}

std::string pictures_view(const StepResult& step) {
  const std::string why = joined(explanation_of(step.diagnosis)),
                    right = joined(step.showing.lines);
  const std::string figures =
      figure(step.diagnosis.picture,
             "Expected, yours, and the difference: black is right, striped was never written",
             "expected, yours, difference: " + why, why) +
      crop_view(step) + values_table(step) +
      figure(step.showing.picture, "What your result looks like", "your result, which is right",
             right) +
      timeline_view(step);
  return figures.empty() ? "" : "<h3>Pictures</h3>\n" + figures;
}

}  // namespace warplab::page
