#include <fmt/core.h>

#include <fstream>
#include <functional>
#include <iomanip>

#include "common/files.h"
#include "common/launch_brackets.h"
#include "simt/frontend/attributes.h"
#include "simt/frontend/compilation.h"
#include "simt/frontend/precompiled.h"
#include "simt/frontend/shared_constants.h"
#include "simt/frontend/toolchain.h"
#include "simt/ptx/register_limit.h"

namespace simt::frontend {
namespace {

namespace fs = std::filesystem;

// Of the device's side, for which -O3 stands as with nvcc. As there, too, an endless loop stays one, and an argument may
// have no value: to clang that is undefined behaviour, also of __shfl_sync() in lanes whose value nobody takes, and it
// would remove the condition under which a leader gets its own.
void append_for_device(Command& command, const Request& request) {
  append(command, {"--cuda-device-only", "--cuda-feature=+ptx83", "-O3", "-fno-finite-loops",
                   "-Xclang", "-no-enable-noundef-analysis", "-gline-tables-only"});
  if (request.fast_math || request.flush_denormals)
    command.push_back("-fgpu-flush-denormals-to-zero");
  if (!request.fused_multiply_add) command.push_back("-ffp-contract=off");
}

// What a pass of clang is given whatever it compiles: to be CUDA without a CUDA Toolkit, and `header`, which has
// cuda_runtime.h. Separate compilation needs no flag: simt's runtime links what device code leaves undefined, and
// -fgpu-rdc of clang 19 loses static variables.
Command clang_command(const Compilation& compilation, Pass pass, const Command& header) {
  const Request& request = compilation.request;
  Command command{compilation.tool, "-x",
                  "cuda",           "-nocudainc",
                  "-nocudalib",     "--cuda-path=/nonexistent",
                  "-fdeclspec",     "--cuda-gpu-arch=sm_80",
                  "-Xclang",        "-target-sdk-version=12.3",
                  "-isystem",       include_folder()};
  append(command, header);
  if (request.fast_math) append(command, {"-ffast-math", "-fgpu-approx-transcendentals"});
  if (request.per_thread_stream)
    append(command,
           {"-Xclang", "-fgpu-default-stream=per-thread", "-DCUDA_API_PER_THREAD_DEFAULT_STREAM"});
  append(command, request.common);
  append(command, request.clang_only);
  if (pass == Pass::device) {
    append_for_device(command, request);
  } else {
    append(command, request.host);
    append(command, {"--cuda-host-only", request.optimisation, "-g", "-gdwarf-aranges"});
  }
  return command;
}

// Of a file whose device code others call. The output's path tells two objects of one file apart.
Command for_others_to_link(const Input& input, const fs::path& output) {
  const std::string both = fs::absolute(input.path).string() + '\n' + fs::absolute(output).string();
  return {"-include", "crt/relocatable_code.h",
          fmt::format("-DSIMT_FILE={:x}_", std::hash<std::string>{}(both))};
}

// A pass over a file. What clang makes of the precompiled header is what it makes of the text, unless it refuses
// the header, as one of another clang: then only what it says of the text counts, and so with all errors.
int run_pass(const Compilation& compilation, Pass pass, const Command& rest) {
  if (may_use_precompiled(compilation.request)) {
    Command command = clang_command(compilation, pass, flags_to_use_precompiled(pass));
    append(command, rest);
    if (try_command(command, compilation.running)) return 0;
  }
  Command command = clang_command(compilation, pass, {"-include", "cuda_runtime.h"});
  append(command, rest);
  return run_command(command, compilation.running);
}

// nvcc optimises with LLVM as well, and with other thresholds: found by comparing the PTX of both
// for the course's programs. With these, they load and branch alike.
Command optimisations_of_nvcc() {
  Command options;
  for (const char* option :
       {"-bonus-inst-threshold=4", "-sink-common-insts=false", "-unroll-max-upperbound=4",
        "-scev-cheap-expansion-budget=100", "-unroll-partial-threshold=150"})
    append(options, {"-mllvm", option});
  return options;
}

// For clang: it reads the source, under its own name, as it takes what nvcc takes, too.
Command as_clang_takes_it(const Compilation& compilation, const Input& input) {
  std::error_code unreadable;  // clang says so
  if (!fs::is_regular_file(input.path, unreadable)) return {};
  const std::string text = warplab::read_file(input.path);
  const std::string other = warplab::with_joined_brackets(with_attributes_first(text));
  if (other == text) return {};
  const fs::path stem = compilation.temporary / input.path.filename();
  const std::string source = stem.string() + ".cu", overlay = stem.string() + ".yaml";
  std::ofstream(source) << other;
  std::ofstream(overlay) << R"({"version": 0, "use-external-names": false, "roots": [)"
                         << R"({"type": "file", "name": )"
                         << std::quoted(fs::absolute(input.path).lexically_normal().string())
                         << R"(, "external-contents": )" << std::quoted(source) << "}]}";
  return {"-ivfsoverlay", overlay};
}

int compile_device(const Compilation& compilation, const Input& input, const Command& source,
                   const fs::path& ptx) {
  Command device = source;
  append(device, {"-S", input.path, "-o", ptx});
  append(device, optimisations_of_nvcc());
  if (const int status = run_pass(compilation, Pass::device, device)) return status;
  if (!compilation.running.run) return 0;
  if (const auto constant = find_shared_constant(warplab::read_file(ptx))) {
    fmt::print(stderr, "{}\n", message_of(*constant, input.path, warplab::read_file(input.path)));
    return 1;
  }
  if (const std::string& most = compilation.request.most_registers; !most.empty()) {
    const std::string text = warplab::read_file(ptx);
    std::ofstream(ptx) << ptx::with_register_limit(text, most);
  }
  return 0;
}

// What -E and -M list is the host's side.
int preprocess(const Compilation& compilation, Command rest, const fs::path& output) {
  if (!output.empty()) append(rest, {"-o", output});
  Command command = clang_command(compilation, Pass::host, {"-include", "cuda_runtime.h"});
  append(command, rest);
  return run_command(command, compilation.running);
}

int compile_cuda(const Compilation& compilation, const Input& input, const fs::path& output) {
  const Request& request = compilation.request;
  Command source = as_clang_takes_it(compilation, input);
  if (request.separate) append(source, for_others_to_link(input, output));
  if (request.goal == Goal::preprocessed || request.goal == Goal::dependencies) {
    Command rest = source;
    if (request.goal == Goal::preprocessed) rest.push_back("-E");
    rest.push_back(input.path);
    return preprocess(compilation, rest, output);
  }
  if (request.goal == Goal::ptx) return compile_device(compilation, input, source, output);

  const fs::path ptx = (request.keep ? fs::path(folder_to_keep(request)) : compilation.temporary) /
                       fs::path(output).filename().replace_extension(".ptx");
  if (const int status = compile_device(compilation, input, source, ptx)) return status;
  Command host = source;
  append(host,
         {"-Xclang", "-fcuda-include-gpubinary", "-Xclang", ptx, "-c", input.path, "-o", output});
  return run_pass(compilation, Pass::host, host);
}

// C and C++ without CUDA's extensions, which may still call the runtime API.
int compile_for_host(const Compilation& compilation, const Input& input, const fs::path& output) {
  const Request& request = compilation.request;
  Command command{compilation.tool, "-x", input.language == Language::c ? "c" : "c++", "-isystem",
                  include_folder()};
  append(command, request.common);
  append(command, request.host);
  append(command, {request.optimisation, "-g", "-gdwarf-aranges"});
  if (request.goal == Goal::preprocessed)
    command.push_back("-E");
  else if (request.goal != Goal::dependencies)
    command.push_back("-c");
  command.push_back(input.path);
  if (!output.empty()) append(command, {"-o", output});
  return run_command(command, compilation.running);
}

}  // namespace

int compile_with_clang(const Compilation& compilation, const Input& input, const fs::path& output) {
  return input.language == Language::cuda ? compile_cuda(compilation, input, output)
                                          : compile_for_host(compilation, input, output);
}

int precompile_with_clang(const Compilation& compilation) {
  fs::create_directories(precompiled_header(Pass::device).parent_path());
  for (const Pass pass : {Pass::device, Pass::host}) {
    Command command = clang_command(compilation, pass, {});
    append(command, flags_to_precompile(pass));
    if (const int status = run_command(command, compilation.running)) return status;
  }
  return 0;
}

}  // namespace simt::frontend
