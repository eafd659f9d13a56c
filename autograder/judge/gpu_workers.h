// The two workers of a GPU lab. The recorder runs the student's host code, which has no input and
// no GPU, and writes down what it asks for; the device worker carries that plan out on a GPU, and
// no code of the student is in its process.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "autograder/gpu/cuda_error.h"
#include "autograder/gpu/gpu.h"
#include "autograder/gpu/play_report.h"
#include "autograder/judge/seeds.h"
#include "autograder/judge/session.h"
#include "autograder/judge/shared_buffers.h"
#include "autograder/problems/gpu_needs.h"
#include "autograder/problems/problem.h"
#include "autograder/report/result.h"
#include "autograder/sandbox/sandbox.h"
#include "autograder/worker/protocol.h"

namespace warplab {

// The device worker's program, copied to where its sandbox sees it.
class DeviceProgram {
 public:
  // `name` lies in `worker_objects`: "gpu_simt", or "gpu_cuda" with the device files that it needs.
  // Throws GraderError where it does not.
  DeviceProgram(const Sandbox& sandbox, const std::filesystem::path& worker_objects,
                const std::string& name, std::vector<std::filesystem::path> files = {});
  const std::filesystem::path& executable() const { return executable_; }
  bool is_for_real_gpu() const { return !files_.empty(); }
  const std::vector<std::filesystem::path>& files() const { return files_; }

 private:
  std::filesystem::path executable_;
  std::vector<std::filesystem::path> files_;
};

// What the GPU made of one call of the launch function.
struct Played {
  gpu::PlayReport report;
  std::vector<std::span<const std::byte>> outputs;  // valid until the next call
};

// How a worker ended.
struct WorkerDeath {
  bool is_recorder = false;  // the launch function's, not the device worker
  Verdict verdict;
  std::optional<Fault> fault;  // the worker's own word: a hint
  std::string limit_message;   // limit and use, for a person
  std::string output;          // what it printed
  // What the call did wrong that the launch function took for its end: the recorder's word.
  gpu::ErrorCause cause = gpu::ErrorCause::unknown;
};

// Calls a launch function and carries out what it asks for. A trial (gpu_trial.h) needs no more of
// the workers than this.
class PlanRunner {
 public:
  virtual ~PlanRunner() = default;
  // Calls the launch function for the case and carries out what it asks for, on the case's present
  // inputs, with outputs that held `poison` before. Nothing where a worker failed: death() says
  // how.
  virtual std::optional<Played> play(const Case& the_case, const gpu::PlayOptions& options,
                                     std::uint32_t poison) = 0;
  virtual WorkerDeath death() const = 0;
  virtual bool is_on_real_gpu() const = 0;
};

class DeviceWorker {
 public:
  // Room for the largest of `layouts`. `samples` say where simt samples caches.
  DeviceWorker(const Sandbox& sandbox, const DeviceProgram& program,
               const std::vector<CaseLayout>& layouts, const Limits& limits, Seeds samples);

  using WriteInputs = std::function<void(std::span<const std::span<std::byte>>)>;
  // Carries a written plan out on inputs that `write_inputs` makes, and outputs that held `poison`
  // before; where times are modelled, models them, of caches sampled where nobody could know.
  // Nothing where the worker failed.
  std::optional<Played> play(std::span<const std::byte> plan, const CaseLayout& layout,
                             const GpuNeeds& needs, const WriteInputs& write_inputs,
                             const gpu::PlayOptions& options, std::uint32_t poison);
  const Session& session() const { return session_; }

 private:
  SharedBuffers buffers_;
  Session session_;
  bool is_real_;
  Seeds samples_;
};

// The device files of NVIDIA's first GPU and its driver; none where there is no such GPU.
std::vector<std::filesystem::path> nvidia_device_files();

// What a GPU says of itself.
struct GpuState {
  std::string name;      // "NVIDIA H200"
  std::string why_not;   // a sentence where it cannot be used, else empty
  bool is_there = true;  // false where the machine has none, or no driver for one
};
GpuState look_at_gpu(const Sandbox& sandbox, const DeviceProgram& program);

class GpuWorkers : public PlanRunner {
 public:
  // As a DeviceWorker. `limits` are those of both, where they are not the usual ones.
  GpuWorkers(const Sandbox& sandbox, const std::filesystem::path& recorder,
             const DeviceProgram& device, const std::vector<CaseLayout>& layouts,
             const std::optional<Limits>& limits, Seeds samples);

  std::optional<Played> play(const Case& the_case, const gpu::PlayOptions& options,
                             std::uint32_t poison) override;
  WorkerDeath death() const override;
  bool is_on_real_gpu() const override { return is_on_real_gpu_; }
  // What the launch function printed, and what kernels did on a GPU whose driver prints it.
  std::string output() const { return recorder_.output() + device_.session().output(); }

 private:
  SharedBuffers plan_buffers_;
  PlacedCase asked_;  // the plan of the last call
  Session recorder_;
  DeviceWorker device_;
  bool is_on_real_gpu_;
};

}  // namespace warplab
