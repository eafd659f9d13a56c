// simt: runs CUDA programs that simtcc has built, checks, profiles and draws them. One subcommand,
// one file.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <iterator>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "common/help_formatter.h"
#include "common/version.h"
#include "simt/model/target.h"
#include "simt/ptx/coverage.h"
#include "simt/tools/commands.h"
#include "simt/tools/program.h"

namespace simt::tools {
namespace {

constexpr int most_devices = 16;
constexpr uint64_t checked_loop_limit = 1 << 24;

constexpr const char* exit_codes = R"(Exit codes: the program's own, and 128 + n after signal n;
  1  check: something was found that no baseline knows
  2  usage error, or nothing that ran used CUDA where simt sees it
  3  simt itself failed
  4  check: something was found, as for 1, and the program's own is not 0)";

// Says in the line "Usage" that a program follows.
class HelpFormatter : public warplab::HelpFormatter {
 public:
  std::string make_usage(const CLI::App* app, std::string name) const override {
    if (!app->get_prefix_command()) return warplab::HelpFormatter::make_usage(app, name);
    return fmt::format("\nUsage: {} [OPTIONS] program [arguments...]\n", name);
  }
};

// The program and its arguments: all from the first word on that is no option of ours.
// `behind` begins with the first "--" of the command line.
std::vector<std::string> program_of(const CLI::App& app, std::span<char* const> behind) {
  std::vector<std::string> words = app.remaining();
  if (!words.empty() && words[0].starts_with("-"))
    throw UsageError(
        fmt::format("option {} is not known: simt {} --help lists those that are, and options of "
                    "the program come after its name",
                    words[0], app.get_name()));
  if (words.empty() && !behind.empty()) behind = behind.subspan(1);
  words.insert(words.end(), behind.begin(), behind.end());
  if (words.empty())
    throw UsageError(fmt::format("which program? For example: simt {} ./program", app.get_name()));
  return words;
}

class CommandLine {
 public:
  CommandLine() {
    app_.require_subcommand(1);
    app_.set_version_flag("--version", warplab::version_text("simt"));
    app_.formatter(std::make_shared<HelpFormatter>());
    app_.footer(exit_codes);
    add("run", "run a program", run);
    check_options(add("check", "run it with all checkers, and say what is wrong with it", check));
    CLI::App* profiler =
        file_options(add("profile", "count what its kernels do, by source line", profile));
    profiler->add_option("--lines", command_.lines, "source lines to show per kernel")
        ->capture_default_str()
        ->check(CLI::Range(0, 1000))
        ->type_name("N");
    profiler
        ->add_option("--bank-map", command_.bank_map,
                     "draw which lane hits which bank of shared memory at this line")
        ->type_name("FILE:LINE");
    add_file(profiler, "--base", command_.base,
             "say how counters differ from this file, which --json of an earlier run has written");
    CLI::App* coverer =
        add("cover", "which lines and branches of its kernels run, and which do not", cover);
    add_file(coverer, "--json", command_.json, "write the result to this file as well");
    add_file(coverer, "--lcov", command_.lcov,
             "write a tracefile as well, for lcov and other programs that read those");
    add("trace", "when streams, copies and kernels ran, as a picture or for Perfetto", trace)
        ->add_option("--output", command_.output, "a file .json (Perfetto, Chrome), .svg or .png")
        ->required()
        ->type_name("FILE");
    app_.add_subcommand("devices", "the GPUs that it can model")->callback([this] {
      selected_ = list_devices;
    });
    app_.add_subcommand("coverage", "the PTX instructions that it runs, as Markdown")
        ->callback([this] {
          selected_ = [] {
            fmt::print("{}", ptx::coverage_markdown());
            return 0;
          };
        });
  }

  int execute(std::span<char* const> arguments) {
    const auto marker = std::find(arguments.begin(), arguments.end(), std::string_view("--"));
    behind_ = {marker, arguments.end()};
    // CLI11 takes the last word first.
    std::vector<std::string> words(std::make_reverse_iterator(marker), arguments.rend());
    try {
      app_.parse(words);
    } catch (const CLI::ParseError& error) {
      return app_.exit(error) == 0 ? 0 : usage_error;
    }
    return selected_();
  }

 private:
  CLI::App* add(const char* name, const char* help, int (*execute)(const Command&)) {
    CLI::App* app = app_.add_subcommand(name, help);
    app->prefix_command();
    app->footer(exit_codes);
    session::SessionRequest& request = command_.request;
    std::vector<std::string> names;
    for (const model::Target& target : model::targets()) names.push_back(target.name);
    app->add_option("--target", request.target, "the GPU to model (see simt devices)")
        ->capture_default_str()
        ->check(CLI::IsMember(names, CLI::ignore_case))
        ->type_name("NAME");
    app->add_option("--devices", request.devices, "how many of them the program sees")
        ->capture_default_str()
        ->check(CLI::Range(1, most_devices))
        ->type_name("N");
    app->add_option("--workers", request.workers, "host threads per device; 0: one per core")
        ->capture_default_str()
        ->check(CLI::Range(0, 1024))
        ->type_name("N");
    app->add_option(
           "--loop-limit", request.loop_limit,
           "backward branches of a warp before its loop is called endless (check: 16777216)")
        ->capture_default_str()
        ->check(CLI::PositiveNumber)
        ->type_name("N");
    app->callback([this, app, name, execute] {
      command_.request.mode = name;
      // Checked loops run many times slower: a student should not wait for minutes.
      if (execute == check && app->count("--loop-limit") == 0)
        command_.request.loop_limit = checked_loop_limit;
      command_.program = program_of(*app, behind_);
      selected_ = [this, execute] { return execute(command_); };
    });
    return app;
  }

  using File = std::optional<std::filesystem::path>;
  static void add_file(CLI::App* app, const char* name, File& file, const char* help) {
    app->add_option(name, file, help)->type_name("FILE");
  }

  CLI::App* file_options(CLI::App* app) {
    add_file(app, "--json", command_.json, "write the result to this file as well");
    add_file(app, "--html", command_.html,
             "write a page for a browser as well, which shows the source");
    return app;
  }

  void check_options(CLI::App* app) {
    app->add_flag("--strict", command_.request.strict,
                  "also report races that usually do no harm: plain reads beside an atomic that "
                  "checks them, stores of a value that is already there");
    file_options(app);
    add_file(app, "--sarif", command_.sarif,
             "write the findings for code scanning as well, in SARIF 2.1.0");
    add_file(app, "--junit", command_.junit, "write a test per process as well, in JUnit's XML");
    add_file(app, "--baseline", command_.baseline,
             "count the findings that this file knows, or suppresses, and tell the others");
    add_file(app, "--write-baseline", command_.new_baseline,
             "write such a file, which knows all that is found now");
  }

  CLI::App app_{
      "A GPU on the CPU: runs CUDA programs that simtcc has built, or nvcc with -cudart shared.",
      "simt"};
  Command command_;
  std::span<char* const> behind_;
  std::function<int()> selected_;
};

}  // namespace
}  // namespace simt::tools

int main(int argc, char** argv) {
  using namespace simt::tools;
  try {
    return CommandLine().execute({argv + 1, argv + argc});
  } catch (const UsageError& error) {
    fmt::print(stderr, "simt: {}\n", error.what());
    return usage_error;
  } catch (const std::exception& error) {
    fmt::print(stderr, "simt: {}\n", error.what());
    return own_failure;
  }
}
