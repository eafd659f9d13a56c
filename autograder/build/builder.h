// Turns one source file into a worker: compiles, checks its symbols and links, all in the jail.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "autograder/build/build_store.h"
#include "autograder/course/lab.h"
#include "autograder/problems/problem.h"
#include "autograder/report/device.h"
#include "autograder/report/place.h"
#include "autograder/report/result.h"
#include "autograder/sandbox/sandbox.h"

namespace warplab {

// The outcome of a build. `executable` is set if the verdict is OK.
struct Build {
  Verdict verdict;
  Diagnosis diagnosis;
  std::string compiler;              // what the tools said
  std::filesystem::path object;      // the student's code, with the entry point as only symbol
  std::filesystem::path executable;  // the worker
  double seconds = 0;
  std::string tool;      // that made it, where it is not the machine's compiler: "nvcc", "clang"
  bool is_kept = false;  // the compiler had been there before: BuildStore
};

// What compiles .cu files on this machine, if this is asked for: "nvcc" or "clang".
std::string cuda_compiler_here(Frontend asked);

// What a step's source file is compiled with, whoever compiles it: the language's version, the family's
// header, definitions, and the lab's flags. Paths are relative to the folder that has common/; simtcc has
// more for .cu files.
std::vector<std::string> source_flags(const std::string& name, const Lab& lab, const Step& step,
                                      const Problem& problem);

class Builder {
 public:
  // `course_root` has common/, `worker_objects` has worker_<family>.o. What compilers make is kept in
  // `store` (BuildStore), unless that is empty or the sandbox lacks something. Throws GraderError where
  // a compiler is missing.
  Builder(const Sandbox& sandbox, std::filesystem::path course_root,
          std::filesystem::path worker_objects, Limits limits,
          Frontend frontend = Frontend::automatic, const std::filesystem::path& store = {});

  // What compiles .cu files: "nvcc" or "clang".
  std::string cuda_compiler() const { return cuda_folder_.empty() ? "clang" : "nvcc"; }

  // Builds a worker from the text of a source file. `name` is its file name, as in lab.json.
  // `tag` names this build's folders, unique within the run.
  Build from_source(const std::string& tag, const std::string& name, const std::string& text,
                    const Lab& lab, const Step& step, const Problem& problem) const;
  // The same with ThreadSanitizer in it, which watches the threads of a step for the CPU, and
  // without optimisation, which would hide from it what threads share (docs/verdicts.md).
  Build watched(const std::string& tag, const std::string& name, const std::string& text,
                const Lab& lab, const Step& step, const Problem& problem) const;
  // The same as from_source(), but it traps where an array whose size the compiler knows is indexed outside, and has
  // AddressSanitizer in it, which knows where arrays and what is allocated begin and end.
  Build with_bounds(const std::string& tag, const std::string& name, const std::string& text,
                    const Lab& lab, const Step& step, const Problem& problem) const;
  // A worker with the same in it as watched() and no student's code. Only its watch_works() can be called.
  Build watch_alone(const std::string& tag, const Lab& lab, const Problem& problem) const;
  // What watched() lacks on this machine, a sentence; empty where nothing.
  std::string why_none_is_watched() const;
  // Builds a worker from an object that from_source() made earlier (a student kit's baseline).
  Build from_object(const std::string& tag, const std::filesystem::path& object, const Lab& lab,
                    const Problem& problem) const;
  // A copy of an object that from_source() made, which links and runs as it does, and whose only names are the
  // entry points and what it calls: no others of functions and variables, no lines, files or types. Throws
  // GraderError where it cannot be made.
  std::filesystem::path without_names(const std::string& tag,
                                      const std::filesystem::path& object) const;
  // Of an offset of an instruction in a worker; nothing if it is not known.
  std::optional<SourcePlace> source_line(const std::filesystem::path& executable,
                                         std::uint64_t instruction) const;
  // The machine code of an object with its source lines and relocations, as objdump writes it; empty
  // where it cannot be had. All of it is what a submission makes of it, lines included.
  std::string disassemble(const std::filesystem::path& object) const;

 private:
  void stage(const std::filesystem::path& input, const std::string& name,
             const std::string& text) const;
  enum class Tools { course, watching, bounding };
  Build build(Tools tools, const std::string& tag, const std::string& name, const std::string& text,
              const Lab& lab, const Step& step, const Problem& problem) const;
  void compile(Build& build, Tools tools, const Jail& jail, const std::string& name,
               const std::filesystem::path& object, const Lab& lab, const Step& step,
               const Problem& problem) const;
  std::vector<std::string> compiler_line(Tools tools, const Jail& jail, const std::string& name,
                                         const std::filesystem::path& made, const Lab& lab,
                                         const Step& step, const Problem& problem) const;
  void run_compiler(Build& build, const Jail& jail, const std::vector<std::string>& line,
                    const std::string& name, const std::filesystem::path& made, const Step& step,
                    const Problem& problem) const;
  std::string key_of(const Jail& jail, const std::vector<std::string>& line,
                     const std::string& name) const;
  void assemble_watched(Build& build, Jail jail, const std::filesystem::path& code,
                        const std::filesystem::path& object) const;
  // The symbols of an object in the format of `nm -P`, with more options of nm, at most 16 MiB of text. Nothing
  // where they cannot be had: then `build` has the verdict, and why.
  std::optional<std::string> list_symbols(Build& build, Jail jail,
                                          const std::filesystem::path& object,
                                          const std::vector<std::string>& options) const;
  void check_functions(Build& build, const Jail& jail, const std::string& name,
                       const std::filesystem::path& object, const Step& step,
                       const Problem& problem) const;
  void link(Build& build, Tools tools, const std::string& tag, const Lab& lab,
            const Problem& problem) const;

  const Sandbox& sandbox_;
  std::filesystem::path course_root_;
  std::filesystem::path worker_objects_;
  Limits limits_;
  BuildStore store_;
  std::string cuda_folder_;  // where nvcc lies; empty where clang compiles
};

}  // namespace warplab
