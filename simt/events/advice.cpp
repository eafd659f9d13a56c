// The next step for a finding of which more is known than its kind.
#include <algorithm>
#include <iterator>
#include <string_view>

#include "simt/events/finding.h"

namespace simt::events {
namespace {

using enum FindingKind;
using memory::Miss;

bool is_race(const Finding& f) {
  return (f.kind == shared_race || f.kind == warp_race || f.kind == global_race) && f.other;
}

bool is_of(const Finding& f, AccessKind where, AccessKind other) {
  return f.where.kind == where && f.other && f.other->kind == other;
}

bool is_on_one_line(const Finding& f) {
  return f.other && f.where.line != 0 && f.other->line == f.where.line &&
         f.other->file == f.where.file;
}

bool is_omp_race_in_file(const Finding& f) {
  return f.kind == omp_race && f.other && f.other->file == f.where.file;
}

// Whether a kernel, by its name with its types, takes a lambda. nvcc wraps them.
bool is_of_lambda(std::string_view kernel) {
  return kernel.find("{lambda(") != kernel.npos || kernel.find("__nv_dl_wrapper_t") != kernel.npos;
}

// The first row that applies counts. If none does, the kind's own advice is in findings.def.
struct Advice {
  bool (*applies)(const Finding& f);
  std::string_view text;
};
constexpr Advice table[] = {
    {[](const Finding& f) {
       return is_omp_race_in_file(f) && f.space == "output" && f.other->kind == AccessKind::write;
     },
     "let each thread write elements of its own: which index does the parallel loop divide among "
     "the threads?"},
    {[](const Finding& f) { return is_omp_race_in_file(f) && f.space == "output"; },
     "the thread that reads has to wait for the one that writes: is there a barrier between the "
     "two loops, or a nowait that removes it?"},
    {[](const Finding& f) { return is_omp_race_in_file(f) && f.other->line != f.where.line; },
     "does a thread read what another writes in an earlier loop? Then there has to be a barrier "
     "between them (nowait removes it); else let each thread have its own copy, or put critical or "
     "atomic on both"},
    {[](const Finding& f) { return is_omp_race_in_file(f); },
     "declare it inside the loop, and each thread has its own (firstprivate, if it starts with a "
     "value from before); a sum, minimum or maximum over all threads needs a reduction"},
    {[](const Finding& f) {
       return is_race(f) &&
              (f.where.kind == AccessKind::async_copy || f.other->kind == AccessKind::async_copy);
     },
     "the copy is under way until it has been waited for: each thread waits for its own "
     "(__pipeline_wait_prior(0), cp.async.wait_group, or the mbarrier that it arrives at), and "
     "then comes __syncthreads()"},
    {[](const Finding& f) {
       return f.kind == global_race && (is_of(f, AccessKind::read, AccessKind::atomic) ||
                                        is_of(f, AccessKind::atomic, AccessKind::read));
     },
     "what is read beside an atomic may be out of date: act by what the atomic returns, or read it "
     "as volatile where that does no harm"},
    {[](const Finding& f) {
       return is_race(f) && is_on_one_line(f) && f.where.kind == AccessKind::write &&
              f.other->kind == AccessKind::write;
     },
     "two threads share this element: check the index, and the length of a row"},
    {[](const Finding& f) { return f.kind == shared_race && is_on_one_line(f); },
     "in a loop, put __syncthreads() after this line, where all threads reach it; if one is there, "
     "both are in the same iteration: which threads may write, and does another read that "
     "element?"},
    {[](const Finding& f) { return f.kind == out_of_bounds && f.space == "param"; },
     "an array that the kernel is given by value is indexed below 0 or past its end: check for "
     "both before the access"},
    {[](const Finding& f) { return f.kind == out_of_bounds && f.miss == Miss::empty; },
     "it is empty in this case: check that there is a first element before accessing it"},
    {[](const Finding& f) {
       return f.kind == out_of_bounds && f.space == "global" && f.miss == Miss::across_end;
     },
     "the access begins inside and ends past the end: read and write the rest in smaller pieces, "
     "byte by byte or element by element"},
    {[](const Finding& f) { return f.kind == out_of_bounds && f.space == "shared"; },
     "compare each index with the size of the array, which for an extern one is the launch's third "
     "argument, in bytes: has a row room for the block and its halo, and are there enough rows?"},
    {[](const Finding& f) {
       return f.kind == out_of_bounds && f.space == "global" && f.where.bytes == 16;
     },
     "compare the index with the size of the allocation; an index into elements of 16 bytes, as "
     "float4 has, counts those: does the last block have threads beyond the end?"},
    {[](const Finding& f) { return f.kind == out_of_bounds && f.space == "global"; },
     "compare the index with the size of the allocation, which is in bytes: does the last block "
     "have threads beyond the end, or is a row's length that of another array?"},
    {[](const Finding& f) { return f.kind == uninitialised_global && f.kernel.empty(); },
     "do the grid and its conditions cover the whole array? (n + threads - 1) / threads blocks do; "
     "leave out of the copy what is not wanted, or cudaMemset it first"},
    {[](const Finding& f) { return f.kind == trap && f.where.kind == AccessKind::grid_barrier; },
     "blocks that wait for each other have to run side by side: launch the kernel with "
     "cudaLaunchCooperativeKernel(), on no more blocks than "
     "cudaOccupancyMaxActiveBlocksPerMultiprocessor() times the multiprocessors"},
    {[](const Finding& f) { return f.kind == host_pointer && f.where.kind == AccessKind::call; },
     "a kernel calls functions of the device only: take the address in device code, in a "
     "__device__ variable for example, and fetch it with cudaMemcpyFromSymbol"},
    {[](const Finding& f) {
       return f.kind == host_pointer && f.where.kind == AccessKind::virtual_call;
     },
     "an object keeps the address of its table of virtual functions, and a copy of one that the "
     "host made keeps the host's: make the object in a kernel, with new"},
    {[](const Finding& f) { return f.kind == host_pointer && is_of_lambda(f.kernel); },
     "a kernel cannot follow a pointer of the host: a lambda that names a member of its class "
     "captures `this`, which is one, so copy the members to variables first, or capture [=, *this] "
     "(C++17); copy other data with cudaMemcpy and pass the device pointer"},
    {[](const Finding& f) { return f.kind == host_pointer && f.where.kind == AccessKind::read; },
     "a kernel cannot follow a pointer of the host: copy the data with cudaMemcpy and pass the "
     "device pointer; a __constant__ or __device__ variable is not an argument: kernels name it"},
    {[](const Finding& f) { return f.kind == out_of_bounds && f.where.kind == AccessKind::call; },
     "what is called has to be the address of a function: is each element of the table set, is the "
     "index below their number, and has nothing else been written there?"},
    {[](const Finding& f) { return f.kind == unsupported && f.space == "machine code"; },
     "compile it for an architecture with PTX: -arch=sm_80, or -gencode "
     "arch=compute_80,code=compute_80 beside those that are there (CMake: CMAKE_CUDA_ARCHITECTURES "
     "80, not 80-real); or build it with simtcc"},
    {[](const Finding& f) {
       return f.kind == use_after_free && f.other && f.other->kind == AccessKind::free;
     },
     "move the free() after the last use: kernels of one stream run in turn, threads of one kernel "
     "need a barrier between the two"},
};

}  // namespace

std::string_view advice_of(const Finding& finding) {
  const auto* const found =
      std::ranges::find_if(table, [&](const Advice& advice) { return advice.applies(finding); });
  return found == std::end(table) ? advice_of(finding.kind) : found->text;
}

}  // namespace simt::events
