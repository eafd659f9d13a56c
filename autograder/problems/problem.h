// What a problem family provides: inputs, oracle, diagnosis. The judge knows families only through
// this interface; a family knows nothing of processes, sandboxes, points or labs.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "autograder/course/lab.h"
#include "autograder/problems/cause.h"
#include "autograder/report/device.h"
#include "autograder/report/result.h"
#include "common/image.h"

namespace warplab {

struct GpuNeeds;
struct Sweep;

// A buffer that is an image, row by row: bytes of a pixel and of a row. 0: it is none.
struct ImageLayout {
  std::size_t pixel_bytes = 0, row_bytes = 0;
};

// How a case's numbers lie in memory: a few input buffers, a few output buffers, and a block of
// parameters that the family's driver understands (see problems/convolution/driver.cpp).
struct CaseLayout {
  std::vector<std::size_t> input_bytes;   // one entry a buffer
  std::vector<std::size_t> output_bytes;  // one entry a buffer
  std::vector<std::byte> parameters;      // at most max_parameters bytes (worker/protocol.h)
  // What the signature calls the buffers, inputs then outputs: "filter", "imgFloatSrc".
  std::vector<std::string> names = {};
  std::vector<ImageLayout> images = {};  // one entry a buffer, as names has
};

// The outcome of comparing one output with the oracle.
struct Check {
  bool ok = false;
  std::size_t wrong = 0;     // values that are wrong
  std::size_t total = 0;     // values compared
  double largest_error = 0;  // where values are compared within a tolerance
};

// Of a kernel launch: x, y and z.
struct LaunchShape {
  std::array<std::uint32_t, 3> grid{}, block{};  // in blocks, and in threads
};

// One case: a size, a kind of input, a filter. Inputs are private to the judge; what the worker
// sees is a copy.
class Case {
 public:
  virtual ~Case() = default;
  virtual std::string name() const = 0;  // "33x17, random, asymmetric filter"
  virtual CaseLayout layout() const = 0;
  virtual double compulsory_bytes() const = 0;  // bytes that any solution must move
  virtual double operations() const = 0;        // arithmetic operations of the plain algorithm
  // Elements that the work grows with, pixels say: what counters of a GPU are given per.
  virtual double outputs() const { return 1; }
  // Of a GPU lab (gpu_needs.h): kernels, buffers on the device and plenty of memory in most
  // families.
  virtual GpuNeeds gpu_needs() const;

  // Those of the present inputs that all of an output shares, and that a program may keep from one
  // call to the next where it must not: of a filter. None in most families.
  virtual std::vector<double> coefficients() const { return {}; }

  // Makes new private inputs from `seed`; never the same numbers for two seeds.
  virtual void generate(std::uint64_t seed) = 0;
  // Copies the private inputs into the shared buffers (same order and sizes as the layout).
  virtual void write_inputs(std::span<const std::span<std::byte>> inputs) const = 0;
  // Makes the shared buffers' content the private inputs: the opposite of write_inputs(). Only for
  // the tests that show what happens when the judge trusts shared memory.
  virtual void read_inputs(std::span<const std::span<std::byte>> inputs) = 0;
  // Compares outputs with the oracle, which is computed here and nowhere else: the judge calls this
  // only while the worker is frozen or dead. All values are compared, however many are wrong.
  virtual Check check(std::span<const std::span<const std::byte>> outputs) const = 0;

  // What the judge found out about a wrong output besides the output itself.
  struct Evidence {
    // 32-bit word that the output was filled with before the call: byte i of a buffer held byte
    // i % 4 of it.
    std::uint32_t poison = 0;
    // One byte for each byte of the output, not 0 where it was not written, as runs with different
    // poison show. Empty where that is not known; then the poison is all there is to go by.
    std::span<const std::byte> unwritten;
    bool differs_between_runs = false;  // the same input gave another output when run again
    // expected outputs of the run before were seen in the output: it is a replay of that run
    bool is_stale = false;
    bool is_of_cpu = false;  // the submission has no blocks of threads, tiles or device memory
    int team = 0;  // threads of an OpenMP team, where the case is right on one; else 0 or 1
    // Case::coefficients() of the call before; empty if there was none.
    std::vector<double> earlier_coefficients = {};
    bool earlier_was_right = false;          // the call before, on a GPU
    std::vector<LaunchShape> launches = {};  // on a GPU, in their order
  };
  // Explains wrong outputs: which, where, expected, got, the likely cause, the next step. Writes a
  // difference image to `picture` (PNG). Slow and thorough; called once, for the first case that
  // fails.
  virtual Diagnosis diagnose(std::span<const std::span<const std::byte>> outputs,
                             const Evidence& evidence,
                             const std::filesystem::path& picture) const = 0;
  // Shows right outputs, as lines, and as a PNG written to `picture`. Nothing in most families.
  virtual Showing show(std::span<const std::span<const std::byte>> /*outputs*/,
                       const std::filesystem::path& /*picture*/) const {
    return {};
  }
};

// A picture of what the oracle makes of a photograph of the course.
struct ReferenceOutput {
  std::string file;         // "convolution-laplace.png"
  std::string description;  // one line
  Image picture;
};

// A function that students write.
struct Entry {
  std::string name;       // "conv_filter"
  std::string signature;  // as the header declares it, in lines of at most 74 columns
  // What a step has to say of a timed case, besides its size (Step::parameters): "radius".
  std::vector<std::string> parameters = {};
  // What it may say: numbers, and lists of numbers (Step::lists).
  std::vector<std::string> optional_parameters = {};
  std::vector<std::string> lists = {};
};

// Why a step's parameter has a value that it cannot have.
struct ParameterComplaint {
  std::string parameter;  // "radius", "filter[3]"
  std::string message;
};

// A family of problems, as it is for one kind of device.
class Problem {
 public:
  virtual ~Problem() = default;
  virtual std::string name() const = 0;
  virtual Device device() const { return Device::cpu; }
  // What a case's outputs() are: "pixel".
  virtual std::string unit() const = 0;
  // What is timed: "photograph".
  virtual std::string timed_input() const = 0;
  // Whether sizes are lengths of rows, not of images.
  virtual bool has_rows() const { return false; }
  // The small, awkward cases for a step, several kinds of inputs and filters a size, in the order
  // in which they run. The first that fails is explained, so those come first, smallest ahead, in
  // which different mistakes have different results.
  virtual std::vector<std::unique_ptr<Case>> small_cases(const Lab& lab,
                                                         const Step& step) const = 0;
  // The big real one, checked and timed: of the step's timed_size or, on a real GPU, gpu_size. On
  // simt one of profiled_size is counted as well. May be slow to make (it may read a file).
  virtual std::unique_ptr<Case> timed_case(const Lab& lab, const Step& step, const Size& size,
                                           const std::filesystem::path& course_root) const = 0;
  // A case whose right outputs are worth a look, for Case::show(). nullptr: for the GPU the timed
  // one, for the CPU none. May throw as timed_case() does.
  virtual std::unique_ptr<Case> shown_case(const Step&,
                                           const std::filesystem::path& /*course_root*/) const {
    return nullptr;
  }
  // A range of a parameter (sweep.h); nullptr in most families.
  virtual const Sweep* sweep() const { return nullptr; }
  // Header that is included ahead of a student's file, and the object with the family's driver,
  // relative to the course root and to the build's lib folder: "common/heat_gpu.h",
  // "worker_heat_gpu.o".
  std::string header() const { return "common/" + file_stem() + ".h"; }
  std::string driver_object() const { return "worker_" + file_stem() + ".o"; }
  // Small pictures for images/golden/, always the same; `images` is the course's folder of
  // pictures.
  virtual std::vector<ReferenceOutput> reference_outputs(
      const std::filesystem::path& /*images*/) const {
    return {};
  }
  // Of a wrong result, those that no other family names.
  virtual std::span<const Cause> causes() const { return {}; }
  // All functions that steps can ask for.
  virtual std::vector<Entry> entries() const = 0;
  // What is wrong with the values of a step's parameters, whose names are right.
  virtual std::optional<ParameterComplaint> complain(const Step&) const { return std::nullopt; }
  // Macros that a step's file is compiled with, for what the header makes of parameters:
  // "WARPLAB_FILTER_SIZE=3".
  virtual std::vector<std::string> definitions(const Step&) const { return {}; }

 private:
  std::string file_stem() const { return device() == Device::gpu ? name() + "_gpu" : name(); }
};

// How the functions of a step must look, for messages about a wrong or missing one.
std::string signatures_of(const Problem& problem, const Step& step);

// What a lab asks for that its family does not have, located in lab.json: an unknown family, a row
// where it has images, or the reverse, or a function or a parameter that it does not know; or what
// the lab does not say, and the family has to know. Empty if nothing is wrong, and of steps whose
// family is left out here.
std::string complain_about(const Lab& lab);

// Families are found by their drivers: problems/<family>/driver.cpp is one for the CPU and goes
// with <family>_problem(), gpu_driver.cpp one for the GPU and goes with <family>_gpu_problem().
const std::vector<const Problem*>& all_problems();

// Whether there is such a family, but not in this program: the one for labs for the CPU.
bool is_left_out(const std::string& name, Device device);

// What the cause in a diagnosis is, in a few words: "the filter is turned by 180 degrees". Empty where no family names
// it, as for what a checker finds.
std::string_view words_of_cause(std::string_view name);

// Finds a family by the name in lab.json and a step's device; nullptr where there is none.
const Problem* find_problem(const std::string& name, Device device);

}  // namespace warplab
