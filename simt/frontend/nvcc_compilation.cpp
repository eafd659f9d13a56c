#include "simt/frontend/compilation.h"
#include "simt/frontend/toolchain.h"

namespace simt::frontend {
namespace {

namespace fs = std::filesystem;

Command options_for_cuda(const Request& request) {
  Command options{"-x=cu",
                  "-O3",
                  "-lineinfo",
                  "-gencode",
                  "arch=compute_80,code=compute_80",
                  "-Wno-deprecated-gpu-targets"};
  append(options, request.nvcc_only);
  if (request.fast_math) options.push_back("-use_fast_math");
  if (!request.fused_multiply_add) options.push_back("-fmad=false");
  if (request.flush_denormals) options.push_back("-ftz=true");
  if (!request.most_registers.empty()) options.push_back("-maxrregcount=" + request.most_registers);
  if (request.per_thread_stream) options.push_back("-default-stream=per-thread");
  if (request.separate) options.push_back("-rdc=true");
  if (request.keep) append(options, {"-keep", "-keep-dir", folder_to_keep(request)});
  return options;
}

}  // namespace

int compile_with_nvcc(const Compilation& compilation, const Input& input, const fs::path& output) {
  const Request& request = compilation.request;
  Command command{compilation.tool};
  if (input.language == Language::cuda)
    append(command, options_for_cuda(request));
  else
    command.push_back(request.optimisation);
  append(command, {"-cudart", "none", "-Xcompiler", "-g"});
  if (!request.host_compiler.empty()) append(command, {"-ccbin", request.host_compiler});
  for (const std::string& flag : request.host) append(command, {"-Xcompiler", flag});
  append(command, request.common);
  switch (request.goal) {
    case Goal::ptx:
      command.push_back("-ptx");
      break;
    case Goal::preprocessed:
      command.push_back("-E");
      break;
    case Goal::dependencies:  // -M is among what both compilers know
      break;
    default:
      command.push_back("-c");
  }
  command.push_back(input.path);
  if (!output.empty()) append(command, {"-o", output});
  return run_command(command, compilation.running);
}

}  // namespace simt::frontend
