// The two workers of a GPU lab. The recorder runs the student's host code, which has no input and
// no GPU, and writes down what it asks for; the device worker carries that plan out on a GPU, and
// no code of the student is in its process.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "autograder/gpu/gpu.h"
#include "autograder/judge/session.h"
#include "autograder/problems/problem.h"

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

class DeviceWorker {
 public:
  // Room for the largest of `layouts`.
  DeviceWorker(const Sandbox& sandbox, const DeviceProgram& program,
               const std::vector<CaseLayout>& layouts, const Limits& limits);

  using WriteInputs = std::function<void(std::span<const std::span<std::byte>>)>;
  // Carries a written plan out on inputs that `write_inputs` makes, and outputs that held `poison`
  // before. Nothing where the worker failed.
  std::optional<Played> play(std::span<const std::byte> plan, const CaseLayout& layout,
                             const WriteInputs& write_inputs, const gpu::PlayOptions& options,
                             std::uint32_t poison);
  const Session& session() const { return session_; }

 private:
  SharedBuffers buffers_;
  Session session_;
};

// The device files of NVIDIA's first GPU and its driver; none where there is no such GPU.
std::vector<std::filesystem::path> nvidia_device_files();

// What a GPU says of itself.
struct GpuState {
  std::string name;     // "NVIDIA H200"
  std::string why_not;  // a sentence where it cannot be used, else empty
  bool is_there = true;  // false where the machine has none, or no driver for one
};
GpuState look_at_gpu(const Sandbox& sandbox, const DeviceProgram& program);

class GpuWorkers {
 public:
  // Room for the largest of `layouts`. `limits` of both, where they are not the usual ones.
  GpuWorkers(const Sandbox& sandbox, const std::filesystem::path& recorder,
             const DeviceProgram& device, const std::vector<CaseLayout>& layouts,
             const std::optional<Limits>& limits);

  // Calls the launch function for the case and carries out what it asks for, on the case's present
  // inputs, with outputs that held `poison` before. Nothing where a worker failed:
  // recorder_failed() says which.
  std::optional<Played> play(const Case& the_case, const gpu::PlayOptions& options,
                             std::uint32_t poison);

  bool is_on_real_gpu() const { return is_on_real_gpu_; }
  // Where a worker has failed: the recorder's session, else the device worker's.
  bool recorder_failed() const { return recorder_.failed(); }
  const Session& failed_session() const {
    return recorder_.failed() ? recorder_ : device_.session();
  }
  // What the launch function printed, and what kernels did on a GPU whose driver prints it.
  std::string output() const { return recorder_.output() + device_.session().output(); }

 private:
  SharedBuffers plan_buffers_;
  Session recorder_;
  DeviceWorker device_;
  bool is_on_real_gpu_;
};

}  // namespace warplab
