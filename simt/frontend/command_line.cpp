// simtcc's options: those of nvcc, as far as a program that runs on a CPU has a use for them.
#include "simt/frontend/command_line.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>
#include <string_view>

namespace simt::frontend {
namespace {

using Arguments = std::span<char* const>;

// What follows an option: `-o x`, `-ox` or `--output-file=x`.
enum class Value {
  none,
  joined,          // -O2
  joined_or_next,  // -Ifolder, -I folder
  equals_or_next,  // -std=c++17, -std c++17
};

struct Option {
  std::string_view name;
  Value value;
  void (*apply)(Request&, const std::string& name, const std::string& value);
};

void split(const std::string& list, std::vector<std::string>& to) {
  for (size_t begin = 0; begin <= list.size();) {
    const size_t end = std::min(list.find(',', begin), list.size());
    if (end > begin) to.push_back(list.substr(begin, end - begin));
    begin = end + 1;
  }
}

void add_joined(Request& r, const std::string& name, const std::string& value) {
  r.common.push_back(name + value);
}
void add_pair(Request& r, const std::string& name, const std::string& value) {
  r.common.insert(r.common.end(), {name, value});
}
void ignore(Request&, const std::string&, const std::string&) {}
// "-v,-maxrregcount=32": of the assembler's own options, the one that changes what a launch may do.
void add_for_ptxas(Request& r, const std::string&, const std::string& value) {
  constexpr std::string_view limit = "maxrregcount=";
  if (const size_t at = value.find(limit); at != value.npos)
    r.most_registers = value.substr(at + limit.size(), value.find(',', at) - at - limit.size());
}

Compiler compiler_of(const std::string& name) {
  if (name == "nvcc") return Compiler::nvcc;
  if (name == "clang") return Compiler::clang;
  throw UsageError("--frontend (or FRONTEND in the environment) is nvcc or clang, not '" + name +
                   "'");
}

using R = Request&;
using S = const std::string&;
const Option options[] = {
    {"--help", Value::none, [](R r, S, S) { r.help = true; }},
    {"-h", Value::none, [](R r, S, S) { r.help = true; }},
    {"--precompile", Value::none, [](R r, S, S) { r.precompile = true; }},
    {"--verbose", Value::none, [](R r, S, S) { r.verbose = true; }},
    {"-v", Value::none, [](R r, S, S) { r.verbose = true; }},
    {"--keep", Value::none, [](R r, S, S) { r.keep = true; }},
    {"-keep", Value::none, [](R r, S, S) { r.keep = true; }},
    {"--frontend", Value::equals_or_next, [](R r, S, S v) { r.compiler = compiler_of(v); }},
    {"-o", Value::joined_or_next, [](R r, S, S v) { r.output = v; }},
    {"--output-file", Value::equals_or_next, [](R r, S, S v) { r.output = v; }},
    {"-c", Value::none, [](R r, S, S) { r.compile_only = true; }},
    {"-dc", Value::none, [](R r, S, S) { r.compile_only = r.separate = true; }},
    {"-rdc", Value::equals_or_next, [](R r, S, S v) { r.separate = v == "true"; }},
    {"--relocatable-device-code", Value::equals_or_next,
     [](R r, S, S v) { r.separate = v == "true"; }},
    {"-I", Value::joined_or_next, add_joined},
    {"-D", Value::joined_or_next, add_joined},
    {"-U", Value::joined_or_next, add_joined},
    {"-isystem", Value::joined_or_next, add_pair},
    {"-include", Value::joined_or_next, add_pair},
    {"-std", Value::equals_or_next, [](R r, S, S v) { r.common.push_back("-std=" + v); }},
    {"--std", Value::equals_or_next, [](R r, S, S v) { r.common.push_back("-std=" + v); }},
    {"-MD", Value::none, add_joined},
    {"-MMD", Value::none, add_joined},
    {"-MP", Value::none, add_joined},
    {"-MF", Value::joined_or_next, add_pair},
    {"-MT", Value::joined_or_next, add_pair},
    {"-O", Value::joined, [](R r, S, S v) { r.optimisation = "-O" + v; }},
    {"-g", Value::none, ignore},
    {"-G", Value::none, ignore},
    {"-pg", Value::none, ignore},
    {"-lineinfo", Value::none, ignore},
    {"--generate-line-info", Value::none, ignore},
    {"-arch", Value::equals_or_next, ignore},
    {"-code", Value::equals_or_next, ignore},
    {"-gencode", Value::equals_or_next, ignore},
    {"--gpu-architecture", Value::equals_or_next, ignore},
    {"--gpu-code", Value::equals_or_next, ignore},
    {"--generate-code", Value::equals_or_next, ignore},
    {"-cudart", Value::equals_or_next, ignore},
    {"--cudart", Value::equals_or_next, ignore},
    {"-ccbin", Value::equals_or_next, ignore},
    {"-Xptxas", Value::equals_or_next, add_for_ptxas},
    {"--ptxas-options", Value::equals_or_next, add_for_ptxas},
    {"-maxrregcount", Value::equals_or_next, [](R r, S, S v) { r.most_registers = v; }},
    {"--maxrregcount", Value::equals_or_next, [](R r, S, S v) { r.most_registers = v; }},
    {"-t", Value::joined_or_next, ignore},
    {"--threads", Value::equals_or_next, ignore},
    {"-m64", Value::none, ignore},
    {"-w", Value::none,
     [](R r, S n, S) {
       r.nvcc_only.push_back(n);
       r.host.push_back(n);
     }},
    {"-use_fast_math", Value::none, [](R r, S, S) { r.fast_math = true; }},
    {"--use_fast_math", Value::none, [](R r, S, S) { r.fast_math = true; }},
    {"--expt-relaxed-constexpr", Value::none, [](R r, S n, S) { r.nvcc_only.push_back(n); }},
    {"-expt-relaxed-constexpr", Value::none, [](R r, S n, S) { r.nvcc_only.push_back(n); }},
    {"--extended-lambda", Value::none, [](R r, S n, S) { r.nvcc_only.push_back(n); }},
    {"-extended-lambda", Value::none, [](R r, S n, S) { r.nvcc_only.push_back(n); }},
    {"--expt-extended-lambda", Value::none, [](R r, S n, S) { r.nvcc_only.push_back(n); }},
    {"-diag-suppress", Value::equals_or_next, ignore},
    {"--diag-suppress", Value::equals_or_next, ignore},
    {"-default-stream", Value::equals_or_next,
     [](R r, S, S v) { r.per_thread_stream = v == "per-thread"; }},
    {"--default-stream", Value::equals_or_next,
     [](R r, S, S v) { r.per_thread_stream = v == "per-thread"; }},
    {"-Xcompiler", Value::equals_or_next, [](R r, S, S v) { split(v, r.host); }},
    {"--compiler-options", Value::equals_or_next, [](R r, S, S v) { split(v, r.host); }},
    {"-Xlinker", Value::equals_or_next,
     [](R r, S, S v) {
       r.link.insert(r.link.end(), {"-Xlinker", v});
     }},
    {"-L", Value::joined_or_next, [](R r, S n, S v) { r.link.push_back(n + v); }},
    {"-l", Value::joined_or_next, [](R r, S n, S v) { r.link.push_back(n + v); }},
    {"-pthread", Value::none,
     [](R r, S n, S) {
       r.host.push_back(n);
       r.link.push_back(n);
     }},
};

std::optional<Language> language_of(const std::filesystem::path& path) {
  static const std::map<std::string, Language> by_extension = {
      {".cu", Language::cuda},  {".cpp", Language::cxx},  {".cc", Language::cxx},
      {".cxx", Language::cxx},  {".c", Language::c},      {".o", Language::object},
      {".a", Language::object}, {".so", Language::object}};
  const auto found = by_extension.find(path.extension().string());
  if (found == by_extension.end()) return std::nullopt;
  return found->second;
}

Language language_named(const std::string& name) {
  if (name == "cu" || name == "cuda") return Language::cuda;
  if (name == "c++") return Language::cxx;
  if (name == "c") return Language::c;
  throw UsageError("-x takes cu, c++ or c, not '" + name + "'");
}

// The option that an argument begins with; the longest name wins.
const Option* find_option(std::string_view argument) {
  const Option* best = nullptr;
  for (const Option& option : options) {
    const bool exact = argument == option.name;
    const bool joined = (option.value == Value::joined || option.value == Value::joined_or_next) &&
                        argument.starts_with(option.name);
    const bool equals = option.value == Value::equals_or_next &&
                        argument.starts_with(std::string(option.name) + "=");
    if ((exact || joined || equals) && (!best || option.name.size() > best->name.size()))
      best = &option;
  }
  return best;
}

// The option's value; takes the next argument where it is not part of this one.
std::string value_of(const Option& option, Arguments arguments, size_t& at) {
  const std::string_view argument = arguments[at];
  if (option.value == Value::none) return {};
  if (argument.size() > option.name.size())
    return std::string(
        argument.substr(option.name.size() + (option.value == Value::equals_or_next ? 1 : 0)));
  if (option.value == Value::joined) return {};
  if (at + 1 >= arguments.size())
    throw UsageError("option " + std::string(option.name) + " needs a value after it");
  return arguments[++at];
}

void check(const Request& request) {
  if (request.help || request.precompile) return;
  if (request.inputs.empty())
    throw UsageError("no input files: simtcc program.cu -o program (--help tells more)");
  if (request.compile_only && !request.output.empty() && request.inputs.size() > 1)
    throw UsageError("-c with several files and one -o: leave -o out, or compile one at a time");
}

}  // namespace

Request parse_command_line(Arguments arguments) {
  Request request;
  if (const char* asked = std::getenv("FRONTEND"); asked != nullptr && *asked != '\0')
    request.compiler = compiler_of(asked);
  std::optional<Language> forced;
  for (size_t at = 0; at < arguments.size(); ++at) {
    const std::string argument = arguments[at];
    if (argument == "-x") {
      if (at + 1 >= arguments.size()) throw UsageError("option -x needs a language after it");
      forced = language_named(arguments[++at]);
    } else if (const Option* option = find_option(argument)) {
      option->apply(request, std::string(option->name), value_of(*option, arguments, at));
    } else if (argument.starts_with("-Wl,")) {
      request.link.push_back(argument);
    } else if (argument.starts_with("-W") || argument.starts_with("-f") ||
               argument.starts_with("-m")) {
      request.host.push_back(argument);
      if (argument.starts_with("-fsanitize") || argument == "-fopenmp")
        request.link.push_back(argument);
    } else if (argument.starts_with("-")) {
      throw UsageError("option " + argument +
                       " is not known: simtcc --help lists those that are; what is meant for "
                       "the host's compiler goes after -Xcompiler");
    } else {
      const auto language = forced ? forced : language_of(argument);
      if (!language)
        throw UsageError(argument +
                         ": simtcc takes .cu, .cpp, .cc, .cxx, .c, .o, .a and .so files; " +
                         "-x cu in front says that it is CUDA");
      request.inputs.push_back({argument, *language});
    }
  }
  check(request);
  return request;
}

std::string help_text() {
  return R"(simtcc: compiles CUDA programs into programs that run on this CPU.

  simtcc vector_add.cu -o vector_add      then: ./vector_add, or: simt check ./vector_add

Files: .cu, .cpp, .cc, .cxx, .c, .o, .a, .so, in any mixture.

  -o FILE              name of the program (a.out) or, with -c, of the object file
  -c                   compile, do not link
  -I -isystem -D -U -include -std -O -l -L -Wl,... -MD -MF ...   as for other compilers
  -W... -f... -m...    for the host's compiler; so is what follows -Xcompiler
  -x cu                the files that follow are CUDA whatever they are called
  -rdc=true, -dc       device code refers to functions and variables of other files
  -use_fast_math       approximate functions and division, denormals are zero
  --frontend nvcc|clang  which compiler makes the PTX: what FRONTEND in the environment says, else nvcc
                       where it is on the PATH, else clang
  --keep               leave the PTX beside the output
  --verbose            print the commands
  --precompile         read the CUDA headers once for all compilations by clang, as the build of simtcc does
  -g -G -lineinfo -arch -gencode -Xptxas -ccbin ...   accepted: line information is always there,
                       and the PTX is always for compute_80
)";
}

}  // namespace simt::frontend
