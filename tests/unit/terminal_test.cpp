// What a student reads: the table of a lab, the speedups, and the line of progress.
#include "autograder/report/terminal.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <memory>
#include <regex>
#include <sstream>

namespace warplab {
namespace {

using Stream = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

// Everything that `print` writes to the stream it is given.
std::string printed(const std::function<void(std::FILE*)>& print) {
  char* text = nullptr;
  std::size_t size = 0;
  {
    const Stream stream(::open_memstream(&text, &size), std::fclose);
    print(stream.get());
  }
  std::string result(text, size);
  std::free(text);
  return result;
}

std::string printed_lab(const LabResult& lab, const PrintOptions& options = {}) {
  return printed([&](std::FILE* stream) { print_lab(lab, options, stream); });
}

std::size_t longest_line(const std::string& text) {
  std::istringstream lines(text);
  std::size_t longest = 0;
  for (std::string line; std::getline(lines, line);) longest = std::max(longest, line.size());
  return longest;
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

StepResult fast_step() {
  StepResult step;
  step.step = 1;
  step.name = "c";
  step.gates = {
      {GateKind::builds, "builds", true, {}, {}, 0, 0, "1.9 s"},
      {GateKind::correct,
       "correct",
       true,
       {},
       {},
       20,
       20,
       "17 awkward cases, photograph 4992x3744"},
      {GateKind::speed, "speed", false, 0.52, 0.8, 4.4, 10,
       "0.52x over lab1-convolution-c/1 [0.50, 0.55], full points at 0.80x, 0.28x to go"}};
  step.time = Timing{0.0771, 0.52, 0.50, 0.55, "lab1-convolution-c/1", 5.82, 11.9, 23};
  step.score = 24.4;
  step.max_score = 30;
  return step;
}

LabResult lab_of(const StepResult& step) {
  LabResult lab{"lab1-convolution-c", "5x5 convolution in C", "labs/lab1-convolution-c", 0, 0, {}};
  lab.steps = {step};
  lab.score = step.score;
  lab.max_score = step.max_score;
  return lab;
}

TEST(Terminal, NamesThePageBelowTheScore) {
  PrintOptions options;
  EXPECT_FALSE(contains(printed_lab(lab_of(fast_step()), options), "page"));
  options.page = "build/grades/lab1-convolution-c/page.html";
  EXPECT_TRUE(printed_lab(lab_of(fast_step()), options)
                  .ends_with("  page: build/grades/lab1-convolution-c/page.html\n"));
}

// What is elsewhere has to open in a browser, and "../../tmp/page.html" does not.
TEST(Terminal, TellsAPathFromHereOnlyOfWhatIsBelow) {
  const std::filesystem::path here = std::filesystem::current_path();
  EXPECT_EQ(shown_path(here / "build/grades/page.html"), "build/grades/page.html");
  EXPECT_EQ(shown_path("build/../grades/page.html"), "grades/page.html");
  const std::filesystem::path beside = here.string() + "-2/page.html";
  EXPECT_EQ(shown_path(beside), beside.string());
  EXPECT_EQ(shown_path("../elsewhere/page.html"),
            (here.parent_path() / "elsewhere/page.html").string());
}

TEST(Terminal, PrintsAGradedLab) {
  PrintOptions options;
  options.best = 48;
  options.seconds = 4.83;
  options.build_note = "gcc 12.2.0";
  EXPECT_EQ(printed_lab(lab_of(fast_step()), options),
            R"(lab1-convolution-c    5x5 convolution in C               labs/lab1-convolution-c

step 1  c                                                                24.4/30
  builds             ok     1.9 s, gcc 12.2.0
  correct    20/20   ok     17 awkward cases, photograph 4992x3744
  speed      4.4/10         0.52x over lab1-convolution-c/1 [0.50, 0.55], full
                            points at 0.80x, 0.28x to go
  time                      77.10 ms, 5.82 GB/s, 11.90 Gop/s, 23 pairs
  ------------------------------------------------------------------------
  24.4 / 30          best so far 48                                  4.8 s
)");
}

TEST(Terminal, SaysWhereATimeComesFrom) {
  StepResult step = fast_step();
  step.time->gpu = "NVIDIA H200";
  EXPECT_TRUE(contains(printed_lab(lab_of(step)), R"(
  time                      77.10 ms, 5.82 GB/s, 11.90 Gop/s, 23 pairs on an
                            NVIDIA H200
)"));
  step.time->gpu.clear();
  step.time->modelled = "H200";
  step.time->note = "the NVIDIA driver sees no GPU";
  EXPECT_TRUE(contains(printed_lab(lab_of(step)), R"(
  time                      77.10 ms, 6 GB/s, 12 Gop/s, modelled as H200: not
                            measured
                            no GPU is used: the NVIDIA driver sees no GPU
)")) << printed_lab(lab_of(step));
}

TEST(Terminal, SaysThatTheMachineIsBusy) {
  StepResult step = fast_step();
  step.time->lost = 0.376;
  EXPECT_TRUE(contains(printed_lab(lab_of(step)), R"(
  time                      77.10 ms, 5.82 GB/s, 11.90 Gop/s, 23 pairs
                            a busy machine: 38 % of the time went to others, and
                            is left out
)")) << printed_lab(lab_of(step));
  step.time->lost = 0.01;
  EXPECT_FALSE(contains(printed_lab(lab_of(step)), "busy"));
}

StepResult wrong_step() {
  StepResult step;
  step.step = 2;
  step.name = "inner-loop";
  step.verdict.kind = VerdictKind::wrong;
  step.max_score = 30;
  step.gates = {{GateKind::builds, "builds", true, {}, {}, 0, 0, "0.4 s"},
                {GateKind::correct, "correct", false, 1, 0, 0, 20,
                 "5,832 of 56,070,144 values in 1 of 17 cases"},
                {GateKind::speed, "speed", false, {}, 0.8, 0, 10, "not run"}};
  step.diagnosis = {"block-edge",
                    {"33x17: first at x=32 y=4 G: expected 117, got 0",
                     "wrong only in the last column of blocks: threads beyond the image width seem "
                     "to write, or the tail block is not launched"},
                    ""};
  step.diagnosis.picture = "build/grades/lab1/33x17-difference.png";
  return step;
}

TEST(Terminal, ExplainsBelowTheGateThatFailed) {
  const std::string text = printed_lab(lab_of(wrong_step()));
  EXPECT_TRUE(contains(text, R"(
  correct    0/20    WRONG  5,832 of 56,070,144 values in 1 of 17 cases
      33x17: first at x=32 y=4 G: expected 117, got 0
      wrong only in the last column of blocks: threads beyond the image width
      seem to write, or the tail block is not launched
      difference image: build/grades/lab1/33x17-difference.png
  speed      0/10           not run
)")) << text;
}

TEST(Terminal, SaysNothingTwice) {
  StepResult step = wrong_step();
  step.verdict = {VerdictKind::time_limit, "wall"};
  step.gates[1].message = step.diagnosis.facts[0];
  step.gates[1].is_in_diagnosis = true;
  const std::string text = printed_lab(lab_of(step));
  EXPECT_TRUE(contains(text,
                       "  correct    0/20    TIME_LIMIT(wall)\n"
                       "      33x17: first at"))
      << text;
  EXPECT_EQ(text.find(step.diagnosis.facts[0]), text.rfind(step.diagnosis.facts[0]));
}

TEST(Terminal, ShowsTwentyLinesOfTheCompiler) {
  StepResult step = wrong_step();
  step.verdict = {VerdictKind::build_error, "compile"};
  step.gates[0] = {GateKind::builds, "builds", false, {}, {}, 0, 0, "it does not compile"};
  for (int i = 1; i <= 33; ++i) step.compiler += "line " + std::to_string(i) + "\n";
  const std::string text = printed_lab(lab_of(step));
  EXPECT_TRUE(contains(text,
                       "  builds             BUILD_ERROR(compile)\n"
                       "      it does not compile\n"))
      << text;
  EXPECT_TRUE(contains(text, "      line 20\n      ... 13 more lines\n")) << text;
  EXPECT_FALSE(contains(text, "line 21"));
  step.compiler = step.compiler.substr(0, step.compiler.find("line 22"));
  EXPECT_TRUE(contains(printed_lab(lab_of(step)), "      line 20\n      ... 1 more line\n"));
  EXPECT_FALSE(contains(printed_lab(lab_of(fast_step())), "compiler"));
}

TEST(Terminal, ShowsOnceWhatTheProgramSaidOfItsEnd) {
  StepResult step = wrong_step();
  step.output = "lab.cu:7: cudaFree(a): cudaErrorInvalidValue\n";
  EXPECT_TRUE(contains(printed_lab(lab_of(step)), "it printed:\n      lab.cu:7: cudaFree(a)"));
  step.diagnosis.facts.push_back(step.output);
  const std::string text = printed_lab(lab_of(step));
  EXPECT_FALSE(contains(text, "it printed")) << text;
  EXPECT_TRUE(contains(text, "lab.cu:7: cudaFree(a)")) << text;
}

TEST(Terminal, ShowsWarningsOfWhatBuilds) {
  StepResult step = fast_step();
  step.compiler =
      "a.c:7: warning: ignoring '#pragma omp parrallel' [-Wunknown-pragmas]\n"
      "    7 | #pragma omp parrallel for\n      | ^~~\n";
  EXPECT_TRUE(contains(printed_lab(lab_of(step)),
                       "    the compiler warns:\n"
                       "      a.c:7: warning: ignoring '#pragma omp parrallel' "
                       "[-Wunknown-pragmas]\n"
                       "          7 | #pragma omp parrallel for\n"
                       "            | ^~~\n"))
      << printed_lab(lab_of(step));
}

TEST(Terminal, AGraderErrorIsNotAScore) {
  StepResult step = fast_step();
  step.verdict.kind = VerdictKind::grader_error;
  step.gates.clear();
  step.time.reset();
  step.diagnosis = {"grader", {"the sandbox does not start"}, ""};
  PrintOptions options;
  options.best = 12.5;
  const std::string text = printed_lab(lab_of(step), options);
  EXPECT_TRUE(contains(text, "GRADER_ERROR\n      the sandbox does not start\n")) << text;
  EXPECT_TRUE(contains(text, "not graded")) << text;
  EXPECT_TRUE(contains(text, "best so far 12.5")) << text;
  EXPECT_FALSE(contains(text, "/ 30")) << text;
}

TEST(Terminal, NothingFromASubmissionReachesTheTerminalRaw) {
  StepResult step = wrong_step();
  step.output = "\x1b[2Jhello \x1b]0;owned\a\rworld";
  step.gates[1].message = "\x1b[31mmessage";
  step.diagnosis.facts[0] = "\x1b[31mline";
  step.verdict.detail = "\x1b[31mdetail";
  step.name = "\x1b[31mstep\r";
  LabResult lab = lab_of(step);
  lab.title = "\x1b[31mtitle\r";
  lab.submission = "\x1b[31mpath";
  const std::string text = printed_lab(lab);
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
  EXPECT_EQ(text.find('\r'), std::string::npos);
  EXPECT_TRUE(contains(text, "it printed:\n      hello world\n")) << text;
}

TEST(Terminal, SpeedupsAreShownWithoutTerminalCodes) {
  StepResult step = fast_step();
  step.name = "\x1b[31mc\n";
  Result result;
  result.labs = {lab_of(step)};
  const std::string text = printed([&](std::FILE* stream) { print_speedups(result, stream); });
  EXPECT_TRUE(contains(text, "\nlab1/1 c  ")) << text;
  EXPECT_EQ(text.find('\x1b'), std::string::npos) << text;
}

TEST(Terminal, KeepsToItsColumns) {
  PrintOptions options;
  for (const StepResult& step : {fast_step(), wrong_step()}) {
    LabResult lab = lab_of(step);
    for (options.columns = 50; options.columns <= 100; ++options.columns) {
      const std::string text = printed_lab(lab, options);
      EXPECT_LE(longest_line(text), static_cast<std::size_t>(options.columns)) << text;
    }
  }
}

TEST(Terminal, ColoursOnlyWhenAsked) {
  PrintOptions options;
  EXPECT_EQ(printed_lab(lab_of(wrong_step()), options).find('\x1b'), std::string::npos);
  options.colour = true;
  EXPECT_NE(printed_lab(lab_of(wrong_step()), options).find("\x1b[31mWRONG"), std::string::npos);
}

TEST(Terminal, EndsEveryColourAndMovesNothing) {
  PrintOptions options;
  for (const StepResult& step : {fast_step(), wrong_step()}) {
    options.colour = false;
    const std::string plain = printed_lab(lab_of(step), options);
    options.colour = true;
    const std::string coloured = printed_lab(lab_of(step), options);
    const std::regex painted("(\x1b\\[(1|3[123])m)+([^\x1b]*)\x1b\\[0m");
    EXPECT_TRUE(std::regex_search(coloured, painted)) << coloured;
    EXPECT_EQ(std::regex_replace(coloured, painted, "$3"), plain);
  }
}

TEST(Terminal, PrintsSpeedups) {
  Result result;
  result.labs = {lab_of(fast_step()), lab_of(fast_step())};
  result.labs[1].lab = "lab3-sse";
  result.labs[1].steps[0].time->median_s = 0.01;
  result.labs[1].steps[0].time->gigabytes_s = 58.2;
  result.labs[1].steps[0].time->gigaoperations_s *= 10;
  result.labs[1].steps.push_back(wrong_step());  // not timed, so not in the table
  EXPECT_EQ(printed([&](std::FILE* stream) { print_speedups(result, stream); }),
            R"(
step                    time [ms]    GB/s  to lab1/1  to its baseline     score
lab1/1 c                    77.10    5.82      1.00x  0.52x lab1/1      24.4/30
lab3/1 c                    10.00   58.20     10.00x  0.52x lab1/1      24.4/30
)");
  // Each problem has a table, whose first step is what its others are compared with.
  result.labs.pop_back();
  result.labs.push_back(lab_of(fast_step()));
  result.labs[1].lab = "lab8-reduction";
  result.labs[1].problem = "reduction";
  EXPECT_EQ(printed([&](std::FILE* stream) { print_speedups(result, stream); }),
            R"(
step                    time [ms]    GB/s  to lab1/1  to its baseline     score
lab1/1 c                    77.10    5.82      1.00x  0.52x lab1/1      24.4/30

step                    time [ms]    GB/s  to lab8/1  to its baseline     score
lab8/1 c                    77.10    5.82      1.00x  0.52x lab1/1      24.4/30
)");
  result.labs = {lab_of(wrong_step())};
  EXPECT_EQ(printed([&](std::FILE* stream) { print_speedups(result, stream); }), "");
}

// Both ends of a terminal of its own: what is written to `stream` can be read back.
class PseudoTerminal {
 public:
  explicit PseudoTerminal(unsigned short columns) : master_(::posix_openpt(O_RDWR | O_NOCTTY)) {
    ::grantpt(master_);
    ::unlockpt(master_);
    stream_.reset(std::fopen(::ptsname(master_), "w"));
    const winsize size{24, columns, 0, 0};
    ::ioctl(master_, TIOCSWINSZ, &size);
  }
  ~PseudoTerminal() {
    stream_.reset();
    ::close(master_);
  }

  std::FILE* stream() const { return stream_.get(); }

  // What was written since the call before. The kernel hands it on piece by piece, later than it is written: a mark
  // behind it says that all of it has come.
  std::string seen() const {
    constexpr char mark = '\x1e';
    std::fputc(mark, stream());
    std::fflush(stream());
    std::string text;
    char next = 0;
    while (::read(master_, &next, 1) == 1 && next != mark) text += next;
    return text;
  }

 private:
  int master_;
  Stream stream_{nullptr, std::fclose};
};

TEST(Terminal, ProgressRewritesItsLineAndClearsIt) {
  const PseudoTerminal terminal(20);
  ASSERT_NE(terminal.stream(), nullptr);
  ::setenv("TERM", "xterm", 1);
  {
    Progress progress(terminal.stream(), std::chrono::milliseconds(0));
    progress.show("grading \x1b[31mlab1");
    EXPECT_EQ(terminal.seen(), "\rgrading lab1\x1b[K");
    progress.show("a line that is longer than the terminal");
    EXPECT_EQ(terminal.seen(), "\ra line that is long\x1b[K");
  }
  EXPECT_EQ(terminal.seen(), "\r\x1b[K");
}

TEST(Terminal, ProgressIsSilentAtFirstAndWithoutATerminal) {
  const PseudoTerminal terminal(80);
  ASSERT_NE(terminal.stream(), nullptr);
  ::setenv("TERM", "xterm", 1);
  {
    Progress progress(terminal.stream(), std::chrono::hours(1));
    progress.show("too early");
  }
  EXPECT_EQ(terminal.seen(), "");

  const Stream file(std::tmpfile(), std::fclose);
  {
    Progress progress(file.get(), std::chrono::milliseconds(0));
    progress.show("not a terminal");
  }
  EXPECT_EQ(std::ftell(file.get()), 0);
}

// As in a shell within Emacs, which would show the codes.
TEST(Terminal, ProgressIsSilentWhereALineCannotBeRewritten) {
  const PseudoTerminal terminal(80);
  ASSERT_NE(terminal.stream(), nullptr);
  ::setenv("TERM", "dumb", 1);
  {
    Progress progress(terminal.stream(), std::chrono::milliseconds(0));
    progress.show("grading lab1");
  }
  EXPECT_EQ(terminal.seen(), "");
}

TEST(Terminal, ErrorsBreakBetweenWords) {
  const std::string words(41, 'a'), text = words + " " + words;
  const PseudoTerminal terminal(80);
  ASSERT_NE(terminal.stream(), nullptr);
  ::setenv("TERM", "xterm", 1);
  print_error(text, terminal.stream());
  std::fflush(terminal.stream());
  EXPECT_EQ(terminal.seen(), words + "\r\n" + words + "\r\n");

  const Stream file(std::tmpfile(), std::fclose);
  print_error(text, file.get());
  EXPECT_EQ(std::ftell(file.get()), static_cast<long>(text.size()) + 1) << "for programs, one line";
}

TEST(Terminal, ColourNeedsATerminalAndNoObjection) {
  const PseudoTerminal terminal(80);
  ASSERT_NE(terminal.stream(), nullptr);
  ::setenv("TERM", "xterm", 1);
  ::unsetenv("NO_COLOR");
  EXPECT_TRUE(use_colour(terminal.stream()));
  const Stream file(std::tmpfile(), std::fclose);
  EXPECT_FALSE(use_colour(file.get()));
  ::setenv("NO_COLOR", "1", 1);
  EXPECT_FALSE(use_colour(terminal.stream()));
  ::unsetenv("NO_COLOR");
  ::setenv("TERM", "dumb", 1);
  EXPECT_FALSE(use_colour(terminal.stream()));
}

}  // namespace
}  // namespace warplab
