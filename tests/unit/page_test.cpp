// The page of a lab: a stranger's text in it is text, its policy allows its own style alone, and it says
// where the next point is.
#include "autograder/page/page.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <regex>
#include <string>
#include <vector>

#include "autograder/page/pictures.h"
#include "autograder/page/verdict.h"
#include "autograder/report/result.h"
#include "common/files.h"
#include "common/image.h"
#include "simt/events/finding.h"
#include "simt/observe/bank_conflict.h"
#include "simt/page/html.h"
#include "simt/page/listing.h"
#include "tests/own_folder.h"
#include "tests/whole_page.h"

namespace warplab::page::page_test {
namespace {

using simt::events::Finding;
using simt::events::FindingKind;
using simt::events::Site;
using simt::observe::BankConflict;
using simt::page::data_address;
using simt::page::editor_link;
using simt::page::escape;
using simt::page::policy_hash;

const std::string hostile = "</script></style><img src=x onerror=alert(1)>\"'&";

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t times = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += part.size())
    ++times;
  return times;
}

StepResult step_with(std::vector<Gate> gates) {
  StepResult step;
  step.step = 1;
  step.name = "tile";
  step.gates = std::move(gates);
  step.source = {"labs/lab5/tile.cu", "int a;\nint b;\nint c;\n"};
  return step;
}

StepResult slow_step() {
  return step_with(
      {{GateKind::builds, "builds", true, {}, {}, 0, 0, "1 s"},
       {GateKind::correct, "correct", true, 0, 0, 20, 20, "24 awkward cases"},
       {GateKind::speed, "speed", false, 1.32, 1.4, 8.4, 10, "1.32x over lab4/1, full at 1.40x"}});
}

// One that misses its limit, with the line that adds most to it.
Gate counter_in_line(std::size_t line, const std::string& name, double points) {
  Gate gate{GateKind::counter, name, false, 9, 5, 0, points, "9 " + name};
  gate.place = {"tile.cu", line};
  gate.code = "code";
  return gate;
}

LabResult lab_of(std::vector<StepResult> steps) {
  Result result;
  LabResult& lab = result.labs.emplace_back();
  lab.lab = "lab5-shared-int";
  lab.title = "Shared memory";
  lab.submission = "labs/lab5-shared-int";
  lab.steps = std::move(steps);
  add_up(result);
  return result.labs[0];
}

StepResult racing_step() {
  StepResult step =
      step_with({{GateKind::correct, "correct", true, 0, 0, 20, 20, "right"},
                 {GateKind::checkers, "checkers", false, {}, {}, 0, 10, "shared-race"}});
  step.verdict = {VerdictKind::unsafe, "shared-race"};
  Finding race;
  race.kind = FindingKind::shared_race;
  race.where = {"/build/tile.cu", 2, {}, {}, "4-byte write"};
  race.other = Site{"/build/tile.cu", 3, {}, {}, "4-byte read"};
  race.what = "two threads, one element" + hostile;
  step.diagnosis = {"shared-race", {"threads race"}, ""};
  step.diagnosis.findings = {race};
  return step;
}

// A step with a loop of vectors, and one that computes one number at a time.
StepResult step_with_loops() {
  StepResult step = slow_step();
  step.inner_loops.loops = {
      {2, 128, 1, 2, {{0x10, 1, "mulps  (%rax),%xmm1", 128}, {0x14, 2, "jne    10", 0}}, 38},
      {3, 32, 1, 0, {{0x20, 3, "addss  %xmm0,%xmm1", 32}}, 0}};
  step.inner_loops.left_out = 1;
  return step;
}

TEST(PageEscape, LeavesNoMarkup) {
  EXPECT_EQ(escape("a<b>&\"'"), "a&lt;b&gt;&amp;&quot;&#39;");
  EXPECT_EQ(escape("line\n\ttab"), "line\n\ttab");
  EXPECT_EQ(escape("µ–😀"), "µ–😀");
}

TEST(PageEscape, ShowsWhatCannotBeSeen) {
  EXPECT_EQ(escape("a\u202e;b"), "a[U+202E];b");
  EXPECT_EQ(escape("\u2066\u200b\ufeff\u061c"), "[U+2066][U+200B][U+FEFF][U+061C]");
  EXPECT_EQ(escape(std::string_view("\0\x1b[31m\r\x7f", 8)),
            "[U+0000][U+001B][31m[U+000D][U+007F]");
  EXPECT_EQ(escape("\u0085\U000e0041"), "[U+0085][U+E0041]");
  EXPECT_EQ(escape("a\u3164\ufe00\u115f\U000e0100"), "a[U+3164][U+FE00][U+115F][U+E0100]");
}

TEST(PageEscape, TakesAnyBytes) {
  for (const char* bytes : {"\xff", "\xc3", "\xe2\x80", "\xf0\x9f", "\xed\xa0\x80", "\xc0\xbc"})
    EXPECT_TRUE(contains(escape(bytes), "\ufffd")) << escape(bytes);
  EXPECT_EQ(count(escape("\xc0\xbcscript>"), "<"), 0u);
}

TEST(PageLinks, AreEncoded) {
  const std::string link = editor_link("/a b/#\"?%'<\n.cu", 7);
  EXPECT_EQ(link, "vscode://file/a%20b/%23%22%3F%25%27%3C%0A.cu:7");
}

TEST(PageLinks, CarryPictures) {
  EXPECT_EQ(data_address("image/png", "M"), "data:image/png;base64,TQ==");
  EXPECT_EQ(data_address("image/png", "Ma"), "data:image/png;base64,TWE=");
  EXPECT_EQ(data_address("image/png", "Man\xff"), "data:image/png;base64,TWFu/w==");
}

TEST(PagePolicy, NamesTheHashOfItsStyle) {
  EXPECT_EQ(policy_hash("abc"), "sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=");
  const std::string page = lab_page(lab_of({slow_step()}), "some-cpu");
  const std::size_t begin = page.find("<style>") + 7;
  const std::string style = page.substr(begin, page.find("</style>") - begin);
  EXPECT_TRUE(contains(page, "style-src '" + policy_hash(style) + "'"));
  EXPECT_TRUE(contains(page, "default-src 'none'"));
}

TEST(PagePolicy, IsKept) {
  StepResult step = racing_step();
  step.name = step.output = step.compiler = step.source.text = hostile;
  step.source.file = "labs/" + hostile;
  step.gates[1].message = step.gates[1].name = hostile;
  LabResult lab = lab_of({step});
  lab.title = lab.submission = hostile;
  lab.steps[0].inner_loops.loops = {{1, 128, 0, 1, {{0, 1, hostile, 128}}, 0}};
  LabResult before = lab;
  before.steps[0].gates[1].points = 1;
  const std::string page = lab_page(lab, hostile, before);
  EXPECT_EQ(count(page, "<img"), 0u);
  expect_whole_page(page);
}

TEST(NextPoint, TellsHowFarItIs) {
  const StepResult step = slow_step();
  const auto next = next_point(step);
  ASSERT_TRUE(next);
  EXPECT_EQ(next->gate->name, "speed");
  EXPECT_EQ(next->advice, "speed: 1.32x; +0.08x gives 1.6 points");
}

TEST(NextPoint, IsWhereMostPointsAreMissing) {
  StepResult step = slow_step();
  step.gates.push_back({GateKind::counter, "requests", false, 9, 5, 0, 3,
                        "9 requests per pixel, at most 5\ntile.cu:2: b = a[i];\nwhy it matters"});
  const auto next = next_point(step);
  ASSERT_TRUE(next);
  EXPECT_EQ(next->advice, "requests: 9; 4 less gives 3 points");
  step.gates.back() = {GateKind::counter, "read-banks", false, 123456, 0, 0, 3, "conflicts"};
  EXPECT_EQ(next_point(step)->advice, "read-banks: 123,456; 123,456 less gives 3 points");
}

TEST(NextPoint, OfAStepThatFailedIsWhatStoppedIt) {
  const StepResult step = racing_step();
  const auto next = next_point(step);
  ASSERT_TRUE(next);
  EXPECT_EQ(next->gate->name, "checkers");
  EXPECT_EQ(next->points, 10);
  EXPECT_NE(next->advice.find("tile.cu:2: "), std::string::npos) << next->advice;
  EXPECT_TRUE(next->to_do.starts_with("put __syncthreads()")) << next->to_do;
  StepResult broken = step_with({{GateKind::builds, "builds", false, {}, {}, 0, 0, "syntax error"},
                                 {GateKind::correct, "correct", false, {}, {}, 0, 20, "not run"}});
  broken.verdict = {VerdictKind::build_error, ""};
  EXPECT_EQ(next_point(broken)->gate->name, "builds");
  EXPECT_EQ(next_point(broken)->points, 20);
}

TEST(NextPoint, SaysWhatTheDiagnosisAdvises) {
  StepResult step = step_with({{GateKind::correct, "correct", false, {}, {}, 0, 20, "WRONG"}});
  step.verdict = {VerdictKind::wrong, ""};
  step.diagnosis.cause = "transposed";
  step.diagnosis.facts = {"31x8: 4 of 8 values are wrong"};
  step.diagnosis.next = {"x counts columns"};
  const auto next = next_point(step);
  ASSERT_TRUE(next);
  EXPECT_EQ(next->advice,
            "correct: 31x8: 4 of 8 values are wrong; until it passes, 20 points cannot be had");
  EXPECT_EQ(next->to_do, "x counts columns");
  const std::string page = lab_page(lab_of({step}), "");
  EXPECT_TRUE(contains(page, "<br><strong>Next:</strong> x counts columns</p>")) << page;
}

TEST(NextPoint, SaysWhatMakesItSlow) {
  StepResult step = slow_step();
  Gate& speed = step.gates.back();
  speed.place = {"tile.cu", 2};
  speed.code = "b = a[i];";
  speed.notes = {"each round calls <f>()"};
  speed.next = "call it before the loop";
  const auto next = next_point(step);
  ASSERT_TRUE(next);
  EXPECT_EQ(next->to_do, "call it before the loop");
  const std::string page = lab_page(lab_of({step}), "");
  EXPECT_TRUE(contains(page, "<code>tile.cu:2: b = a[i];</code>")) << page;
  EXPECT_TRUE(contains(
      page, "<td colspan=\"2\" class=\"note act\">▲ speed: each round calls &lt;f&gt;()</td>"))
      << page;
}

TEST(Page, TellsAGateThatGivesSomePointsFromOneThatGivesNone) {
  const std::string some = lab_page(lab_of({slow_step()}), "");
  EXPECT_TRUE(contains(some, "in part")) << some;
  EXPECT_FALSE(contains(some, "missed"));
  StepResult step = slow_step();
  step.gates.back().points = 0;
  const std::string none = lab_page(lab_of({step}), "");
  EXPECT_TRUE(contains(none, "missed"));
  EXPECT_FALSE(contains(none, "in part"));
}

TEST(NextPoint, IsNoneWithFullMarks) {
  EXPECT_FALSE(
      next_point(step_with({{GateKind::correct, "correct", true, 0, 0, 20, 20, "right"}})));
}

// What stands in the columns "measured" and "limit" of a gate.
std::string figures_of(const std::string& page, const std::string& gate) {
  const std::regex row("<th scope=\"row\">" + gate +
                       "</th><td>.*?</td><td class=\"number\">.*?</td><td class=\"number "
                       "wide\">(.*?)</td><td class=\"number wide\">(.*?)</td>");
  std::smatch found;
  return std::regex_search(page, found, row) ? found.str(1) + " " + found.str(2) : "no such gate";
}

TEST(Page, HasFiguresOfGatesThatMeasureAlone) {
  StepResult step = slow_step();
  step.gates.push_back({GateKind::checkers, "checkers", false, 1, 0, 0, 10, "a race"});
  step.gates.push_back({GateKind::threads, "threads", true, 1.9, 1.2, 2, 2, "1.9 at work"});
  step.gates.push_back({GateKind::counter, "requests", false, 9, 5, 0, 3, "9 requests"});
  const std::string page = lab_page(lab_of({step}), "");
  EXPECT_EQ(figures_of(page, "speed"), "1.32 1.4");
  EXPECT_EQ(figures_of(page, "threads"), "1.9 1.2");
  EXPECT_EQ(figures_of(page, "requests"), "9 5");
  for (const char* gate : {"builds", "correct", "checkers"})
    EXPECT_EQ(figures_of(page, gate), "– –") << "these are counts of cases, if anything";
}

TEST(Page, LinksBothSidesOfARace) {
  const std::string page = lab_page(lab_of({racing_step()}), "");
  EXPECT_EQ(count(page, "href=\"#step1-line2\""), 2u) << "in the list, and at the other side";
  EXPECT_EQ(count(page, "href=\"#step1-line3\""), 2u);
}

TEST(Page, OpensLinesInAnEditorWhereOneIs) {
  const std::filesystem::path folder = own_folder();
  const std::string path = std::getenv("PATH");
  setenv("PATH", ("/nowhere:" + folder.string()).c_str(), 1);
  unsetenv("TERM_PROGRAM");
  const std::string none = lab_page(lab_of({slow_step()}), "");
  EXPECT_FALSE(contains(none, "vscode:"));
  EXPECT_TRUE(contains(none, "<th scope=\"row\">3</th>"));
  setenv("TERM_PROGRAM", "vscode", 1);
  EXPECT_TRUE(simt::page::has_editor());
  setenv("TERM_PROGRAM", "xterm", 1);
  write_file(folder / "code", "");
  EXPECT_FALSE(simt::page::has_editor()) << "it is no program";
  std::filesystem::permissions(folder / "code", std::filesystem::perms::owner_all);
  const std::string some = lab_page(lab_of({slow_step()}), "");
  EXPECT_TRUE(std::regex_search(some, std::regex("vscode://file/[^\"]*tile.cu:3\"")));
  setenv("PATH", path.c_str(), 1);
}

// The markup of the lines of a file.
std::vector<std::string> lines_of(const std::string& text) {
  return simt::page::make_listing("id", "label", "a.cu", text).lines;
}

TEST(Page, ColoursSourceAsCodeIs) {
  const std::vector<std::string> lines = lines_of(
      "#include <a.h>  // why\n__shared__ float x = 1;\n/* first\n  second */ if_(\"a // b\", "
      "'c');\n"
      "R\"(\n<int>)\";\n");
  ASSERT_EQ(lines.size(), 6u);
  EXPECT_EQ(
      lines[0],
      "<span class=\"word\">#include</span> &lt;a.h&gt;  <span class=\"remark\">// why</span>");
  EXPECT_EQ(lines[1],
            "<span class=\"word\">__shared__</span> <span class=\"word\">float</span> x = 1;");
  EXPECT_EQ(lines[2], "<span class=\"remark\">/* first</span>");
  EXPECT_EQ(lines[3],
            "<span class=\"remark\">  second */</span> if_(<span class=\"text\">&quot;a // "
            "b&quot;</span>, <span class=\"text\">&#39;c&#39;</span>);");
  EXPECT_EQ(lines[4], "R<span class=\"text\">&quot;(</span>");
  EXPECT_EQ(lines[5], "<span class=\"text\">&lt;int&gt;)&quot;</span>;");
}

TEST(Page, GoesOnBelowTheIndentWhereALineIsWrapped) {
  StepResult step = slow_step();
  step.source.text = "g(\n  a,\n\tb,\n \tc,\n" + std::string(40, ' ') + "d);\n";
  const std::string page = lab_page(lab_of({step}), "");
  EXPECT_TRUE(contains(page, "<td class=\"code\">g(</td>"));
  EXPECT_TRUE(contains(page, "<td class=\"code in2\">  a,</td>"));
  EXPECT_TRUE(contains(page, "<td class=\"code in8\">\tb,</td>"));
  EXPECT_TRUE(contains(page, "<td class=\"code in8\"> \tc,</td>"));
  EXPECT_TRUE(contains(page, "<td class=\"code in16\">" + std::string(40, ' ') + "d);</td>"));
  EXPECT_TRUE(contains(page, ".in16 { --in: 16ch; }")) << "the style sheet knows the deepest";
}

TEST(Page, ColoursCommentsBesideStrings) {
  const std::vector<std::string> lines = lines_of("f(// a\n\"b\");\n/* c */\"d\"\n");
  EXPECT_EQ(lines.at(1), "<span class=\"text\">&quot;b&quot;</span>);");
  EXPECT_EQ(lines.at(2),
            "<span class=\"remark\">/* c */</span><span class=\"text\">&quot;d&quot;</span>");
}

TEST(Page, ColoursAnyBytes) {
  EXPECT_EQ(lines_of("\"a\\").at(0), "<span class=\"text\">&quot;a\\</span>");
  EXPECT_EQ(lines_of("\xef\xbb\xbfint x;").at(0), "[U+FEFF]<span class=\"word\">int</span> x;");
  EXPECT_EQ(lines_of("\xe2\"\xff").at(0), "\ufffd<span class=\"text\">&quot;\ufffd</span>");
  const std::string cut = lines_of("int " + std::string(1000, 'x') + "// y").at(0);
  EXPECT_TRUE(cut.starts_with("<span class=\"word\">int</span> xxx"));
  EXPECT_TRUE(cut.ends_with("x <span class=\"small\">(cut)</span>")) << cut;
}

TEST(Page, NotesWhatADiagnosisPointsTo) {
  StepResult step = slow_step();
  step.verdict = {VerdictKind::wrong, ""};
  step.diagnosis = {"filter-flipped", {"tile.cu:2 stores the first wrong value"}, {}};
  step.diagnosis.marks = {{2, "stores the first wrong value" + hostile}};
  step.gates.push_back(counter_in_line(3, "requests", 3));
  const std::string page = lab_page(lab_of({step}), "");
  EXPECT_TRUE(contains(
      page, "<td colspan=\"2\" class=\"note act\">▲ stores the first wrong value&lt;/script&gt;"))
      << "the note to act on stands out";
  EXPECT_TRUE(
      contains(page, "<td colspan=\"2\" class=\"note\">▲ requests: this line adds most to it"));
  EXPECT_LT(page.find("▲ stores"), page.find("step1-line3"));
  EXPECT_LT(page.find("step1-line3"), page.find("▲ requests"));
}

// Noise, which no PNG makes small.
TEST(Page, HasASmallerCopyOfALargePictureAndALinkToIt) {
  Image noise{701, 400, 3, {}};
  for (unsigned i = 0, value = 1; i < 701u * 400 * 3; ++i)
    noise.pixels.push_back(static_cast<std::uint8_t>((value = value * 1664525 + 1013904223) >> 24));
  const std::filesystem::path file = own_folder() / "step1-result.png";
  write_image(file, noise);
  StepResult step = slow_step();
  step.showing.picture = file.string();
  const std::string page = lab_page(lab_of({step}), "");
  EXPECT_TRUE(contains(
      page, "<img class=\"drawn\" alt=\"your result, which is right\" src=\"data:image/png"));
  EXPECT_TRUE(contains(page, "<a href=\"step1-result.png\">step1-result.png</a>"));
  EXPECT_LT(page.size(), 120u << 10);
}

TEST(Page, OneNoteOfManyStandsOut) {
  StepResult step = racing_step();
  step.diagnosis.marks = {{1, "decides which threads come here"}};
  EXPECT_EQ(count(lab_page(lab_of({step}), ""), "class=\"note act\">▲ shared-race: "), 1u);
  step.diagnosis = {};
  step.verdict = {};
  step.gates = {counter_in_line(3, "requests", 3), counter_in_line(2, "banks", 2)};
  const std::string page = lab_page(lab_of({step}), "");
  EXPECT_TRUE(
      contains(page, "<td colspan=\"2\" class=\"note act\">▲ requests: this line adds most to it"));
  EXPECT_TRUE(
      contains(page, "<td colspan=\"2\" class=\"note\">▲ banks: this line adds most to it"));
}

TEST(Page, NotesWhatIsSaidOfNeighbouringLinesOnce) {
  StepResult step = slow_step();
  step.verdict = {VerdictKind::wrong, ""};
  step.diagnosis = {"misaligned", {}, {}};
  step.diagnosis.marks = {
      {3, "is computed here"}, {1, "is declared here"}, {2, "is computed here"}};
  const std::string page = lab_page(lab_of({step}), "");
  EXPECT_TRUE(contains(page, "▲ is declared here</td>"));
  EXPECT_EQ(count(page, "is computed here"), 1u);
  EXPECT_TRUE(contains(page, "▲ is computed here (lines 2 and 3)</td>"));
  EXPECT_LT(page.find("step1-line3"), page.find("▲ is computed here"));
}

TEST(Page, SaysThatFindingsMayFollowFromTheFirst) {
  StepResult step = racing_step();
  EXPECT_FALSE(contains(lab_page(lab_of({step}), ""), "may follow"));
  step.diagnosis.findings.push_back(step.diagnosis.findings[0]);
  EXPECT_TRUE(contains(lab_page(lab_of({step}), ""),
                       "The first of 2 findings; the others may follow from it."));
}

TEST(Page, NamesCompilerAndSeedAtItsFoot) {
  StepResult step = slow_step();
  step.cuda_compiler = "nvcc";
  LabResult lab = lab_of({step, step});
  EXPECT_FALSE(contains(lab_page(lab_of({slow_step()}), "cpu"), "compiled by"));
  lab.seed = "0123abcd";
  EXPECT_TRUE(contains(lab_page(lab, "some-cpu"),
                       ", on some-cpu. Kernels are compiled by nvcc. The inputs follow from the "
                       "seed 0123abcd.</p></footer>"));
}

TEST(Page, HasCountersWithoutAGateAsWell) {
  StepResult step = slow_step();
  step.gates.push_back(
      {GateKind::counter, "requests", true, 4, 5, 3, 3, "4 requests", {{2, 30}, {3, 10}}});
  step.counted = {{"the same", {{2, 30}, {3, 10}}}, {"branches", {{3, 5}}}, {"none", {}}};
  step.counted_case = "71x37";
  const std::string page = lab_page(lab_of({step}), "");
  EXPECT_EQ(count(page, "<label class=\"choice\""), 2u);
  EXPECT_EQ(count(page, "</label><span> </span>\n"), 2u) << "a line may break there alone";
  EXPECT_TRUE(contains(page, "<td class=\"count k1 h4\">5<span> (100 %)</span></td>"));
  EXPECT_TRUE(contains(page, "Counts are those of the case 71x37."));
}

TEST(Page, ComparesWithYourLastRuns) {
  StepResult step = slow_step();
  step.time.emplace().median_s = 0.002;
  step.time->ratio = step.time->ratio_low = step.time->ratio_high = 1.5;
  step.time->baseline = "lab4-global-memory/1";
  EXPECT_FALSE(contains(lab_page(lab_of({step}), ""), "last runs"));
  const PastTimes times = {{1, {{"2026-01-31T12:00:00Z", 0.004, 0.75}}}};
  const std::string page = lab_page(lab_of({step}), "", {}, times);
  EXPECT_TRUE(contains(page, "<th scope=\"row\">2026-01-31T12:00:00Z</th><td class=\"number\">4"));
  EXPECT_TRUE(contains(page, "<th scope=\"row\">this run</th><td class=\"number\">2"));
  EXPECT_EQ(count(page, "<rect class=\"middle\""), 2u) << "this run's bar, and the ratio's median";
}

TEST(Page, SaysWhichLinesAddMoreThanBefore) {
  StepResult step = slow_step();
  step.gates.push_back({GateKind::counter,
                        "requests",
                        true,
                        4,
                        5,
                        3,
                        3,
                        "4 requests",
                        {{2, 1200, {}, "int b;" + hostile}}});
  LabResult before = lab_of({step});
  before.steps[0].gates.back().lines[0].count = 200;
  const std::string page = lab_page(lab_of({step}), "", before);
  EXPECT_TRUE(contains(page, "No gate has changed."));
  EXPECT_TRUE(contains(page, "<a href=\"#step1-line2\">2</a></td><td><code>int b;&lt;/script"));
  EXPECT_TRUE(contains(page,
                       ">200</td><td class=\"number\">1,200</td><td "
                       "class=\"number\">+1,000</td>"));
}

TEST(Page, HasCountsBesideTheLines) {
  StepResult step = slow_step();
  step.gates.push_back(
      {GateKind::counter, "requests", true, 4, 5, 3, 3, "4 requests", {{2, 30}, {3, 10}}});
  const std::string page = lab_page(lab_of({step}), "");
  EXPECT_TRUE(contains(page,
                       "<span class=\"word\">int</span> b;</td><td class=\"count k0 h4\">30<span> "
                       "(75 %)</span></td>"));
  EXPECT_TRUE(contains(page,
                       "<span class=\"word\">int</span> c;</td><td class=\"count k0 h2\">10<span> "
                       "(25 %)</span></td>"));
  EXPECT_TRUE(contains(page, "id=\"step1-counter0\" checked"));
}

TEST(Page, BeginsWithTheCounterOfTheNextPoint) {
  StepResult step = slow_step();
  step.gates.push_back({GateKind::counter, "requests", true, 4, 5, 3, 3, "4 requests", {{3, 10}}});
  step.gates.push_back(counter_in_line(2, "banks", 30));
  step.gates.back().lines = {{2, 9}};
  const std::string page = lab_page(lab_of({step}), "");
  EXPECT_TRUE(contains(page, "id=\"step1-counter1\" checked"));
  EXPECT_EQ(count(page, "\" checked"), 1u);
  EXPECT_TRUE(contains(page, "<br><a href=\"#step1-line2\"><code>tile.cu:2: code</code></a></p>"));
  step.source.text.clear();
  EXPECT_TRUE(contains(lab_page(lab_of({step}), ""), "<br><code>tile.cu:2: code</code></p>"));
}

TEST(Page, HasTheIdealBesideACount) {
  StepResult step = slow_step();
  step.gates.push_back({GateKind::counter, "barriers", true, 4, 5, 3, 3, "4 barriers", {{2, 30}}});
  EXPECT_FALSE(contains(lab_page(lab_of({step}), ""), "ideal"));
  step.gates.push_back(
      {GateKind::counter, "sectors", true, 4, 5, 3, 3, "4 sectors", {{2, 30, 10}, {3, 10, 10}}});
  const std::string page = lab_page(lab_of({step}), "");
  EXPECT_TRUE(contains(page, ">30<span> (75 %),</span><span> ideal 10</span></td>"));
  EXPECT_TRUE(contains(page, ">10<span> (25 %),</span><span> ideal 10</span></td>"));
  EXPECT_TRUE(contains(page, "and the ideal: as few as the bytes"));
}

// `passes` passes, in the n-th of which bank 0 serves lane n.
BankConflict conflict_of(std::size_t line, int passes) {
  BankConflict conflict{line, "4-byte read, warp 0 of block (0,0,0)", {}};
  for (int pass = 0; pass < passes; ++pass) {
    conflict.wavefronts.emplace_back().fill(-1);
    conflict.wavefronts.back()[0] = pass;
  }
  return conflict;
}

TEST(Page, HasTheMachineCodeOfInnerLoops) {
  EXPECT_FALSE(contains(lab_page(lab_of({slow_step()}), ""), "<h3>Inner loops"));
  const std::string page = lab_page(lab_of({step_with_loops()}), "");
  EXPECT_TRUE(contains(page,
                       "▲ inner loop, <strong>128 bit</strong>: 2 instructions compute with "
                       "several numbers, 1 with one; <a href=\"#step1-loop1\">"));
  EXPECT_TRUE(contains(page, "▲ inner loop, <strong>scalar</strong>: 1 instruction computes"));
  EXPECT_TRUE(contains(page,
                       "<td><a href=\"#step1-line1\">1</a></td><td class=\"from\">int a;</td>"
                       "<td>10</td><td class=\"from\">mulps  (%rax),%xmm1</td>"
                       "<td class=\"width h2\">128 bit</td>"));
  EXPECT_TRUE(contains(page, "<td class=\"width\">scalar</td>"));
  EXPECT_TRUE(contains(page, "<p>38 more instructions are left out.</p>"));
  EXPECT_TRUE(contains(page, "<p>1 more loop is left out.</p>"));
}

TEST(Page, HasAMapOfTheBanksOfALineWithConflicts) {
  StepResult step = slow_step();
  EXPECT_FALSE(contains(lab_page(lab_of({step}), ""), "<h3>Banks"));
  step.bank_conflicts = {conflict_of(2, 2)};
  const std::string page = lab_page(lab_of({step}), "");
  EXPECT_TRUE(contains(page,
                       "<a href=\"#step1-line2\">line 2</a>: 4-byte read, warp 0 of block "
                       "(0,0,0), 2 wavefronts, banks 0 to 31 across</caption>"));
  EXPECT_TRUE(contains(page, "<th scope=\"col\">31</th></tr>"));
  EXPECT_TRUE(contains(page, "<tr><th scope=\"row\">1</th><td>0</td><td></td>"));
  EXPECT_TRUE(contains(page, "<tr><th scope=\"row\">2</th><td>1</td><td></td>"));
}

TEST(Page, MapsTheWorstLinesAndSaysHowManyAreLeftOut) {
  StepResult step = slow_step();
  step.bank_conflicts = {conflict_of(1, 2), conflict_of(2, 100), conflict_of(3, 4),
                         conflict_of(90, 8)};
  const std::string page = lab_page(lab_of({step}), "");
  EXPECT_EQ(count(page, "<table class=\"banks\">"), 3u);
  EXPECT_TRUE(contains(page, "<p>36 more wavefronts are left out.</p>"));
  EXPECT_TRUE(contains(page, "<p>1 more line is left out, with no more"));
  EXPECT_TRUE(contains(page, "<caption>line 90: ")) << "it is not in the file that is shown";
}

TEST(Page, HasTheNumbersAroundTheFirstWrongValue) {
  StepResult step = racing_step();
  step.diagnosis.around_first = {
      "channel R", 7, 3, 2, {{1, 1, false}, {2, -5.25, true}, {3, 3, false}, {4, {}, true}}};
  const std::string page = lab_page(lab_of({step}), "");
  EXPECT_TRUE(contains(page, "Around the first wrong value, channel R: expected"));
  EXPECT_TRUE(contains(
      page, "x=3</span></th><th scope=\"col\"><span class=\"number\">x=4</span></th></tr>"));
  EXPECT_TRUE(contains(page,
                       "<tr><th scope=\"row\">y=7</th><td class=\"number\">1<br>1</td>"
                       "<td class=\"number\">2<br><span class=\"bad\">✗ -5.25</span></td></tr>\n"
                       "<tr><th scope=\"row\">y=8</th>"));
  EXPECT_TRUE(contains(page, "4<br><span class=\"bad\">✗ not written</span></td></tr>\n</tbody>"));
}

TEST(Page, MovesBetweenExpectedAndYours) {
  StepResult step = racing_step();
  EXPECT_FALSE(contains(lab_page(lab_of({step}), ""), "<script"));
  step.diagnosis.crop = {3, 5, "M", "Ma"};
  const std::string page = lab_page(lab_of({step}), ""), script(pictures_script());
  EXPECT_TRUE(contains(page, "first wrong value: from x=5 y=3 on</strong>"));
  EXPECT_TRUE(contains(page,
                       "<div class=\"pair\"><img class=\"pixels\" alt=\"expected\" "
                       "src=\"data:image/png;base64,TQ==\"><img class=\"pixels\" alt=\"yours\" "
                       "src=\"data:image/png;base64,TWE=\"></div>"));
  EXPECT_TRUE(contains(page, "<label class=\"slide\" hidden>"));
  EXPECT_TRUE(contains(page, "; script-src '" + policy_hash(script) + "'\">"));
  EXPECT_TRUE(contains(page, "<script>" + script + "</script>\n</body>"));
  EXPECT_EQ(count(page, "<script"), 1u);
  EXPECT_FALSE(contains(page, "class=\"alone\""));
  step.diagnosis.crop.predicted = "Man";
  const std::string predicted = lab_page(lab_of({step}), "");
  EXPECT_TRUE(contains(predicted,
                       "<div class=\"alone\"><img class=\"pixels\" "
                       "alt=\"what the mistake gives\" "
                       "src=\"data:image/png;base64,TWFu\"></div>"));
}

TEST(Page, MakesTheTimelineLarger) {
  const std::filesystem::path folder = own_folder();
  StepResult step = racing_step();
  step.timeline = folder / "step1-timeline.svg";
  write_file(step.timeline, "Man");
  const std::string page = lab_page(lab_of({step}), "");
  EXPECT_TRUE(contains(page, "aria-label=\"Timeline of step 1\"><img class=\"drawn\" alt="));
  EXPECT_TRUE(contains(page, "src=\"data:image/svg+xml;base64,TWFu\"></div>"));
  EXPECT_TRUE(contains(page, "<label class=\"slide\" hidden>zoom <input type=\"range\""));
  EXPECT_EQ(count(page, "<script"), 1u);
}

TEST(Page, HasTheTimelineAsATable) {
  StepResult step = racing_step();
  step.timeline = own_folder() / "step1-timeline.svg";
  EXPECT_FALSE(contains(lab_page(lab_of({step}), ""), "As a table"));
  step.timeline_bars = {
      {"SMs", "stream 1", "later<T>(" + std::string(1920, 'k') + ")", 2e-3, 2.00125e-3},
      {"host", "host", "host busy", 0, 1.5e-3},
      {"copy engine in", "stream 2", "copy 4.0 MB to device (pinned)", 0.1e-3, 0.17e-3}};
  // Beside a picture or the path of one that is not there.
  for (const char* picture : {"", "<svg/>"}) {
    if (*picture != 0) write_file(step.timeline, picture);
    const std::string page = lab_page(lab_of({step}), "");
    const std::size_t host = page.find(
        "<tr><td>host</td><td></td><td>host busy</td><td class=\"number\">0.0000</td><td "
        "class=\"number\">1.5000</td></tr>");
    const std::size_t copy = page.find(
        "<tr><td>copy engine in</td><td>stream 2</td><td>copy 4.0 MB to device (pinned)</td><td "
        "class=\"number\">0.1000</td><td class=\"number\">0.1700</td></tr>");
    const std::size_t kernel = page.find("<tr><td>SMs</td><td>stream 1</td><td>later&lt;T&gt;(k");
    EXPECT_LT(host, copy);
    EXPECT_LT(copy, kernel);
    EXPECT_LT(kernel, page.size()) << "a kernel's name is text";
    EXPECT_FALSE(contains(page, std::string(100, 'k'))) << "no longer than a page can bear";
    EXPECT_TRUE(contains(page, ">2.0000</td><td class=\"number\">2.0013</td>"));
    EXPECT_FALSE(contains(page, "left out"));
  }
}

// As many as are drawn, in as many steps as a lab has. All steps have all of their views.
TEST(Page, LeavesOutTheEndOfALongTimeline) {
  StepResult step = racing_step();
  step.timeline = own_folder() / "step1-timeline.svg";
  write_file(step.timeline, std::string(64 << 10, 'x'));
  for (int bar = 0; bar < 4000; ++bar)
    step.timeline_bars.push_back(
        {"SMs", "stream 12", std::string(1920, '<'), bar * 1e-3, (bar + 1) * 1e-3});
  const std::string page = lab_page(lab_of(std::vector<StepResult>(3, step)), "");
  EXPECT_LT(page.size(), 650u << 10);
  EXPECT_EQ(count(page, ">As a table</summary>"), 3u);
  EXPECT_TRUE(contains(page, "<p>3850 bars that begin later are left out: "));
}

TEST(Page, CarriesSmallPicturesAndNamesLargeOnes) {
  const std::filesystem::path folder = own_folder();
  StepResult step = racing_step();
  step.diagnosis.facts = {"first at x=0: expected 1, got \"2\""};
  step.diagnosis.picture = folder / "step1-difference.png";
  step.showing.picture = folder / "step1-result.png";
  step.timeline = folder / "gone.svg";
  write_file(step.diagnosis.picture, "PNG");
  write_file(step.showing.picture, std::string(440 << 10, 'x'));
  const std::string page = lab_page(lab_of({step}), "");
  EXPECT_EQ(count(page, "<img"), 1u);
  EXPECT_TRUE(contains(page, "got &quot;2&quot;\n\" src=\"data:image/png;base64,UE5H\""));
  EXPECT_TRUE(contains(page, "step1-result.png, beside this page, is too large"));
  EXPECT_TRUE(contains(page, "gone.svg is not there"));
}

TEST(Page, DrawsTheIntervalAgainstTheThreshold) {
  StepResult step = slow_step();
  step.time = Timing{0.0771, 1.32, 1.2, 1.5, "lab4-global-memory/1", 5.82, 11.9, 23};
  const std::string page = lab_page(lab_of({step}), "");
  const std::string text =
      "1.32x over lab4/1, 95 % interval from 1.20x to 1.50x; the threshold is 1.40x";
  EXPECT_TRUE(contains(page, "<title>" + text + "</title>"));
  EXPECT_TRUE(contains(page, "<p>" + text + ".</p>"));
  EXPECT_TRUE(contains(page, "class=\"limit\""));
  EXPECT_TRUE(
      contains(page,
               ">From 0x to 1.65x: the upright line is the ratio, the bar its interval, the "
               "dashed line the threshold.</p>"));
  StepResult modelled = step;
  modelled.time->modelled = "H200";
  modelled.gates.back().max_points = 0;
  EXPECT_TRUE(contains(lab_page(lab_of({modelled}), ""), ": the upright line is the ratio.</p>"));
  step.time->ratio = step.time->ratio_high = NAN;
  EXPECT_FALSE(contains(lab_page(lab_of({step}), ""), "<svg"));
}

TEST(Page, TellsWhatHasChangedSinceTheRunBefore) {
  StepResult before = slow_step(), now = slow_step();
  before.gates[1].passed = false;
  before.gates[1].points = 0;
  now.gates[2].points = 5.9;
  const LabResult lab = lab_of({now});
  const std::string page = lab_page(lab, "", lab_of({before}));
  EXPECT_TRUE(contains(page, "<p>20 points gained and 2.5 lost.</p>"));
  EXPECT_TRUE(contains(page,
                       "<th scope=\"row\">correct</th><td class=\"number\">0</td><td "
                       "class=\"number\">20</td><td><span class=\"good\">+20 gained</span>"));
  EXPECT_TRUE(contains(page, "<span class=\"bad\">-2.5 lost</span>"));
  before.gates[1].points = 19;
  EXPECT_TRUE(contains(lab_page(lab, "", lab_of({before})), "<p>1 point gained and 2.5 lost.</p>"));
  EXPECT_TRUE(contains(lab_page(lab, "", lab), "No gate has changed since the run before"));
  LabResult other = lab;
  other.steps[0].verdict = {VerdictKind::unsafe, "omp-race"};
  EXPECT_TRUE(contains(lab_page(lab, "", other), "Step 1</a>: OK, was UNSAFE(omp-race).</p>"))
      << "that is a change";
  EXPECT_FALSE(contains(lab_page(lab, ""), "the run before")) << "there was none";
}

TEST(Page, TellsOfAGateWithoutPointsWhetherItPasses) {
  StepResult broken = slow_step();
  broken.gates[0].passed = false;
  const LabResult before = lab_of({broken}), now = lab_of({slow_step()});
  EXPECT_TRUE(contains(lab_page(now, "", before), "<span class=\"good\">passes now</span>"));
  EXPECT_TRUE(contains(lab_page(before, "", now), "<span class=\"bad\">missed now</span>"));
}

TEST(Page, SaysWhatIsLeftOutOfALongFile) {
  StepResult step = slow_step();
  step.source.text = std::string(30000, '\n');
  EXPECT_TRUE(contains(lab_page(lab_of({step}), ""), "29000 more lines are left out"));
}

TEST(Page, HasItsPartsInOrder) {
  StepResult second = racing_step();
  second.step = 2;
  const std::string page = lab_page(lab_of({slow_step(), second}), "some-cpu");
  std::size_t at = 0;
  for (const char* part :
       {"<!DOCTYPE html>", "<html lang=\"en\">", "<title>", "<h1>", "<nav", "<main>",
        "<section id=\"step1\"", "The next point.", "<caption>Gates of step 1",
        "<section id=\"step2\"", "<caption>Gates of step 2", "<h3>Why", "</main>", "<footer",
        "</html>"}) {
    const std::size_t found = page.find(part, at);
    ASSERT_NE(found, std::string::npos) << part;
    at = found;
  }
}

TEST(Page, IsWhole) {
  StepResult second = racing_step();
  second.step = 2;
  expect_whole_page(lab_page(lab_of({step_with_loops(), second}), ""));
}

TEST(Page, StaysBelowAMegabyte) {
  StepResult step = racing_step();
  step.output = step.compiler = std::string(64 << 10, '<');
  step.source.text = std::string(1000, '\n') + std::string(128 << 10, '<');
  step.diagnosis.findings.resize(2000, step.diagnosis.findings[0]);
  step.inner_loops.loops.assign(8, {1, 128, 0, 60, {}, 0});
  for (LoopCode& loop : step.inner_loops.loops)
    loop.instructions.assign(60, {0, 1, std::string(100, '"'), 128});
  std::vector<StepResult> steps;
  for (int number = 1; number <= 7; ++number) {
    step.step = number;
    steps.push_back(step);
  }
  const std::string page = lab_page(lab_of(steps), "");
  EXPECT_LT(page.size(), 1u << 20);
  EXPECT_TRUE(contains(page, "Source and pictures are left out"));
}

// Findings may name files and kernels of 4 KiB, and a character of those takes 8 bytes of a page.
TEST(Page, StaysBelowAMegabyteWhateverFindingsSay) {
  StepResult step = racing_step();
  Finding& race = step.diagnosis.findings[0];
  race.kernel = race.what = race.where.file = race.other->file = std::string(4 << 10, '\x01');
  step.diagnosis.findings.assign(1000, Finding(race));
  step.gates[0].message = std::string(64 << 10, '"');
  step.diagnosis.facts.assign(50, std::string(4 << 10, '<'));
  std::vector<StepResult> steps(3, step);
  steps.push_back(slow_step());
  for (std::size_t s = 0; s < steps.size(); ++s) steps[s].step = static_cast<int>(s) + 1;
  const std::string page = lab_page(lab_of(steps), "");
  EXPECT_LT(page.size(), 1u << 20);
  EXPECT_EQ(count(page, "The rest is left out"), 3u);
  EXPECT_EQ(count(page, "<p>Verdict: "), 4u) << "no step goes without it";
  EXPECT_TRUE(contains(page, "<caption>Gates of step 4"));
}

TEST(Page, LinksNoLineThatIsLeftOut) {
  setenv("TERM_PROGRAM", "vscode", 1);  // links to an editor make it large
  StepResult step = racing_step();
  step.source.text = std::string(1000, '\n');
  step.source.file = "labs/" + std::string(3000, 'x') + "/tile.cu";
  const std::string page = lab_page(lab_of({step}), "");
  EXPECT_TRUE(contains(page, "Source and pictures are left out"));
  EXPECT_FALSE(contains(page, "href=\"#step1-line"));
}

}  // namespace
}  // namespace warplab::page::page_test
