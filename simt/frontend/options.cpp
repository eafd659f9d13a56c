#include "simt/frontend/options.h"

#include "simt/frontend/argument_list.h"

namespace simt::frontend {
namespace {

using R = Request&;
using S = const std::string&;

void add_joined(R r, S name, S value) { r.common.push_back(name + value); }
void add_pair(R r, S name, S value) { r.common.insert(r.common.end(), {name, value}); }
void add_for_link(R r, S name, S value) {
  for (const std::string& each : split_list(value)) r.link.push_back(name + each);
}
void add_for_nvcc(R r, S name, S) { r.nvcc_only.push_back(name); }
void add_value_for_nvcc(R r, S name, S value) { r.nvcc_only.push_back(name + "=" + value); }
void ignore(R, S, S) {}

// nvcc says in a macro that such an option was given.
void add_with_macro(R r, S name, const char* macro) {
  r.nvcc_only.push_back(name);
  r.clang_only.push_back(std::string("-D") + macro);
}

// "-v,-maxrregcount=32": of the assembler's own options, the one that changes what a launch may do.
void add_for_ptxas(R r, S, S value) {
  constexpr std::string_view limit = "maxrregcount=";
  if (const size_t at = value.find(limit); at != value.npos)
    r.most_registers = value.substr(at + limit.size(), value.find(',', at) - at - limit.size());
}

void disable_warnings(R r, S name, S) {
  r.nvcc_only.push_back(name);
  r.host.push_back(name);
}

void choose_runtime(R r, S name, S value) {
  if (value == "static")
    r.runtime = Runtime::static_library;
  else if (value == "shared")
    r.runtime = Runtime::shared_library;
  else if (value == "none")
    r.runtime = Runtime::none;
  else
    throw UsageError(name + " takes static, shared or none, not '" + value + "'");
}

void refuse_machine_code(R, S name, S) {
  throw UsageError("option " + name +
                   " asks for code of a GPU, which nothing here runs: -ptx makes the PTX");
}

Compiler compiler_named(S name) {
  if (name == "nvcc") return Compiler::nvcc;
  if (name == "clang") return Compiler::clang;
  throw UsageError("--frontend (or FRONTEND in the environment) is nvcc or clang, not '" + name +
                   "'");
}

const Option options[] = {
    {{"--help", "-h"}, Value::none, [](R r, S, S) { r.help = true; }},
    {{"--version", "-V"}, Value::none, [](R r, S, S) { r.version = true; }},
    {{"--verbose", "-v"}, Value::none, [](R r, S, S) { r.verbose = true; }},
    {{"--dryrun", "-dryrun"}, Value::none, [](R r, S, S) { r.dry_run = true; }},
    {{"--precompile"}, Value::none, [](R r, S, S) { r.precompile = true; }},
    {{"--frontend"}, Value::next, [](R r, S, S v) { r.compiler = compiler_named(v); }},

    // What is made.
    {{"-o", "--output-file"}, Value::any, [](R r, S, S v) { r.output = v; }},
    {{"-odir", "--output-directory"}, Value::next, [](R r, S, S v) { r.output_folder = v; }},
    {{"-c", "--compile"}, Value::none, [](R r, S, S) { r.goal = Goal::objects; }},
    {{"-dc", "--device-c"},
     Value::none,
     [](R r, S, S) {
       r.goal = Goal::objects;
       r.separate = true;
     }},
    {{"-dw", "--device-w"}, Value::none, [](R r, S, S) { r.goal = Goal::objects; }},
    {{"-ptx", "--ptx"}, Value::none, [](R r, S, S) { r.goal = Goal::ptx; }},
    {{"-E", "--preprocess"}, Value::none, [](R r, S, S) { r.goal = Goal::preprocessed; }},
    {{"-dlink", "--device-link"}, Value::none, [](R r, S, S) { r.goal = Goal::device_link; }},
    {{"-lib", "--lib"}, Value::none, [](R r, S, S) { r.goal = Goal::archive; }},
    {{"-link", "--link"}, Value::none, [](R r, S, S) { r.goal = Goal::program; }},
    {{"-shared", "--shared"}, Value::none, [](R r, S, S) { r.shared = true; }},
    {{"-run", "--run"}, Value::none, [](R r, S, S) { r.run = true; }},
    {{"-cubin", "--cubin"}, Value::none, refuse_machine_code},
    {{"-fatbin", "--fatbin"}, Value::none, refuse_machine_code},
    {{"-rdc", "--relocatable-device-code"},
     Value::next,
     [](R r, S, S v) { r.separate = v == "true"; }},
    {{"-keep", "--keep", "-save-temps", "--save-temps"},
     Value::none,
     [](R r, S, S) { r.keep = true; }},
    {{"-keep-dir", "--keep-dir"}, Value::next, [](R r, S, S v) { r.keep_folder = v; }},

    // Dependencies.
    {{"-M", "--generate-dependencies"},
     Value::none,
     [](R r, S n, S v) {
       r.goal = Goal::dependencies;
       add_joined(r, n, v);
     }},
    {{"-MM", "--generate-nonsystem-dependencies"},
     Value::none,
     [](R r, S n, S v) {
       r.goal = Goal::dependencies;
       add_joined(r, n, v);
     }},
    {{"-MD", "--generate-dependencies-with-compile"}, Value::none, add_joined},
    {{"-MMD", "--generate-nonsystem-dependencies-with-compile"}, Value::none, add_joined},
    {{"-MP", "--generate-dependency-targets"}, Value::none, add_joined},
    {{"-MF", "--dependency-output"}, Value::any, add_pair},
    {{"-MT", "--dependency-target-name"}, Value::any, add_pair},

    // The language.
    {{"-I", "--include-path"}, Value::any, add_joined},
    {{"-D", "--define-macro"}, Value::any, add_joined},
    {{"-U", "--undefine-macro"}, Value::any, add_joined},
    {{"-isystem", "--system-include"}, Value::any, add_pair},
    {{"-include", "--pre-include"}, Value::any, add_pair},
    {{"-std", "--std"}, Value::next, [](R r, S, S v) { r.common.push_back("-std=" + v); }},
    {{"--expt-relaxed-constexpr", "-expt-relaxed-constexpr"},
     Value::none,
     [](R r, S n, S) { add_with_macro(r, n, "__CUDACC_RELAXED_CONSTEXPR__"); }},
    {{"--extended-lambda", "-extended-lambda", "--expt-extended-lambda", "-expt-extended-lambda"},
     Value::none,
     [](R r, S n, S) { add_with_macro(r, n, "__CUDACC_EXTENDED_LAMBDA__"); }},
    {{"-default-stream", "--default-stream"},
     Value::next,
     [](R r, S, S v) { r.per_thread_stream = v == "per-thread"; }},

    // Code.
    {{"-O", "--optimize"}, Value::joined, [](R r, S n, S v) { r.optimisation = n + v; }},
    {{"-use_fast_math", "--use_fast_math"}, Value::none, [](R r, S, S) { r.fast_math = true; }},
    {{"-fmad", "--fmad"}, Value::next, [](R r, S, S v) { r.fused_multiply_add = v != "false"; }},
    {{"-ftz", "--ftz"}, Value::next, [](R r, S, S v) { r.flush_denormals = v == "true"; }},
    {{"-prec-div", "--prec-div"}, Value::next, add_value_for_nvcc},
    {{"-prec-sqrt", "--prec-sqrt"}, Value::next, add_value_for_nvcc},
    {{"-maxrregcount", "--maxrregcount"}, Value::next, [](R r, S, S v) { r.most_registers = v; }},
    {{"-Xptxas", "--ptxas-options"}, Value::next, add_for_ptxas},
    {{"-g", "--debug"}, Value::none, ignore},
    {{"-G", "--device-debug"}, Value::none, ignore},
    {{"-pg", "--profile"}, Value::none, ignore},
    {{"-lineinfo", "--generate-line-info"}, Value::none, ignore},
    {{"-arch", "--gpu-architecture"}, Value::next, ignore},
    {{"-code", "--gpu-code"}, Value::next, ignore},
    {{"-gencode", "--generate-code"}, Value::next, ignore},
    {{"-m64"}, Value::none, ignore},
    {{"--machine"}, Value::next, ignore},
    {{"-dlto", "--dlink-time-opt", "-lto", "--lto"}, Value::none, ignore},
    {{"-ewp", "--extensible-whole-program"}, Value::none, ignore},
    {{"-extra-device-vectorization", "--extra-device-vectorization"}, Value::none, ignore},
    {{"-restrict", "--restrict"}, Value::none, add_for_nvcc},
    {{"-src-in-ptx", "--source-in-ptx"}, Value::none, ignore},
    {{"-res-usage", "--resource-usage"}, Value::none, ignore},

    // Messages.
    {{"-w", "--disable-warnings"}, Value::none, disable_warnings},
    {{"-diag-suppress", "--diag-suppress"}, Value::next, add_value_for_nvcc},
    {{"-diag-warn", "--diag-warn"}, Value::next, add_value_for_nvcc},
    {{"-diag-error", "--diag-error"}, Value::next, add_value_for_nvcc},
    {{"-err-no", "--display-error-number"}, Value::none, add_for_nvcc},
    {{"-Xcudafe"},
     Value::next,
     [](R r, S n, S v) {
       r.nvcc_only.insert(r.nvcc_only.end(), {n, v});
     }},
    {{"-Wno-deprecated-gpu-targets", "--Wno-deprecated-gpu-targets"}, Value::none, ignore},
    {{"-Wreorder", "--Wreorder"}, Value::none, [](R r, S n, S) { r.host.push_back(n); }},
    {{"-Wext-lambda-captures-this", "--Wext-lambda-captures-this"}, Value::none, ignore},
    {{"-Wdefault-stream-launch", "--Wdefault-stream-launch"}, Value::none, ignore},

    // Other programs.
    {{"-ccbin", "--compiler-bindir"}, Value::next, [](R r, S, S v) { r.host_compiler = v; }},
    {{"-Xcompiler", "--compiler-options"},
     Value::next,
     [](R r, S, S v) {
       for (const std::string& word : split_list(v)) r.host.push_back(word);
     }},
    {{"-Xlinker", "--linker-options"},
     Value::next,
     [](R r, S n, S v) {
       for (const std::string& word : split_list(v)) r.link.insert(r.link.end(), {n, word});
     }},
    {{"-forward-unknown-to-host-compiler", "--forward-unknown-to-host-compiler",
      "-forward-unknown-opts", "--forward-unknown-opts"},
     Value::none,
     [](R r, S, S) { r.unknown_for_host = true; }},
    {{"-forward-unknown-to-host-linker", "--forward-unknown-to-host-linker"}, Value::none, ignore},
    {{"-Xnvlink", "--nvlink-options"}, Value::next, ignore},
    {{"-Xarchive", "--archive-options"}, Value::next, ignore},
    {{"-allow-unsupported-compiler", "--allow-unsupported-compiler"}, Value::none, add_for_nvcc},
    {{"-ldir", "--libdevice-directory"}, Value::next, ignore},
    {{"-opt-info", "--optimization-info"}, Value::next, ignore},
    {{"-t"}, Value::any, ignore},
    {{"--threads"}, Value::next, ignore},
    {{"-split-compile", "--split-compile"}, Value::next, ignore},
    {{"-objtemp", "--objdir-as-tempdir"}, Value::none, ignore},
    {{"-noprof", "--dont-use-profile"}, Value::none, ignore},
    {{"-compress-mode", "--compress-mode"}, Value::next, ignore},

    // The link.
    {{"-cudart", "--cudart"}, Value::next, choose_runtime},
    {{"-cudadevrt", "--cudadevrt"}, Value::next, ignore},
    {{"-nodlink", "--no-device-link"}, Value::none, ignore},
    {{"-L", "--library-path"}, Value::any, add_for_link},
    {{"-l", "--library"}, Value::any, add_for_link},
    {{"-pthread"}, Value::none, [](R r, S n, S) { r.host.push_back(n); }},
};

// Whether an argument may be the option of this name with its value.
bool begins_with(std::string_view argument, std::string_view name, Value value) {
  if (argument == name) return true;
  if (!argument.starts_with(name)) return false;
  const bool long_name = name.starts_with("--");
  switch (value) {
    case Value::none:
      return false;
    case Value::joined:
      return !long_name || argument[name.size()] == '=';
    case Value::next:
      return argument[name.size()] == '=';
    case Value::any:
      return !long_name || argument[name.size()] == '=';
  }
  return false;
}

}  // namespace

FoundOption find_option(std::string_view argument) {
  FoundOption best;
  for (const Option& option : options)
    for (const std::string_view name : option.names)
      if (begins_with(argument, name, option.value) && name.size() > best.name.size())
        best = {&option, name, argument.substr(name.size())};
  return best;
}

}  // namespace simt::frontend
