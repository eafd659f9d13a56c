// Each file through the compiler, and the link.
#include "simt/frontend/build.h"

#include <fmt/core.h>

#include "simt/frontend/argument_list.h"
#include "simt/frontend/compilation.h"
#include "simt/frontend/link.h"
#include "simt/frontend/toolchain.h"
#include "simt/frontend/toolkit.h"

namespace simt::frontend {
namespace {

namespace fs = std::filesystem;

Running running_of(const Request& request) {
  return {.show = request.verbose || request.dry_run, .run = !request.dry_run};
}

Request cleared(Request request) {
  request.common = without_own_headers(request.common);
  return request;
}

class Build {
 public:
  explicit Build(const Request& request)
      : request_(cleared(request)),
        running_(running_of(request)),
        tool_(choose_tool(request.compiler)) {}

  int run() {
    Command objects;
    for (const Input& input : request_.inputs) {
      fs::path object = input.path;
      if (input.language != Language::object) {
        object = output_of(input, objects.size());
        if (const int status = compile(input, object)) return status;
      }
      objects.push_back(object);
    }
    return links() ? combine(objects) : 0;
  }

  // Both passes' headers, for later compilations.
  int precompile() const { return precompile_with_clang(compilation()); }

 private:
  bool links() const {
    return request_.goal == Goal::program || request_.goal == Goal::device_link ||
           request_.goal == Goal::archive;
  }

  // Of a single file; empty where the compiler prints.
  fs::path output_of(const Input& input, size_t index) const {
    const std::string stem = input.path.stem().string();
    if (links())  // two folders may have files of one name
      return temporary_.path() / fmt::format("{}-{}.o", index, stem);
    if (!request_.output.empty()) return request_.output;
    if (request_.goal == Goal::preprocessed || request_.goal == Goal::dependencies) return {};
    return fs::path(request_.output_folder) / (stem + (request_.goal == Goal::ptx ? ".ptx" : ".o"));
  }

  Compilation compilation() const { return {request_, tool_.path, temporary_.path(), running_}; }

  int compile(const Input& input, const fs::path& output) const {
    return tool_.compiler == Compiler::nvcc ? compile_with_nvcc(compilation(), input, output)
                                            : compile_with_clang(compilation(), input, output);
  }

  int combine(const Command& objects) const {
    const Link parts{request_, link_launcher(request_, tool_), temporary_.path(), running_};
    switch (request_.goal) {
      case Goal::device_link:
        return link_device_code(parts, objects);
      case Goal::archive:
        return archive(parts, objects);
      default:
        return link(parts, objects);
    }
  }

  const Request request_;
  const Running running_;
  const Tool tool_;
  const TemporaryFolder temporary_;
};

// What `nvcc --run "program"` names: a program, as somebody would quote it in a shell.
std::string program_to_run(const Request& request) {
  if (request.inputs.size() != 1 || request.inputs[0].language != Language::unknown) return {};
  const Command words = split_words(request.inputs[0].path.string());
  return words.size() == 1 && fs::is_regular_file(words[0]) ? words[0] : "";
}

}  // namespace

std::string folder_to_keep(const Request& request) {
  if (!request.keep_folder.empty()) return request.keep_folder;
  const fs::path folder = fs::path(request.output).parent_path();
  return folder.empty() ? "." : folder.string();
}

int build(const Request& request) {
  if (running_of(request).show && request.from_toolkit)
    fmt::print(stderr, "{}", toolkit_variables());
  std::string program = request.run ? program_to_run(request) : "";
  if (program.empty()) {
    check_inputs(request);
    const int status = Build(request).run();
    if (status != 0 || !request.run) return status;
    program = request.output.empty() ? "a.out" : request.output;
  }
  return run_command({fs::absolute(program)}, running_of(request));
}

int precompile() {
  if (!find_clang()) return 0;
  Request request;
  request.compiler = Compiler::clang;
  return Build(request).precompile();
}

int print_version(Compiler asked) {
  if (asked != Compiler::clang)
    if (const auto nvcc = find_program("nvcc"))
      return run_command({nvcc->string(), "--version"}, {});
  fmt::print("{}", version_text());
  return 0;
}

}  // namespace simt::frontend
