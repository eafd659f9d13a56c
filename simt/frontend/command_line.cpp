// simtcc's options: those of nvcc, as far as a program that runs on a CPU has a use for them.
#include "simt/frontend/command_line.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>
#include <string_view>

#include "common/files.h"
#include "simt/frontend/argument_list.h"
#include "simt/frontend/options.h"

namespace simt::frontend {
namespace {

std::optional<Compiler> compiler_of_environment() {
  const char* asked = std::getenv("FRONTEND");
  if (asked == nullptr || *asked == '\0') return std::nullopt;
  Request request;
  const FoundOption frontend = find_option("--frontend");
  frontend.option->apply(request, std::string(frontend.name), asked);
  return request.compiler;
}

Language language_of(const std::filesystem::path& path) {
  static const std::map<std::string, Language> by_extension = {
      {".cu", Language::cuda},    {".cpp", Language::cxx},  {".cc", Language::cxx},
      {".cxx", Language::cxx},    {".c", Language::c},      {".o", Language::object},
      {".obj", Language::object}, {".a", Language::object}, {".so", Language::object}};
  const auto found = by_extension.find(path.extension().string());
  if (found != by_extension.end()) return found->second;
  // libx.so.1.2
  return path.filename().string().find(".so.") == std::string::npos ? Language::unknown
                                                                    : Language::object;
}

Language language_named(const std::string& name) {
  if (name == "cu" || name == "cuda") return Language::cuda;
  if (name == "c++") return Language::cxx;
  if (name == "c") return Language::c;
  throw UsageError("-x takes cu, c++ or c, not '" + name + "'");
}

// What `name` is followed by in the argument, or the next argument.
std::string value_of(std::string_view name, std::string_view rest, Value value,
                     const std::vector<std::string>& arguments, size_t& at) {
  if (value == Value::none) return {};
  if (value == Value::joined) return std::string(rest);
  if (rest.starts_with('=')) return std::string(rest.substr(1));
  if (!rest.empty()) return std::string(rest);
  if (at + 1 >= arguments.size())
    throw UsageError("option " + std::string(name) + " needs a value after it");
  return arguments[++at];
}

// The arguments, with those of files (--options-file x, -optf=x) in the place of these.
std::vector<std::string> with_files_of_options(const std::vector<std::string>& arguments,
                                               int depth = 0) {
  constexpr int deepest = 16;
  if (depth > deepest) throw UsageError("files of options name each other: see --options-file");
  std::vector<std::string> all;
  for (size_t at = 0; at < arguments.size(); ++at) {
    std::string_view rest = arguments[at];
    bool names_file = false;
    for (const std::string_view name : {"--options-file", "-optf"})
      if (rest.starts_with(name) && (rest.size() == name.size() || rest[name.size()] == '=')) {
        names_file = true;
        rest.remove_prefix(name.size());
      }
    if (!names_file) {
      all.push_back(arguments[at]);
      continue;
    }
    for (const std::string& file :
         split_list(value_of("--options-file", rest, Value::next, arguments, at))) {
      if (!std::filesystem::is_regular_file(file))
        throw UsageError("--options-file " + file + ": there is no such file");
      const auto words = with_files_of_options(split_words(warplab::read_file(file)), depth + 1);
      all.insert(all.end(), words.begin(), words.end());
    }
  }
  return all;
}

// -Werror as nvcc has it, with kinds of warnings after it, or alone, as other compilers do.
bool is_kinds_of_warnings(const std::string& words) {
  static const char* const kinds[] = {
      "all-warnings",          "cross-execution-space-call", "reorder", "deprecated-declarations",
      "default-stream-launch", "ext-lambda-captures-this"};
  const std::vector<std::string> list = split_list(words);
  return !list.empty() && std::ranges::all_of(list, [](const std::string& word) {
    return std::ranges::find(kinds, word) != std::end(kinds);
  });
}

class Parser {
 public:
  explicit Parser(const std::vector<std::string>& arguments) : arguments_(arguments) {
    if (const auto asked = compiler_of_environment()) request_.compiler = *asked;
  }

  Request parse() {
    for (; at_ < arguments_.size(); ++at_) take(arguments_[at_]);
    if (forced_)
      for (Input& input : request_.inputs)
        if (input.language != Language::object) input.language = *forced_;
    if (!request_.unknown_for_host)
      for (const std::string& option : unknown_)
        request_.warnings.push_back("option " + option +
                                    " is not known, and goes to the host's compiler");
    return std::move(request_);
  }

 private:
  void take(const std::string& argument) {
    const FoundOption found = find_option(argument);
    if (argument == "-x" || argument.starts_with("-x=") || argument == "--x") {
      forced_ = language_named(
          value_of("-x", std::string_view(argument).substr(argument == "--x" ? 3 : 2), Value::any,
                   arguments_, at_));
    } else if (found.option) {
      found.option->apply(request_, std::string(*found.option->names.begin()),
                          value_of(found.name, found.rest, found.option->value, arguments_, at_));
    } else if (argument.starts_with("-Werror")) {
      take_warnings_as_errors(argument);
    } else if (argument.starts_with("-Wl,")) {
      request_.link.push_back(argument);
    } else if (argument.starts_with("-")) {
      request_.host.push_back(argument);
      const bool expected = argument.starts_with("-W") || argument.starts_with("-f") ||
                            argument.starts_with("-m") || argument.starts_with("-g");
      if (!expected) unknown_.push_back(argument);
    } else {
      request_.inputs.push_back({argument, language_of(argument)});
    }
  }

  void take_warnings_as_errors(const std::string& argument) {
    constexpr std::string_view name = "-Werror";
    const bool joined = argument.size() > name.size();
    const bool kinds_follow =
        !joined && at_ + 1 < arguments_.size() && is_kinds_of_warnings(arguments_[at_ + 1]);
    if (kinds_follow || (joined && is_kinds_of_warnings(argument.substr(name.size() + 1)))) {
      const std::string kinds = kinds_follow ? arguments_[++at_] : argument.substr(name.size() + 1);
      request_.nvcc_only.insert(request_.nvcc_only.end(), {std::string(name), kinds});
      if (kinds.find("all-warnings") != kinds.npos) request_.clang_only.emplace_back(name);
    } else {
      request_.host.push_back(argument);
    }
  }

  const std::vector<std::string>& arguments_;
  size_t at_ = 0;
  Request request_;
  std::optional<Language> forced_;
  std::vector<std::string> unknown_;
};

}  // namespace

Request parse_command_line(std::span<char* const> arguments) {
  const auto words = with_files_of_options({arguments.begin(), arguments.end()});
  return Parser(words).parse();
}

void check_inputs(const Request& request) {
  if (request.inputs.empty())
    throw UsageError("no input files: simtcc program.cu -o program (--help tells more)");
  for (const Input& input : request.inputs)
    if (input.language == Language::unknown)
      throw UsageError(input.path.string() +
                       ": simtcc takes .cu, .cpp, .cc, .cxx, .c, .o, .a and .so files; -x cu "
                       "says that it is CUDA");
  const bool one_file_each = request.goal != Goal::program && request.goal != Goal::device_link &&
                             request.goal != Goal::archive;
  if (one_file_each && !request.output.empty() && request.inputs.size() > 1)
    throw UsageError("several files and one -o: leave -o out, or compile one at a time");
}

std::string help_text() {
  return R"(simtcc: compiles CUDA programs into programs that run on this CPU.

  simtcc vector_add.cu -o vector_add      then: ./vector_add, or: simt check ./vector_add

Files: .cu, .cpp, .cc, .cxx, .c, .o, .a, .so, in any mixture.

  -o FILE              name of what is made: the program (a.out) or, with -c, the object file
  -c                   compile, do not link
  -shared              link a shared library
  -ptx, -E             make the PTX; preprocess
  -M, -MM, -MD, -MMD -MF -MT -MP          list the headers that a file includes
  -I -isystem -D -U -include -std -O -l -L -Wl,...   as for other compilers
  -W... -f... -m...    for the host's compiler; so is what follows -Xcompiler
  -x cu                sources are CUDA whatever they are called
  -rdc=true, -dc       device code refers to functions and variables of other files
  -dlink               make an object of what files compiled with -dc need in a link by others
  -lib                 make a static library
  -cudart static|shared|none   the runtime to link
  -use_fast_math       approximate functions and division, denormals are zero
  -fmad=false          no fused multiplication and addition
  --frontend nvcc|clang  which compiler makes the PTX: what FRONTEND in the environment says, else nvcc
                       where it is on the PATH, else clang
  --options-file FILE  more options, from a file
  --keep               leave the PTX beside the output, or in the folder that -keep-dir names
  --run                run the program
  --verbose, --dryrun  print the commands; do not run them
  --version            the version of CUDA, as nvcc prints it
  --precompile         read the CUDA headers once for all compilations by clang, as the build of simtcc does
  -g -G -lineinfo -arch -gencode -Xptxas ...   accepted: line information is always there,
                       and the PTX is always for compute_80
Options that are not known go to the host's compiler, with a warning unless -forward-unknown-to-host-compiler is given.
)";
}

}  // namespace simt::frontend
