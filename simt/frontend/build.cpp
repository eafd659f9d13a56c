// The commands: nvcc makes an object with PTX in it at once; clang compiles to PTX first, and then
// the host's side with that PTX inside.
#include "simt/frontend/build.h"

#include <fmt/core.h>

#include <fstream>
#include <iomanip>
#include <sstream>

#include "common/files.h"
#include "common/launch_brackets.h"
#include "simt/frontend/attributes.h"
#include "simt/frontend/precompiled.h"
#include "simt/frontend/shared_constants.h"
#include "simt/frontend/toolchain.h"
#include "simt/ptx/register_limit.h"

namespace simt::frontend {
namespace {

namespace fs = std::filesystem;
using Command = std::vector<std::string>;

void append(Command& command, const std::vector<std::string>& words) {
  command.insert(command.end(), words.begin(), words.end());
}

// Of the link: words that CMake passes as one string.
Command libraries() {
  std::istringstream words(SIMT_LINK_LIBRARIES);
  Command all;
  for (std::string word; words >> word;) all.push_back(word);
  return all;
}

class Build {
 public:
  explicit Build(const Request& request) : request_(request) { choose_compiler(); }

  // Both passes' headers, for later compilations.
  int precompile() const {
    std::filesystem::create_directories(precompiled_header(Pass::device).parent_path());
    for (const Pass pass : {Pass::device, Pass::host}) {
      Command command = clang_command(pass, {});
      append(command, flags_to_precompile(pass));
      if (const int status = run_tool(command)) return status;
    }
    return 0;
  }

  int run() {
    Command objects;
    for (const Input& input : request_.inputs) {
      fs::path object = input.path;
      if (input.language != Language::object) {
        object = object_of(input, objects.size());
        if (const int status = compile(input, object)) return status;
      }
      objects.push_back(object);
    }
    return request_.compile_only ? 0 : link(objects);
  }

 private:
  void choose_compiler() {
    const auto nvcc = request_.compiler == Compiler::clang ? std::nullopt : find_program("nvcc");
    if (nvcc) {
      compiler_ = Compiler::nvcc;
      tool_ = *nvcc;
      return;
    }
    if (request_.compiler == Compiler::nvcc)
      throw ToolError(
          "nvcc is not on the PATH: add the CUDA Toolkit's bin folder to it, or leave "
          "--frontend nvcc out to compile with clang");
    const auto clang = find_clang();
    if (!clang)
      throw ToolError(
          "neither nvcc nor clang++ 19 (or newer) is on the PATH: install Debian's "
          "package clang-19 (sudo apt install clang-19), or the CUDA Toolkit");
    compiler_ = Compiler::clang;
    tool_ = *clang;
  }

  fs::path object_of(const Input& input, size_t index) const {
    const std::string name = input.path.stem().string() + ".o";
    if (!request_.compile_only)  // two folders may have files of one name
      return temporary_.path() / fmt::format("{}-{}", index, name);
    return request_.output.empty() ? fs::path(name) : fs::path(request_.output);
  }

  int run_tool(const Command& command) const { return run_command(command, request_.verbose); }

  int compile(const Input& input, const fs::path& object) const {
    if (compiler_ == Compiler::nvcc) return compile_with_nvcc(input, object);
    return input.language == Language::cuda ? compile_with_clang(input, object)
                                            : compile_for_host(input, object);
  }

  int compile_with_nvcc(const Input& input, const fs::path& object) const {
    Command command{tool_};
    if (input.language == Language::cuda) {
      append(command, {"-x=cu", "-O3", "-lineinfo", "-gencode", "arch=compute_80,code=compute_80",
                       "-Wno-deprecated-gpu-targets"});
      append(command, request_.nvcc_only);
      if (request_.fast_math) command.push_back("-use_fast_math");
      if (!request_.most_registers.empty())
        command.push_back("-maxrregcount=" + request_.most_registers);
      if (request_.per_thread_stream) command.push_back("-default-stream=per-thread");
      if (request_.separate) command.push_back("-rdc=true");
      if (request_.keep) append(command, {"-keep", "-keep-dir", folder_to_keep()});
    } else {
      command.push_back(request_.optimisation);
    }
    append(command, {"-cudart", "none", "-Xcompiler", "-g"});
    for (const std::string& flag : request_.host) append(command, {"-Xcompiler", flag});
    append(command, request_.common);
    append(command, {"-c", input.path, "-o", object});
    return run_tool(command);
  }

  // What a pass of clang is given whatever it compiles: to be CUDA without a CUDA Toolkit, and `header`, which has
  // cuda_runtime.h. Separate compilation needs no flag: simt's runtime links what device code leaves undefined, and
  // -fgpu-rdc of clang 19 loses static variables.
  Command clang_command(Pass pass, const Command& header) const {
    Command command{tool_,        "-x",
                    "cuda",       "-nocudainc",
                    "-nocudalib", "--cuda-path=/nonexistent",
                    "-fdeclspec", "--cuda-gpu-arch=sm_80",
                    "-Xclang",    "-target-sdk-version=12.3",
                    "-isystem",   include_folder()};
    append(command, header);
    if (request_.fast_math) append(command, {"-ffast-math", "-fgpu-approx-transcendentals"});
    if (request_.per_thread_stream)
      append(command, {"-Xclang", "-fgpu-default-stream=per-thread",
                       "-DCUDA_API_PER_THREAD_DEFAULT_STREAM"});
    append(command, request_.common);
    if (pass == Pass::host) {
      append(command, request_.host);
      append(command, {"--cuda-host-only", request_.optimisation, "-g", "-gdwarf-aranges"});
      return command;
    }
    // As with nvcc, an endless loop stays one, and an argument may have no value: to clang that is undefined behaviour,
    // also of __shfl_sync() in lanes whose value nobody takes, and it would remove the condition under which a leader
    // gets its own.
    append(command, {"--cuda-device-only", "--cuda-feature=+ptx83", "-O3", "-fno-finite-loops",
                     "-Xclang", "-no-enable-noundef-analysis", "-gline-tables-only"});
    if (request_.fast_math) command.push_back("-fgpu-flush-denormals-to-zero");
    return command;
  }

  // A pass over a file. What clang makes of the precompiled header is what it makes of the text, unless it refuses
  // the header, as one of another clang: then only what it says of the text counts, and so with all errors.
  int run_pass(Pass pass, const Command& rest) const {
    if (may_use_precompiled(request_)) {
      Command command = clang_command(pass, flags_to_use_precompiled(pass));
      append(command, rest);
      if (try_command(command, request_.verbose)) return 0;
    }
    Command command = clang_command(pass, {"-include", "cuda_runtime.h"});
    append(command, rest);
    return run_tool(command);
  }

  // nvcc optimises with LLVM as well, and with other thresholds: found by comparing the PTX of both
  // for the course's programs. With these, they load and branch alike.
  static Command optimisations_of_nvcc() {
    Command options;
    for (const char* option :
         {"-bonus-inst-threshold=4", "-sink-common-insts=false", "-unroll-max-upperbound=4",
          "-scev-cheap-expansion-budget=100", "-unroll-partial-threshold=150"})
      append(options, {"-mllvm", option});
    return options;
  }

  // For clang: it reads the source, under its own name, as it takes what nvcc takes, too.
  Command as_clang_takes_it(const Input& input, const fs::path& object) const {
    std::error_code unreadable;  // clang says so
    if (!fs::is_regular_file(input.path, unreadable)) return {};
    const std::string text = warplab::read_file(input.path);
    const std::string other = warplab::with_joined_brackets(with_attributes_first(text));
    if (other == text) return {};
    const fs::path stem = temporary_.path() / object.filename();
    const std::string source = stem.string() + ".cu", overlay = stem.string() + ".yaml";
    std::ofstream(source) << other;
    std::ofstream(overlay) << R"({"version": 0, "use-external-names": false, "roots": [)"
                           << R"({"type": "file", "name": )"
                           << std::quoted(fs::absolute(input.path).lexically_normal().string())
                           << R"(, "external-contents": )" << std::quoted(source) << "}]}";
    return {"-ivfsoverlay", overlay};
  }

  int compile_with_clang(const Input& input, const fs::path& object) const {
    const fs::path ptx = (request_.keep ? fs::path(folder_to_keep()) : temporary_.path()) /
                         fs::path(object).filename().replace_extension(".ptx");
    const Command source = as_clang_takes_it(input, object);
    Command device = source;
    append(device, {"-S", input.path, "-o", ptx});
    append(device, optimisations_of_nvcc());
    if (const int status = run_pass(Pass::device, device)) return status;
    if (const auto constant = find_shared_constant(warplab::read_file(ptx))) {
      fmt::print(stderr, "{}\n", message_of(*constant, input.path, warplab::read_file(input.path)));
      return 1;
    }
    if (!request_.most_registers.empty()) limit_registers(ptx);

    Command host = source;
    append(host,
           {"-Xclang", "-fcuda-include-gpubinary", "-Xclang", ptx, "-c", input.path, "-o", object});
    return run_pass(Pass::host, host);
  }

  void limit_registers(const fs::path& ptx) const {
    const std::string text = warplab::read_file(ptx);
    std::ofstream(ptx) << ptx::with_register_limit(text, request_.most_registers);
  }

  // C and C++ without CUDA's extensions, which may still call the runtime API.
  int compile_for_host(const Input& input, const fs::path& object) const {
    Command command{tool_, "-x", input.language == Language::c ? "c" : "c++", "-isystem",
                    include_folder()};
    append(command, request_.common);
    append(command, request_.host);
    append(command,
           {request_.optimisation, "-g", "-gdwarf-aranges", "-c", input.path, "-o", object});
    return run_tool(command);
  }

  std::string folder_to_keep() const {
    const fs::path folder = fs::path(request_.output).parent_path();
    return folder.empty() ? "." : folder.string();
  }

  // nvcc's files of separate compilation register themselves through functions that CUDA's device
  // linker would write, each with a name of its own: all become names of simt's.
  Command registrations(const Command& objects) const {
    Command list{"nm", "--undefined-only", "--just-symbols"};
    append(list, objects);
    std::istringstream names(output_of(list));
    Command flags;
    for (std::string name; names >> name;)
      if (name.starts_with("__cudaRegisterLinkedBinary_"))
        flags.push_back("-Wl,--defsym=" + name + "=__simt_register_linked_binary");
    return flags;
  }

  int link(const Command& objects) const {
    const auto gcc = find_program("g++");
    Command command{gcc ? gcc->string() : tool_.string()};
    append(command, objects);
    append(command, registrations(objects));
    append(command, {"-o", request_.output.empty() ? "a.out" : request_.output});
    append(command, request_.link);
    command.push_back(runtime_library());
    append(command, libraries());
    return run_tool(command);
  }

  const Request& request_;
  Compiler compiler_ = Compiler::clang;
  fs::path tool_;
  TemporaryFolder temporary_;
};

}  // namespace

int build(const Request& request) { return Build(request).run(); }

int precompile() {
  if (!find_clang()) return 0;
  Request request;
  request.compiler = Compiler::clang;
  return Build(request).precompile();
}

}  // namespace simt::frontend
