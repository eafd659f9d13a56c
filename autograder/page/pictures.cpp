#include "autograder/page/pictures.h"

#include <fmt/format.h>

#include <cstddef>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <vector>

#include "autograder/page/html.h"
#include "common/files.h"

namespace warplab::page {
namespace {

// A whole photograph is larger. Seven steps with one such picture each fit into a page.
constexpr std::size_t most_picture_bytes = 64 << 10;

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

// The picture, or its path. `shows` is the text that stands for it, and `table` what is in it.
std::string figure(const std::string& path, std::string_view media_type, const std::string& title,
                   const std::string& shows, const std::string& table) {
  if (path.empty()) return {};
  std::error_code error;
  const auto size = std::filesystem::file_size(path, error);
  std::string image;
  if (!error && size <= most_picture_bytes) try {
      image = fmt::format("<img{} alt=\"{}\" src=\"{}\">",
                          media_type == "image/png" ? " class=\"pixels\"" : " class=\"drawn\"",
                          escape(shows), data_address(media_type, read_file(path)));
    } catch (const FileError&) {  // it is gone since
    }
  const std::string file = escape(std::filesystem::path(path).filename().string());
  if (image.empty())
    image = fmt::format("<p>{}{}</p>", file,
                        error || size <= most_picture_bytes
                            ? " is not there."
                            : ", beside this page, is too large to be in it.");
  const std::string text = table.empty()
                               ? ""
                               : fmt::format(
                                     "<details><summary>In words and numbers</summary><pre>{}</pre>"
                                     "</details>",
                                     escape(table));
  return fmt::format("<figure><figcaption><strong>{}</strong></figcaption>{}{}</figure>\n", title,
                     image, text);
}

}  // namespace

std::string pictures_view(const StepResult& step) {
  const std::string why = joined(step.diagnosis.lines), right = joined(step.showing.lines);
  const std::string figures =
      figure(step.diagnosis.picture, "image/png",
             "Expected, yours, and the difference: black is right, striped was never written",
             "expected, yours, difference: " + why, why) +
      figure(step.showing.picture, "image/png", "What your result looks like",
             "your result, which is right", right) +
      figure(step.timeline, "image/svg+xml", "Timeline of streams and engines",
             "timeline of streams and engines; the .json beside it opens in ui.perfetto.dev", "");
  return figures.empty() ? "" : "<h3>Pictures</h3>\n" + figures;
}

}  // namespace warplab::page
