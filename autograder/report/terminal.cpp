// Tables in plain columns; colours are put on after the padding, so that they never shift it.
#include "autograder/report/terminal.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "autograder/report/numbers.h"
#include "autograder/report/sanitize.h"
#include "common/numbers.h"
#include "common/wrap.h"

namespace warplab {
namespace {

constexpr std::size_t max_compiler_lines = 20;
constexpr std::size_t max_warning_lines = 8;
constexpr std::size_t max_output_lines = 10;
constexpr std::size_t max_line = 400;  // characters of a line that is shown as it is

// What a terminal reads. <fmt/color.h> would compile all of fmt's formatting again for these.
constexpr std::string_view plain;
constexpr std::string_view good = "\x1b[32m";
constexpr std::string_view bad = "\x1b[31m";
constexpr std::string_view partial = "\x1b[33m";
constexpr std::string_view strong = "\x1b[1m";
constexpr std::string_view strong_and_good = "\x1b[1m\x1b[32m";

std::string pad(std::string_view text, std::size_t columns) {
  const std::size_t width = width_of(text);
  return std::string(text) + std::string(width < columns ? columns - width : 0, ' ');
}

// Prints one lab; it holds what every line needs to know.
class LabPrinter {
 public:
  LabPrinter(const PrintOptions& options, std::FILE* stream)
      : options_(options),
        stream_(stream),
        columns_(static_cast<std::size_t>(std::max(options.columns, 40))) {}

  void print(const LabResult& lab) {
    print_heading(lab);
    for (const StepResult& step : lab.steps) print_step(step);
    print_total(lab);
  }

 private:
  static constexpr std::size_t name_width = 11;
  static constexpr std::size_t points_width = 8;
  static constexpr std::size_t status_width = 7;
  static constexpr std::size_t failure_column = 6;
  static constexpr std::size_t message_column = 2 + name_width + points_width + status_width;

  std::string paint(const std::string& text, std::string_view style) const {
    return options_.colour && !style.empty() ? fmt::format("{}{}\x1b[0m", style, text) : text;
  }

  void line(const std::string& text = "") const { fmt::print(stream_, "{}\n", text); }

  void indented(const std::string& text, std::size_t indentation) const {
    for (const std::string& part : wrap(text, columns_ - indentation)) {
      line(std::string(indentation, ' ') + part);
    }
  }

  // Two texts on one line, the second flush right; on two lines if they do not fit.
  void left_and_right(const std::string& left, const std::string& right,
                      std::string_view style) const {
    const std::size_t used = width_of(left) + width_of(right);
    if (right.empty()) {
      line(paint(left, style));
    } else if (used + 2 > columns_) {
      line(paint(left, style));
      line("  " + right);
    } else {
      line(paint(left, style) + std::string(columns_ - used, ' ') + right);
    }
  }

  void print_heading(const LabResult& lab) const {
    left_and_right(fmt::format("{}    {}", lab.lab, sanitize_line(lab.title)),
                   sanitize_line(lab.submission), strong);
  }

  void print_step(const StepResult& step) const {
    line();
    const bool graded = step.verdict.kind != VerdictKind::grader_error;
    left_and_right(fmt::format("step {}  {}", step.step, sanitize_line(step.name)),
                   graded ? fraction(step.score, step.max_score) : "no score", strong);
    bool explained = step.verdict.kind == VerdictKind::ok;
    for (const Gate& gate : step.gates) {
      const bool failed_here = !explained && !gate.passed;
      print_gate(gate, step, failed_here);
      if (failed_here) {
        print_failure(step);
        explained = true;
      }
    }
    if (!explained) {
      line("  " + paint(verdict_text(step.verdict), bad));
      print_failure(step);
    }
    if (step.verdict.kind == VerdictKind::ok)
      print_excerpt("the compiler warns:", step.compiler, max_warning_lines);
    if (step.time) print_time(*step.time);
    if (!step.timeline.empty())
      print_row("  " + pad("timeline", message_column - 2), sanitize(step.timeline));
    for (const std::string& shown : step.showing.lines) indented(sanitize(shown), failure_column);
    if (!step.showing.picture.empty())
      print_row("  " + pad("picture", message_column - 2), sanitize(step.showing.picture));
    // What CUDA_CHECK says is the diagnosis, and was shown.
    const std::vector<std::string>& told = step.diagnosis.facts;
    if (std::find(told.begin(), told.end(), step.output) == told.end())
      print_excerpt("it printed:", step.output, max_output_lines);
  }

  void print_gate(const Gate& gate, const StepResult& step, bool failed_here) const {
    const std::string points =
        gate.max_points > 0 ? fraction(gate.points, gate.max_points) : std::string();
    const std::string status = failed_here   ? sanitize(verdict_text(step.verdict))
                               : gate.passed ? "ok"
                                             : "";
    const std::string_view style = gate.passed ? good : failed_here ? bad : partial;
    const std::string message = gate_message(gate, step);
    const bool is_long = width_of(gate.name) >= name_width;  // its points begin behind a blank
    const std::string name = is_long ? gate.name + " " : pad(gate.name, name_width);
    const std::size_t points_columns = name_width + points_width - width_of(name);
    const std::string left = "  " + name +
                             paint(pad(points, points_columns), gate.passed ? plain : style) +
                             paint(pad(status, status_width), style);
    if (width_of(status) >= status_width) {  // the message goes below
      line(left);
      indented(message, failure_column);
      return;
    }
    print_row(left, message);
  }

  // A row of the table: `left` fills the columns before the message's.
  void print_row(const std::string& left, const std::string& message) const {
    const std::vector<std::string> parts = wrap(message, columns_ - message_column);
    line(left + (parts.empty() ? "" : parts.front()));
    for (std::size_t i = 1; i < parts.size(); ++i) {
      line(std::string(message_column, ' ') + parts[i]);
    }
  }

  std::string gate_message(const Gate& gate, const StepResult& step) const {
    if (gate.is_in_diagnosis) return "";  // which is below
    const bool has_note = gate.kind == GateKind::builds && gate.passed &&
                          step.device != Device::gpu && !options_.build_note.empty();
    return sanitize(has_note ? fmt::format("{}, {}", gate.message, options_.build_note)
                             : text_of(gate));
  }

  // Below the gate that failed: why, and what to do.
  void print_failure(const StepResult& step) const {
    const bool is_built = step.verdict.kind != VerdictKind::build_error;
    for (const std::string& text : brief_text_of(step.diagnosis, is_built ? step.source : Source(),
                                                 columns_ - failure_column)) {
      // What the compiler said stands below in its own words, with its own caret.
      if (step.compiler.find(text) == std::string::npos)
        line(std::string(failure_column, ' ') + sanitize(text));
    }
    if (!step.diagnosis.picture.empty()) {
      indented("difference image: " + sanitize_line(shown_path(step.diagnosis.picture)),
               failure_column);
    }
    print_excerpt("the compiler says:", step.compiler, max_compiler_lines);
  }

  void print_time(const Timing& time) const {
    // A transpose computes nothing.
    const auto speed = [&](int digits) {
      std::string text = fmt::format("{:.{}f} GB/s", time.gigabytes_s, digits);
      if (time.gigaoperations_s > 0)
        text += fmt::format(", {:.{}f} Gop/s", time.gigaoperations_s, digits);
      return text;
    };
    const std::string left = "  " + pad("time", message_column - 2);
    if (!time.modelled.empty()) {
      print_row(left, fmt::format("{} ms, {}, modelled as {}: not measured",
                                  milliseconds(time.median_s), speed(0), time.modelled));
      if (!time.note.empty()) indented("no GPU is used: " + sanitize(time.note), message_column);
      return;
    }
    print_row(left, fmt::format("{} ms, {}, {}{}", milliseconds(time.median_s), speed(2),
                                counted(static_cast<std::size_t>(time.pairs), "1 pair", "{} pairs"),
                                time.gpu.empty() ? "" : " on an " + sanitize(time.gpu)));
    if (time.lost >= busy_share)
      indented(fmt::format("a busy machine: {:.0f} % of the time went to others, and is left out",
                           100 * time.lost),
               message_column);
  }

  // The first lines of a text as they are, since a compiler's carets must stay below their place.
  void print_excerpt(const std::string& title, const std::string& text, std::size_t most) const {
    const std::vector<std::string> lines = split_lines(sanitize(text));
    if (lines.empty()) return;
    line("    " + title);
    for (std::size_t i = 0; i < std::min(most, lines.size()); ++i) {
      const bool whole = width_of(lines[i]) <= max_line;
      line("      " + (whole ? lines[i] : cut(lines[i], max_line) + "..."));
    }
    if (lines.size() > most)
      line("      ... " + counted(lines.size() - most, "1 more line", "{} more lines"));
  }

  void print_total(const LabResult& lab) const {
    const bool graded = std::none_of(lab.steps.begin(), lab.steps.end(), [](const auto& step) {
      return step.verdict.kind == VerdictKind::grader_error;
    });
    const std::string score =
        graded ? fmt::format("{} / {}", points_text(lab.score), points_text(lab.max_score))
               : "not graded: the grader failed, not your code; no score is changed";
    const std::string best =
        options_.best
            ? fmt::format("best so far {}", points_text(graded ? std::max(*options_.best, lab.score)
                                                               : *options_.best))
            : "";
    const std::string seconds = fmt::format("{:.1f} s", options_.seconds);
    line("  " + std::string(columns_ - 8, '-'));
    if (!graded) {
      line("  " + paint(score, bad));
      line("  " + pad(best, columns_ - 8 - width_of(seconds)) + seconds);
      return;
    }
    const bool full = lab.score >= lab.max_score;
    const std::string left = pad(score, name_width + points_width);
    const std::size_t used = width_of(left) + width_of(seconds);
    line("  " + paint(left, full ? strong_and_good : strong) + pad(best, columns_ - 8 - used) +
         seconds);
    if (!options_.page.empty()) line("  page: " + sanitize_line(options_.page));
  }

  const PrintOptions& options_;
  std::FILE* stream_;
  std::size_t columns_;
};

// "lab3/2 openmp" for step 2 of lab3-sse.
std::string short_label(const LabResult& lab, const StepResult& step) {
  return fmt::format("{}/{} {}", short_name(lab.lab), step.step, sanitize_line(step.name));
}

// How much faster `time` is than `first`, by the work done a second: inputs may have different
// sizes.
std::string speedup_text(const Timing& time, const Timing& first) {
  const bool both_compute = time.gigaoperations_s > 0 && first.gigaoperations_s > 0;
  const double speedup = both_compute ? time.gigaoperations_s / first.gigaoperations_s
                                      : time.gigabytes_s / first.gigabytes_s;
  return std::isfinite(speedup) ? fmt::format("{:.2f}x", speedup) : "-";
}

// A table of the labs that solve one problem.
void print_speedups_of(const std::string& problem, const Result& result, std::FILE* stream) {
  constexpr std::size_t label_width = 23;
  Timing first;
  bool is_first = true;
  for (const LabResult& lab : result.labs) {
    if (lab.problem != problem) continue;
    for (const StepResult& step : lab.steps) {
      if (!step.time) continue;
      const Timing& time = *step.time;
      if (is_first) {
        first = time;
        fmt::print(stream, "\n{} {:>9} {:>7} {:>10}  {} {:>8}\n", pad("step", label_width),
                   "time [ms]", "GB/s", fmt::format("to {}/{}", short_name(lab.lab), step.step),
                   pad("to its baseline", 16), "score");
      }
      const std::string to_baseline =
          time.baseline.empty() ? "-"
                                : fmt::format("{:.2f}x {}", time.ratio, short_name(time.baseline));
      fmt::print(stream, "{} {:>9} {:>7.2f} {:>10}  {} {:>8}\n",
                 pad(cut(short_label(lab, step), label_width), label_width),
                 milliseconds(time.median_s), time.gigabytes_s, speedup_text(time, first),
                 pad(to_baseline, 16), fraction(step.score, step.max_score));
      is_first = false;
    }
  }
}

}  // namespace

std::string shown_path(const std::filesystem::path& file) {
  const std::filesystem::path whole = std::filesystem::absolute(file).lexically_normal();
  const auto from_here = whole.lexically_relative(std::filesystem::current_path());
  const bool is_below = !from_here.empty() && *from_here.begin() != "..";
  return (is_below ? from_here : whole).string();
}

void print_lab(const LabResult& lab, const PrintOptions& options, std::FILE* stream) {
  LabPrinter(options, stream).print(lab);
}

void print_speedups(const Result& result, std::FILE* stream) {
  // Bytes of one problem have nothing to do with those of another.
  std::vector<std::string> problems;
  for (const LabResult& lab : result.labs)
    if (std::find(problems.begin(), problems.end(), lab.problem) == problems.end())
      problems.push_back(lab.problem);
  for (const std::string& problem : problems) print_speedups_of(problem, result, stream);
}

bool is_screen(std::FILE* stream) {
  const char* terminal = std::getenv("TERM");
  const bool dumb = terminal && std::string_view(terminal) == "dumb";
  return !dumb && ::isatty(::fileno(stream)) == 1;
}

bool use_colour(std::FILE* stream) {
  const char* no_colour = std::getenv("NO_COLOR");
  const bool unwanted = no_colour && *no_colour != '\0';
  return !unwanted && is_screen(stream);
}

void print_error(const std::string& text, std::FILE* stream) {
  const std::vector<std::string> lines =
      is_screen(stream) ? wrap(text, screen_columns) : std::vector<std::string>{text};
  for (const std::string& line : lines) std::fputs((line + "\n").c_str(), stream);
}

Progress::Progress(std::FILE* stream, std::chrono::milliseconds delay)
    : stream_(stream),
      is_screen_(is_screen(stream)),
      first_shown_(std::chrono::steady_clock::now() + delay) {}

Progress::~Progress() { clear(); }

void Progress::show(std::string_view text) {
  if (!is_screen_ || std::chrono::steady_clock::now() < first_shown_) return;
  winsize size{};
  const bool known = ::ioctl(::fileno(stream_), TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
  const std::size_t columns = known ? size.ws_col : 80;
  const std::string shown = sanitize(text);
  fmt::print(stream_, "\r{}\x1b[K", cut(shown.substr(0, shown.find('\n')), columns - 1));
  std::fflush(stream_);
  is_shown_ = true;
}

void Progress::clear() {
  if (!is_shown_) return;
  fmt::print(stream_, "\r\x1b[K");
  std::fflush(stream_);
  is_shown_ = false;
}

}  // namespace warplab
