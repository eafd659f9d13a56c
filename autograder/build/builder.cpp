#include "autograder/build/builder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/stat.h>

#include <algorithm>
#include <fstream>
#include <optional>
#include <sstream>
#include <system_error>
#include <utility>

#include "autograder/build/headers.h"
#include "autograder/build/odd_characters.h"
#include "autograder/build/tool_output.h"
#include "autograder/build/watched_code.h"
#include "autograder/course/suggest.h"
#include "common/copy_folder.h"
#include "common/files.h"
#include "common/processor/name.h"
#include "common/wrap.h"

namespace fs = std::filesystem;

namespace warplab {
namespace {

bool is_cplusplus(const std::string& name) { return fs::path(name).extension() == ".cpp"; }
bool is_cuda(const std::string& name) { return fs::path(name).extension() == ".cu"; }

// Where nvcc lies: empty where it is not installed, or not below /usr, which is all of the system
// that a jail sees.
std::string cuda_folder() {
  for (const char* nvcc : {"/usr/local/cuda/bin/nvcc", "/usr/bin/nvcc"}) {
    std::error_code none;
    const fs::path program = fs::canonical(nvcc, none);
    if (!none && program.string().starts_with("/usr/")) return program.parent_path();
  }
  return {};
}

// In a jail's input: simtcc and what it brings, and of that the headers that clang has read before, which change
// nothing in what it makes.
constexpr const char* toolchain = ".toolchain";
constexpr const char* precompiled = ".toolchain/include/precompiled";

// Behind the lab's flags, whose optimisation they undo. Of clang's DWARF 5, binutils 2.44 takes the number of the
// first file for a mistake. What is used before it is set is wrong in every run.
constexpr const char* watching[] = {"-O0", "-gdwarf-4", "-fopenmp", "-fsanitize=thread",
                                    "-ftrivial-auto-var-init=pattern"};
// Behind the lab's flags as well. There is a trap for each index, with nothing that has to be linked, and
// AddressSanitizer.
constexpr const char* bounding[] = {"-O1", "-fsanitize=bounds",
                                    "-fsanitize-undefined-trap-on-error", "-fsanitize=address"};
// What gcc takes in C. Without optimisation no call is inlined, and a function that is just inline
// has to be there.
constexpr const char* lenient[] = {"-fgnu89-inline",
                                   "-Wno-error=implicit-function-declaration",
                                   "-Wno-error=implicit-int",
                                   "-Wno-error=int-conversion",
                                   "-Wno-error=incompatible-function-pointer-types",
                                   "-Wno-error=return-type"};
// A program that asks who compiles it hears of nobody but gcc.
constexpr const char* as_gcc[] = {
    "-U__clang__",         "-U__clang_major__", "-U__clang_minor__", "-U__clang_patchlevel__",
    "-U__clang_version__", "-U__llvm__",        "-U_OPENMP",         "-D_OPENMP=201511",
    "-D__has_feature(x)=0"};

// gcc's names for stores past the cache, which need not stand in a function for the processor that
// has them.
constexpr const char* streaming[] = {
    "-D__builtin_ia32_movntps(to,v)=__builtin_nontemporal_store(v,(__typeof__(v)*)(to))",
    "-D__builtin_ia32_movntps256(to,v)=__builtin_nontemporal_store(v,(__typeof__(v)*)(to))",
    "-D__builtin_ia32_movntps512(to,v)=__builtin_nontemporal_store(v,(__typeof__(v)*)(to))"};

// A parallel region is a function of its own for clang, without the target attribute of the one that
// it stands in. So all code may use what this processor has, and does not hear of it.
std::vector<std::string> wide_vectors() {
  std::vector<std::string> flags = {"-ffp-contract=off"};
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) flags.push_back("-mavx2");
  if (__builtin_cpu_supports("fma")) flags.push_back("-mfma");
  if (__builtin_cpu_supports("avx512f")) flags.push_back("-mavx512f");
  for (const char* set : {"SSE3", "SSSE3", "SSE4_1", "SSE4_2", "POPCNT", "CRC32", "XSAVE", "F16C",
                          "AVX", "AVX2", "FMA", "AVX512F", "EVEX512"})
    flags.push_back(fmt::format("-U__{}__", set));
#endif
  return flags;
}

// nvcc's and clang's passes for the host and the device take longer than gcc's one.
Limits cuda_limits(Limits limits) {
  limits.wall_s = std::max(limits.wall_s, 120.0);
  limits.cpu_s = std::max(limits.cpu_s, 120.0);
  limits.memory_bytes = std::max(limits.memory_bytes, most_memory_bytes);
  return limits;
}

// Copies what the jail made out of its hands: it may be a link, a pipe or huge.
void take_over(const fs::path& from, const fs::path& to, mode_t mode) {
  const Descriptor source(open(from.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
  struct stat status {};
  if (!source || fstat(source.get(), &status) != 0 || !S_ISREG(status.st_mode))
    throw GraderError(fmt::format("{} is not a regular file", from.string()));
  const Descriptor target(open(to.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode));
  for (off_t left = status.st_size; left > 0;) {
    const ssize_t copied = copy_file_range(source.get(), nullptr, target.get(), nullptr, left, 0);
    if (copied <= 0)
      throw GraderError(fmt::format("cannot write {}: is the disk full?", to.string()));
    left -= copied;
  }
}

void write_text(const fs::path& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  if (!file.flush())
    throw GraderError(fmt::format("cannot write {}: is the disk full?", path.string()));
}

// What was too much, and what to do.
struct LimitText {
  std::string what, advice;
};

LimitText explain(ToolLimit exceeded, const Limits& limits) {
  switch (exceeded) {
    case ToolLimit::time:
      return {fmt::format("the compiler needed more than {:.0f} s, or {:.0f} s of CPU",
                          limits.wall_s, limits.cpu_s),
              "look for templates, macros or constants that expand without end"};
    case ToolLimit::memory:
      return {
          fmt::format("the compiler needed more than {} MiB of memory", limits.memory_bytes >> 20),
          "look for templates, macros or arrays that expand without end"};
    case ToolLimit::output:
      return {fmt::format("the compiler printed more than {} KiB", limits.output_bytes >> 10),
              "fix the first error; the others often follow from it"};
    case ToolLimit::size:
      break;
  }
  return {fmt::format("the object file is larger than {} MiB", limits.file_bytes >> 20),
          "look for a large array that has initial values"};
}

void record_limit(Build& build, ToolLimit exceeded, const Limits& limits) {
  build.verdict = {VerdictKind::build_limit, std::string(name_of(exceeded))};
  LimitText text = explain(exceeded, limits);
  build.diagnosis = {"build-limit", {std::move(text.what)}, "", {std::move(text.advice)}};
}

// A symbol that the object defines, its C++ name decoded.
struct Symbol {
  std::string name;
  char type;
};

// Cuts the last space-separated field off `line`.
std::string pop_field(std::string& line) {
  line.erase(line.find_last_not_of(' ') + 1);
  const std::size_t space = line.rfind(' ');
  const std::size_t begin = space == std::string::npos ? 0 : space + 1;
  std::string field = line.substr(begin);
  line.erase(begin);
  return field;
}

bool is_hexadecimal(const std::string& field) {
  return !field.empty() && field.find_first_not_of("0123456789abcdef") == std::string::npos;
}

// Reads the output of gcc-nm -P -C, "name type value [size]" a line; the name may hold spaces.
std::vector<Symbol> parse_symbols(const std::string& listing) {
  std::vector<Symbol> symbols;
  std::istringstream lines(listing);
  for (std::string line; std::getline(lines, line);) {
    pop_field(line);
    std::string type = pop_field(line);
    if (is_hexadecimal(type)) type = pop_field(line);
    line.erase(line.find_last_not_of(' ') + 1);
    if (type.size() == 1 && !line.empty()) symbols.push_back({line, type[0]});
  }
  return symbols;
}

bool is_function(char type) { return type == 'T' || type == 't' || type == 'i' || type == 'W'; }

// Adds how the entry point must look, as code below the introduction.
void show_signature(Diagnosis& diagnosis, std::string introduction, const std::string& signature) {
  for (const std::string& line : split_lines(signature)) introduction += "\n  " + line;
  diagnosis.facts.push_back(std::move(introduction));
}

// Why the entry point is not there, told by what is there instead; empty verdict if it is there.
void check_symbols(Build& build, const std::vector<Symbol>& symbols, const std::string& file,
                   const std::string& entry, const std::string& signature) {
  std::vector<std::string> functions;
  std::string other_signature;
  bool has_entry = false;
  for (const auto& symbol : symbols) {
    if (symbol.name == "main" && is_function(symbol.type)) {
      build.verdict = {VerdictKind::build_error, "own main"};
      build.diagnosis = {"own-main",
                         {fmt::format("{} defines main(), and the grader has its own", file)},
                         "",
                         {"move your main() to another file that includes this one, or remove it"}};
      return;
    }
    if (symbol.name == entry && (symbol.type == 'T' || symbol.type == 'i')) has_entry = true;
    if (symbol.name.starts_with(entry + "(")) other_signature = symbol.name;
    if (is_function(symbol.type)) functions.push_back(symbol.name.substr(0, symbol.name.find('(')));
  }
  if (has_entry || build.verdict.kind != VerdictKind::ok) return;
  if (!other_signature.empty()) {
    build.verdict = {VerdictKind::build_error, "signature"};
    build.diagnosis = {
        "wrong-signature", {fmt::format("{} defines {}", file, other_signature)}, {}};
    return show_signature(build.diagnosis, "the arguments must be exactly", signature);
  }
  build.verdict = {VerdictKind::build_error, "missing function"};
  build.diagnosis.cause = "missing-function";
  build.diagnosis.facts = {fmt::format("{} does not define the function {}", file, entry)};
  if (const auto near = nearest(entry, functions))
    build.diagnosis.facts.push_back(
        fmt::format("it defines {}: is that what you meant? Rename it to {}", *near, entry));
  else if (!functions.empty())
    build.diagnosis.facts.push_back(fmt::format("it defines {}", fmt::join(functions, ", ")));
  show_signature(build.diagnosis, "the grader calls", signature);
}

// What becomes of a build when gcc-nm, objcopy or the linker does not get through with an object.
void record_failure(Build& build, const Sandbox::Run& run, const Limits& limits) {
  build.compiler += run.output;
  if (run.exceeded) return record_limit(build, *run.exceeded, limits);
  build.verdict = {VerdictKind::build_error, "link"};
  const ToolError error = first_error(run.output);
  build.diagnosis.cause = "link-error";
  add_fact(build.diagnosis, error.line, place_named_in(error.line));
  if (error.kind == ToolError::Kind::undefined_reference)
    build.diagnosis.next = {"you call something that no library here defines: is its name right?"};
}

// An error in a line with a character that was pasted and is none of the language is about that.
void explain_odd_character(Build& build, const std::string& name, const std::string& text) {
  const std::vector<NamedPlace>& places = build.diagnosis.places;
  if (build.verdict.detail != "compile" || places.empty() || places[0].place.file != name) return;
  const auto odd = find_odd_character(text, places[0].place.line);
  if (!odd) return;
  build.verdict = {VerdictKind::source_error, "character"};
  build.diagnosis = {"source", {}, ""};
  const SourcePlace place{name, odd->line};
  add_fact(build.diagnosis, fmt::format("{}:{}: {}", text_of(place), odd->column, message_of(*odd)),
           place);
}

// What a compiler's error means, in our words; empty where its own will do.
std::string advice_on(ToolError::Kind error) {
  switch (error) {
    case ToolError::Kind::target_mismatch:
      return "a function with wider vectors needs __attribute__((target(\"avx2,fma\")))";
    case ToolError::Kind::launch_stream:
      return "of four values between <<< and >>> the third is bytes of shared memory and the "
             "fourth a stream: for two dimensions write dim3 block(16, 16), dim3 grid(columns, "
             "rows) and <<<grid, block>>>";
    case ToolError::Kind::missing_header:
      return "your file is compiled by itself, without the files beside it: put what you need of "
             "that header into your file, and leave out the #include";
    case ToolError::Kind::cplusplus_header:
      return "that is a header of C++, and a file that ends in .c is C: use C's own, such as "
             "<stdlib.h> and <string.h>";
    case ToolError::Kind::nested_function:
      return "a function is defined inside another one: move it out, in front of that one. If it "
             "looks outside, a } is missing further up";
    case ToolError::Kind::undeclared_clause:
      return "a variable in private(), shared() or reduction() has to be declared before the "
             "pragma. What is declared inside "
             "the loop is private already: leave it out";
    default:
      return "";
  }
}

// What the compiler's first error means.
void explain_error(Build& build, const ToolError& error, const Step& step, const Problem& problem) {
  const bool other_signature = error.kind == ToolError::Kind::conflicting_types &&
                               std::ranges::any_of(step.entries, [&](const std::string& entry) {
                                 return error.line.find(entry) != std::string::npos;
                               });
  build.verdict = {VerdictKind::build_error, other_signature ? "signature" : "compile"};
  build.diagnosis = {other_signature ? "wrong-signature" : "compile-error", {}, ""};
  add_fact(build.diagnosis, error.line, place_named_in(error.line));
  if (std::string advice = advice_on(error.kind); !advice.empty())
    build.diagnosis.next.push_back(std::move(advice));
  if (other_signature)
    show_signature(build.diagnosis, "the arguments must be exactly", signatures_of(problem, step));
}

}  // namespace

std::string cuda_compiler_here(Frontend asked) {
  return asked == Frontend::clang || cuda_folder().empty() ? "clang" : "nvcc";
}

std::vector<std::string> source_flags(const std::string& name, const Lab& lab, const Step& step,
                                      const Problem& problem) {
  std::vector<std::string> flags;
  if (!is_cuda(name)) flags.push_back(is_cplusplus(name) ? "-std=c++20" : "-std=gnu17");
  flags.insert(flags.end(), {"-I.", "-include", problem.header()});
  for (const std::string& definition : problem.definitions(step))
    flags.push_back("-D" + definition);
  if (step.device == Device::cpu)
    flags.insert(flags.end(), lab.compiler_flags.begin(), lab.compiler_flags.end());
  return flags;
}

Builder::Builder(const Sandbox& sandbox, fs::path course_root, fs::path worker_objects,
                 Limits limits, Frontend frontend, const fs::path& store)
    : sandbox_(sandbox),
      course_root_(std::move(course_root)),
      worker_objects_(std::move(worker_objects)),
      limits_(limits),
      store_(sandbox.is_whole() ? store : fs::path()),
      cuda_folder_(frontend == Frontend::clang ? "" : cuda_folder()) {
  if (frontend == Frontend::nvcc && cuda_folder_.empty())
    throw GraderError(
        "nvcc is asked for, but there is none below /usr: install the CUDA Toolkit, or leave "
        "FRONTEND out");
  if (!fs::exists("/usr/bin/gcc") || !fs::exists("/usr/bin/g++"))
    throw GraderError("there is no compiler: run `sudo apt-get install g++`");
  if (!fs::exists(worker_objects_))
    throw GraderError(fmt::format("{} is missing: run `make build`", worker_objects_.string()));
}

// Puts the source into the jail's input, beside the headers that it may include.
void Builder::stage(const fs::path& input, const std::string& name, const std::string& text) const {
  write_text(input / name, text);
  fs::create_directory(input / "common");
  for (const fs::path& header : headers_of(course_root_))
    fs::copy_file(header, input / "common" / header.filename());
  if (!is_cuda(name)) return;
  // simtcc and its headers lie in the build's bin and include; the jail sees copies.
  const fs::path installed = worker_objects_.parent_path();
  const fs::path staged = input / toolchain;
  fs::create_directories(staged / "bin");
  fs::create_directories(staged / "include");
  fs::copy_file(installed / "bin/simtcc", staged / "bin/simtcc");
  copy_folder(fs::canonical(installed / "include/simt"), staged / "include/simt");
  if (fs::exists(installed / "include/precompiled"))
    copy_folder(installed / "include/precompiled", input / precompiled);
}

std::vector<std::string> Builder::compiler_line(Tools tools, const Jail& jail,
                                                const std::string& name, const fs::path& made,
                                                const Lab& lab, const Step& step,
                                                const Problem& problem) const {
  const bool is_cpp = is_cplusplus(name);
  std::vector<std::string> line;
  if (is_cuda(name)) {
    line = {"env", fmt::format("PATH={}:/usr/bin", cuda_folder_),
            jail.read_only / toolchain / "bin/simtcc", "--frontend", cuda_compiler()};
  } else if (tools == Tools::watching) {
    line = {is_cpp ? "clang++-19" : "clang-19", "-w"};
  } else {
    line = {is_cpp ? "g++" : "gcc", "-pipe", "-Wall", "-fmax-errors=20"};
  }
  if (!is_cuda(name)) line.insert(line.end(), {"-g", "-fdiagnostics-color=never"});
  line.push_back("-c");
  const std::vector<std::string> flags = source_flags(name, lab, step, problem);
  line.insert(line.end(), flags.begin(), flags.end());
  if (tools == Tools::bounding) line.insert(line.end(), std::begin(bounding), std::end(bounding));
  if (tools == Tools::watching) {
    line.insert(line.end(), std::begin(watching), std::end(watching));
    if (!is_cpp) line.insert(line.end(), std::begin(lenient), std::end(lenient));
    line.insert(line.end(), std::begin(as_gcc), std::end(as_gcc));
    line.insert(line.end(), std::begin(streaming), std::end(streaming));
    const std::vector<std::string> vectors = wide_vectors();
    line.insert(line.end(), vectors.begin(), vectors.end());
    line.insert(line.end(), {"-S", "-emit-llvm"});
  }
  line.insert(line.end(), {"-o", made, name});
  return line;
}

// Empty where nothing may be kept: no store, no account of /usr, or a compiler that looks at the clock
// or at the processor.
std::string Builder::key_of(const Jail& jail, const std::vector<std::string>& line,
                            const std::string& name) const {
  const std::string system = store_.is_open() ? system_state() : "";
  if (system.empty() || asks_for_time(read_file(jail.read_only / name))) return {};
  BuildKey key;
  key.add(system);
  const Limits& limits = jail.limits;
  key.add(fmt::format("{} {} {} {} {} {} {}", limits.cpu_s, limits.wall_s, limits.memory_bytes,
                      limits.tasks, limits.output_bytes, limits.file_bytes, limits.scratch_bytes));
  for (const std::string& word : line) {
    if (word.ends_with("=native")) return {};
    // The jail's folders have new names in each run.
    const bool is_own_path = word.starts_with(sandbox_.staging().path().string() + "/");
    key.add(is_own_path ? fs::path(word).filename().string() : word);
  }
  key.add_files(jail.read_only, jail.read_only / precompiled);
  return key.text();
}

// Makes the file `made`, or has it from the store.
void Builder::run_compiler(Build& build, const Jail& jail, const std::vector<std::string>& line,
                           const std::string& name, const fs::path& made, const Step& step,
                           const Problem& problem) const {
  const std::string key = key_of(jail, line, name);
  if (const auto kept = key.empty() ? std::nullopt : store_.find(key)) {
    build.is_kept = true;
    build.compiler = kept->messages;
    write_text(made, kept->code);
    // In a folder that is the jail's to write: nobody lets it be read there, whatever our umask is.
    return fs::permissions(made, fs::perms::group_read | fs::perms::others_read,
                           fs::perm_options::add);
  }
  const Sandbox::Run compiled = sandbox_.run(jail, line);
  build.compiler = compiled.output;
  if (compiled.exceeded) return record_limit(build, *compiled.exceeded, jail.limits);
  if (compiled.status.code != 0)
    return explain_error(build, first_error(compiled.output), step, problem);
  // Not where something was installed meanwhile, nor messages that may have been cut.
  if (key.empty() || compiled.output.size() >= jail.limits.output_bytes ||
      !fs::is_regular_file(fs::symlink_status(made)) || key_of(jail, line, name) != key)
    return;
  const fs::path copy =
      sandbox_.staging().folder(made.parent_path().filename().string() + "-compiled", false) /
      made.filename();
  take_over(made, copy, 0644);
  store_.keep(key, {read_file(copy), compiled.output});
}

void Builder::compile(Build& build, Tools tools, const Jail& jail, const std::string& name,
                      const fs::path& object, const Lab& lab, const Step& step,
                      const Problem& problem) const {
  if (is_cuda(name)) build.tool = cuda_compiler();
  fs::path made = object;
  if (tools == Tools::watching) made.replace_extension(".ll");
  run_compiler(build, jail, compiler_line(tools, jail, name, made, lab, step, problem), name, made,
               step, problem);
  if (build.verdict.kind == VerdictKind::ok && tools == Tools::watching)
    assemble_watched(build, jail, made, object);
}

// From LLVM's assembly to an object, both of which have to show that all of it is watched.
void Builder::assemble_watched(Build& build, Jail jail, const fs::path& code,
                               const fs::path& object) const {
  const auto refuse = [&build](const std::string& why) {
    build.verdict = {VerdictKind::unsafe, "unwatched"};
    build.diagnosis = {"unwatched", {why}, {}};
  };
  const fs::path folder =
      sandbox_.staging().folder(object.parent_path().filename().string() + "-code", false);
  take_over(code, folder / "compiled.ll", 0644);
  const std::string text = read_file(folder / "compiled.ll");
  if (const std::string name = unwatched_function(text); !name.empty())
    return refuse(fmt::format(
        "{} is excluded from the search for races: remove no_sanitize and similar attributes",
        name));
  write_text(folder / "watched.ll", with_all_atomics_watched(text));
  jail.read_only = folder;
  jail.directory = folder;
  const Sandbox::Run assembled =
      sandbox_.run(jail, {"clang-19", "-c", "-o", object, folder / "watched.ll"});
  if (assembled.status.code != 0) return record_failure(build, assembled, jail.limits);
  const auto symbols = list_symbols(build, jail, object, {});
  if (!symbols) return;
  if (const std::string name = meddling_symbol(*symbols); !name.empty())
    refuse(fmt::format("{} interferes with the search for races: remove it", name));
}

std::optional<std::string> Builder::list_symbols(Build& build, Jail jail, const fs::path& object,
                                                 const std::vector<std::string>& options) const {
  jail.limits.output_bytes = 16 << 20;
  // nm that looks for gcc's own intermediate code only. nm by itself loads each LLVM that is installed, which
  // takes 25 ms.
  std::vector<std::string> line = {"gcc-nm", "-P"};
  line.insert(line.end(), options.begin(), options.end());
  line.push_back(object);
  const Sandbox::Run listed = sandbox_.run(jail, line);
  if (!listed.exceeded && listed.status.code == 0) return listed.output;
  record_failure(build, listed, jail.limits);
  return std::nullopt;
}

// One function for each entry, and no other that could be taken for the worker's own.
void Builder::check_functions(Build& build, const Jail& jail, const std::string& name,
                              const fs::path& object, const Step& step,
                              const Problem& problem) const {
  const auto symbols = list_symbols(build, jail, object, {"-C", "--defined-only"});
  if (!symbols) return;
  for (const std::string& entry : step.entries)
    check_symbols(build, parse_symbols(*symbols), name, entry, signatures_of(problem, step));
}

Build Builder::from_source(const std::string& tag, const std::string& name, const std::string& text,
                           const Lab& lab, const Step& step, const Problem& problem) const {
  return build(Tools::course, tag, name, text, lab, step, problem);
}

Build Builder::with_bounds(const std::string& tag, const std::string& name, const std::string& text,
                           const Lab& lab, const Step& step, const Problem& problem) const {
  return build(Tools::bounding, tag, name, text, lab, step, problem);
}

Build Builder::watched(const std::string& tag, const std::string& name, const std::string& text,
                       const Lab& lab, const Step& step, const Problem& problem) const {
  return build(Tools::watching, tag, name, text, lab, step, problem);
}

Build Builder::watch_alone(const std::string& tag, const Lab& lab, const Problem& problem) const {
  Build build;
  link(build, Tools::watching, tag, lab, problem);
  return build;
}

std::string Builder::why_none_is_watched() const {
  std::string processor = processor_name;
  std::ranges::replace(processor, '-', '_');  // as clang spells it
  const std::pair<std::string, const char*> parts[] = {
      {"/usr/bin/clang++-19", "clang-19"},
      {"/usr/lib/llvm-19/lib/libarcher.so", "libomp-19-dev"},
      {fmt::format("/usr/lib/llvm-19/lib/clang/19/lib/linux/libclang_rt.tsan-{}.a", processor),
       "libclang-rt-19-dev"}};
  std::vector<std::string> packages;
  for (const auto& [file, package] : parts)
    if (!fs::exists(file)) packages.emplace_back(package);
  if (packages.empty()) return {};
  return fmt::format("it needs {}", fmt::join(packages, ", "));
}

Build Builder::build(Tools tools, const std::string& tag, const std::string& name,
                     const std::string& text, const Lab& lab, const Step& step,
                     const Problem& problem) const {
  const double begin = now_s();
  Build build;
  const fs::path input = sandbox_.staging().folder(tag + "-source", false);
  const fs::path output = sandbox_.staging().folder(tag + "-object", true);
  const fs::path kept = sandbox_.staging().folder(tag + "-kept", false);
  stage(input, name, text);
  Jail jail;
  jail.read_only = input;
  jail.writable = output;
  jail.directory = input;
  jail.limits = is_cuda(name) ? cuda_limits(limits_) : limits_;
  const fs::path object = output / "student.o", gated = output / "gated.o";
  compile(build, tools, jail, name, object, lab, step, problem);
  explain_odd_character(build, name, text);
  // What is watched has been built and checked before, as the step.
  if (build.verdict.kind == VerdictKind::ok && tools == Tools::course)
    check_functions(build, jail, name, object, step, problem);
  if (build.verdict.kind == VerdictKind::ok) {
    std::vector<std::string> line = {"objcopy"};
    for (const std::string& entry : step.entries) line.push_back("--keep-global-symbol=" + entry);
    line.insert(line.end(), {object, gated});
    const Sandbox::Run run = sandbox_.run(jail, line);
    if (run.status.code != 0) {
      record_failure(build, run, jail.limits);
    } else {
      build.object = kept / "gated.o";
      take_over(gated, build.object, 0644);
      link(build, tools, tag, lab, problem);
    }
  }
  build.seconds = now_s() - begin;
  return build;
}

Build Builder::from_object(const std::string& tag, const fs::path& object, const Lab& lab,
                           const Problem& problem) const {
  const double begin = now_s();
  Build build;
  build.object = object;
  link(build, Tools::course, tag, lab, problem);
  build.seconds = now_s() - begin;
  return build;
}

void Builder::link(Build& build, Tools tools, const std::string& tag, const Lab& lab,
                   const Problem& problem) const {
  const fs::path input = sandbox_.staging().folder(tag + "-objects", false);
  const fs::path output = sandbox_.staging().folder(tag + "-linked", true);
  const fs::path kept = sandbox_.staging().folder(tag + "-worker", false);
  fs::copy_file(worker_objects_ / problem.driver_object(), input / "worker.o");

  Jail jail;
  jail.read_only = input;
  jail.writable = output;
  jail.directory = input;
  jail.limits = limits_;
  std::vector<std::string> line = {tools == Tools::watching ? "clang++-19" : "g++", "-o",
                                   output / "worker"};
  if (build.object.empty()) {
    for (const Entry& entry : problem.entries())  // which the driver calls
      line.push_back(fmt::format("-Wl,--defsym={}=warplab_probe_order", entry.name));
  } else {
    fs::copy_file(build.object, input / "student.o");
    line.push_back("student.o");
  }
  line.insert(line.end(), {"worker.o", "-lm", "-pthread"});
  if (tools == Tools::watching) {
    fs::copy_file(worker_objects_ / "race_watch.cpp", input / "race_watch.cpp");
    line.insert(line.end(), std::begin(watching), std::end(watching));
    // Without exceptions, whose handler would be the student's, and that no other file may use.
    line.insert(line.end(), {"-fno-exceptions", "race_watch.cpp"});
    line.push_back("-latomic");  // for atomic operations on long double, which clang calls
    for (const char* call :
         {"__kmpc_fork_call", "__kmpc_serialized_parallel", "__tsan_atomic_thread_fence",
          "__kmpc_flush", "__kmpc_doacross_post", "__kmpc_doacross_wait", "__kmpc_reduce",
          "__kmpc_reduce_nowait", "__kmpc_end_reduce", "__kmpc_end_reduce_nowait",
          "__kmpc_dispatch_init_4", "__kmpc_dispatch_init_4u", "__kmpc_dispatch_init_8",
          "__kmpc_dispatch_init_8u", "__tsan_memset", "__tsan_memcpy", "__tsan_memmove"})
      line.push_back(fmt::format("-Wl,--wrap={}", call));
  }
  if (tools == Tools::bounding) line.push_back("-fsanitize=address");
  if (problem.device() == Device::cpu) {
    if (lab.has_openmp()) line.push_back("-fopenmp");
  } else {
    line.insert(line.end(), {"-Wl,--wrap=memcpy", "-Wl,--wrap=memmove", "-Wl,--wrap=memset"});
  }
  const Sandbox::Run linked = sandbox_.run(jail, line);
  if (linked.status.code != 0) {
    record_failure(build, linked, jail.limits);
  } else {
    build.compiler += linked.output;
    build.executable = kept / "worker";
    take_over(output / "worker", build.executable, 0755);
  }
}

std::optional<SourcePlace> Builder::source_line(const fs::path& executable,
                                                std::uint64_t instruction) const {
  Jail jail;
  jail.read_only = executable.parent_path();
  jail.limits = limits_;
  const Sandbox::Run run = sandbox_.run(
      jail, {"addr2line", "-s", "-i", "-e", executable, fmt::format("{:#x}", instruction)});
  if (run.status.code != 0) return std::nullopt;
  // Innermost first. What an inline function of a header does is named by the line that calls it.
  std::optional<SourcePlace> innermost;
  for (const std::string& line : split_lines(run.output)) {
    std::optional<SourcePlace> place = listed_place(line);
    if (!place) continue;
    if (!place->file.ends_with(".h")) return place;
    if (!innermost) innermost = std::move(place);
  }
  return innermost;
}

fs::path Builder::without_names(const std::string& tag, const fs::path& object) const {
  const fs::path output = sandbox_.staging().folder(tag + "-stripped", true);
  const fs::path kept = sandbox_.staging().folder(tag + "-nameless", false);
  Jail jail;
  jail.read_only = object.parent_path();
  jail.writable = output;
  jail.limits = limits_;
  const fs::path made = output / "nameless.o";
  const Sandbox::Run run = sandbox_.run(
      jail, {"strip", "--strip-unneeded", "--remove-section=.comment", "-o", made, object});
  if (run.status.code != 0)
    throw GraderError(fmt::format("strip cannot take the names out of {}: {}", tag, run.output));
  const fs::path nameless = kept / "nameless.o";
  take_over(made, nameless, 0644);
  return nameless;
}

std::string Builder::disassemble(const fs::path& object) const {
  Jail jail;
  jail.read_only = object.parent_path();
  jail.limits = limits_;
  jail.limits.output_bytes = std::uint64_t{16} << 20;
  const Sandbox::Run run =
      sandbox_.run(jail, {"objdump", "-d", "-l", "--inlines", "-r", "--no-show-raw-insn", object});
  return run.status.code == 0 && !run.exceeded ? run.output : "";
}

}  // namespace warplab
