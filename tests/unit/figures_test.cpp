// Pictures that readers see or hear: letters stay text, and there is something to be read aloud.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "common/files.h"
#include "simt/model/cairo_picture.h"
#include "simt/model/timeline.h"
#include "tests/checkout.h"

namespace warplab {
namespace {

namespace fs = std::filesystem;
using simt::model::Lettering;

std::string draw_letters(const simt::model::Heading& heading, const std::string& text) {
  return simt::model::svg_of(200, 50, heading, [&](cairo_t*, Lettering& lettering) {
    lettering.write(10, 20, text, {.size = 14, .bold = true}, {1, 0, 0.5});
  });
}

TEST(Svg, KeepsLettersAsText) {
  const std::string svg = draw_letters({"a title", "what is seen"}, "t < 2 & so on");
  EXPECT_NE(svg.find("<title>a title</title>\n<desc>what is seen</desc>"), std::string::npos);
  EXPECT_NE(svg.find(">t &lt; 2 &amp; so on</text>"), std::string::npos) << svg;
  EXPECT_NE(svg.find("x=\"10.00\" y=\"20.00\""), std::string::npos) << svg;
  EXPECT_NE(svg.find("font-weight=\"bold\" fill=\"#ff0080\""), std::string::npos) << svg;
  EXPECT_EQ(svg.find("glyph"), std::string::npos) << svg;
  EXPECT_LT(svg.find("<title>"), svg.find("<text"));
}

TEST(Svg, HasTheSameBytesWhateverWasDrawnBefore) {
  EXPECT_EQ(draw_letters({"a", "b"}, "c"), draw_letters({"a", "b"}, "c"));
}

TEST(Png, ShowsLetters) {
  const auto draw = [](const std::string& text) {
    return simt::model::png_of(40, 20, 1, [&](cairo_t*, Lettering& lettering) {
      lettering.write(2, 15, text, {}, {1, 1, 1});
    });
  };
  EXPECT_NE(draw("W"), draw(""));
}

TEST(TimelinePicture, SaysWhatItShows) {
  simt::model::Activity kernel;
  kernel.kind = simt::model::Activity::Kind::kernel;
  kernel.engine = simt::model::Engine::sms;
  kernel.name = "halve";
  kernel.begin = 0.001;
  kernel.end = 0.003;
  const std::string svg = simt::model::draw_timeline({kernel}, simt::model::PictureFormat::svg);
  EXPECT_NE(svg.find("<desc>2.000 ms in all; kernel: 1, 2.000 ms</desc>"), std::string::npos)
      << svg.substr(0, 600);
  EXPECT_NE(svg.find(">halve</text>"), std::string::npos);
}

TEST(Figures, CanBeReadAloudAndSearched) {
  const fs::path docs = fs::path(checkout::root) / "docs";
  std::string pages =
      read_file(fs::path(checkout::root) / "handout.md") + read_file(docs / "security.md");
  for (const auto& lab : fs::directory_iterator(fs::path(checkout::root) / "labs"))
    if (fs::exists(lab.path() / "chapter.md")) pages += read_file(lab.path() / "chapter.md");
  int figures = 0;
  for (const auto& entry : fs::directory_iterator(docs / "figures")) {
    if (entry.path().extension() != ".svg") continue;
    ++figures;
    const std::string svg = read_file(entry.path()), name = entry.path().filename();
    EXPECT_NE(svg.find("<title>"), std::string::npos) << name;
    EXPECT_NE(svg.find("<text "), std::string::npos) << name;
    EXPECT_EQ(svg.find("glyph"), std::string::npos) << name;
    if (name == "strips.svg" || name == "two-streams.svg") continue;  // the grader's own pictures
    const std::size_t begin = svg.find("<desc>") + 6;
    EXPECT_NE(pages.find("![" + svg.substr(begin, svg.find("</desc>") - begin) + "]("),
              std::string::npos)
        << name << " is described in other words than where it is shown: run `make figures`";
  }
  EXPECT_GT(figures, 30);
}

}  // namespace
}  // namespace warplab
