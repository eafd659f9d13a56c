// The command `simt` as a shell sees it: output, files, exit codes.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>
#include <string>

#include "simt_command.h"
#include "tests/checkout.h"
#include "tests/whole_page.h"

namespace simt::tools {
namespace {

namespace fs = std::filesystem;

constexpr const char* source = R"(#include <cuda_runtime.h>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <unistd.h>

__global__ void twice(float* x, int n, int last) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < last) x[i] *= 2;  // line 9
}

int main(int argc, char** argv) {
  const char* what = argc > 1 ? argv[1] : "";
  const int n = 100;
  float host[n] = {1}, *device;
  cudaMalloc(&device, sizeof host);
  cudaMemcpy(device, host, sizeof host, cudaMemcpyHostToDevice);
  twice<<<4, 32>>>(device, n, std::strcmp(what, "beyond") ? n : n + 1);
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  if (!std::strcmp(what, "devices")) {
    int count = 0;
    cudaDeviceProp properties{};
    if (cudaGetDeviceCount(&count) || cudaGetDeviceProperties(&properties, 0)) return 1;
    std::printf("%d %s\n", count, properties.name);
  }
  std::fflush(stdout);
  if (!std::strcmp(what, "die")) raise(SIGKILL);
  if (!std::strcmp(what, "fault")) raise(SIGSEGV);
  if (!std::strcmp(what, "vanish")) _exit(0);
  if (cudaFree(device)) return 1;
  return std::strcmp(what, "fail") ? 0 : 7;
}
)";

class Tool : public SimtCommand {
 protected:
  static void SetUpTestSuite() { make_folder("twice", source); }
};

TEST_F(Tool, SaysItsVersion) {
  const Outcome version = simt("--version");
  EXPECT_EQ(version.code, 0) << version.err;
  EXPECT_TRUE(
      std::regex_match(version.out, std::regex(R"(simt \d+\.\d+\.\d+( \([0-9a-f]{9}\))?\n)")))
      << version.out;
}

TEST_F(Tool, RunGivesTheProgramsOutputAndExitCode) {
  const Outcome good = simt("run ./twice");
  EXPECT_EQ(good.code, 0);
  EXPECT_EQ(good.out, "cudaSuccess\n");
  EXPECT_EQ(good.err, "");
  EXPECT_EQ(simt("run ./twice fail").code, 7);
}

TEST_F(Tool, RunTellsOfASignal) {
  const Outcome killed = simt("run ./twice die");
  EXPECT_EQ(killed.code, 128 + 9);
  EXPECT_TRUE(has(killed.err, "SIGKILL")) << killed.err;
  EXPECT_EQ(simt("run ./twice fault").code, 128 + 11) << "though faults are looked at first";
}

TEST_F(Tool, RunExplainsAFaultWithoutCheckers) {
  const Outcome faulty = simt("run ./twice beyond");
  EXPECT_EQ(faulty.out, "cudaErrorIllegalAddress\n");
  EXPECT_TRUE(has(faulty.err, "simt: out-of-bounds: twice.cu:9: ")) << faulty.err;
}

TEST_F(Tool, ASignalThatIsSentToTheToolReachesTheProgram) {
  const Outcome stopped = simt(
      "run sh -c 'trap \"kill \\$!; echo stopped; exit 3\" TERM; ./twice; sleep 600 & "
      "kill -TERM $PPID; wait'");
  EXPECT_EQ(stopped.code, 3);
  EXPECT_TRUE(has(stopped.out, "stopped")) << stopped.out;
}

TEST_F(Tool, ProgramsSeeTheTargetAndTheDevicesThatWereAskedFor) {
  const Outcome outcome = simt("run --target t4 --devices 3 --workers 1 ./twice devices");
  EXPECT_TRUE(has(outcome.out, "3 Tesla T4\n") || has(outcome.out, "3 NVIDIA T4\n"))
      << outcome.out << outcome.err;
}

TEST_F(Tool, CheckFindsNothingInACorrectProgram) {
  const Outcome good = simt("check --json check.json ./twice");
  EXPECT_EQ(good.code, 0);
  EXPECT_EQ(good.err, "simt check: no findings\n");
  const auto result = json("check.json");
  EXPECT_EQ(result["findings"], nlohmann::json::array());
  EXPECT_EQ(result["complete"], true);
  EXPECT_EQ(result["exit_code"], 0);
  ASSERT_EQ(result["processes"].size(), 1u);
  EXPECT_EQ(result["processes"][0]["command"], nlohmann::json({"./twice"}));
  EXPECT_EQ(simt("check ./twice fail").code, 7);
}

// What nvcc makes of `__managed__ int counter;`, registered by hand: clang has no such variables.
TEST_F(Tool, AManagedVariableIsNoLeak) {
  std::ofstream(folder_ / "managed.cpp") << R"(#include <cuda_runtime.h>
#include <cstdio>
extern "C" {
void** __cudaRegisterFatBinary(void*);
void __cudaRegisterManagedVar(void**, void**, char*, const char*, int, size_t, int, int);
char __cudaInitModule(void**);
}
static const char ptx[] =
    ".version 8.3\n.target sm_80\n.address_size 64\n"
    ".visible .global .attribute(.managed) .align 4 .u32 counter = 5;\n";
static struct { int magic, version; const void* data; void* rest; } wrapper = {0x466243b1, 1, ptx};
int main() {
  void **handle = __cudaRegisterFatBinary(&wrapper), *counter = nullptr, *kept = nullptr;
  __cudaRegisterManagedVar(handle, &counter, nullptr, "counter", 0, 4, 0, 0);
  if (!__cudaInitModule(handle) || cudaMallocManaged(&kept, 8)) return 1;
  std::printf("%d\n", *static_cast<int*>(counter));
}
)";
  ASSERT_EQ(shell(program("simtcc") + " managed.cpp -o managed").code, 0);
  const Outcome run = simt("check --json managed.json ./managed");
  EXPECT_EQ(run.out, "5\n") << run.err;
  const nlohmann::json findings = json("managed.json")["findings"];
  ASSERT_EQ(findings.size(), 1) << findings;
  EXPECT_TRUE(has(findings[0]["allocation"], "cudaMallocManaged")) << findings;
}

TEST_F(Tool, ClangsErrorOfAManagedVariableSaysWhatToUse) {
  std::ofstream(folder_ / "variable.cu") << "// One counter.\n__device__ __managed__ int counter;\n"
                                            "__global__ void count() { ++counter; }\n";
  const Outcome built = shell(program("simtcc") + " --frontend clang -c variable.cu");
  EXPECT_NE(built.code, 0);
  EXPECT_TRUE(has(built.err,
                  "variable.cu:2:12: error: clang has no __managed__ variables: use "
                  "cudaMallocManaged()"))
      << built.err;
  EXPECT_TRUE(has(built.err, "1 error generated")) << built.err;
}

TEST_F(Tool, AConstantOfSharedMemoryIsAnErrorAtItsLine) {
  std::ofstream(folder_ / "rows.cu") << R"(__global__ void pick(float* out, int which) {
  __shared__ float a[32], b[32];
  a[threadIdx.x] = b[threadIdx.x] = threadIdx.x;
  float* rows[2] = {a, b};
  out[threadIdx.x] = rows[which][threadIdx.x];
}
)";
  const Outcome built = shell(program("simtcc") + " --frontend clang -c rows.cu");
  EXPECT_NE(built.code, 0);
  EXPECT_TRUE(
      built.err.starts_with("rows.cu:4: error: the initialiser of 'rows' has the address "
                            "of the __shared__ variable 'a'"))
      << built.err;
  EXPECT_FALSE(fs::exists(folder_ / "rows.o"));
}

TEST_F(Tool, AReadOfATextureIsAnErrorAtItsLine) {
  std::ofstream(folder_ / "scale.cu") << R"(
__global__ void scale(unsigned char* to, cudaTextureObject_t from) {
  *to = tex2D<unsigned char>(from, 1.5f, 2.5f);
}
)";
  const Outcome built = shell(program("simtcc") + " --frontend clang -c scale.cu");
  EXPECT_NE(built.code, 0);
  EXPECT_NE(built.err.find("scale.cu:3:9: error: 'tex2D<unsigned char, unsigned long long, float, "
                           "float>' is unavailable: textures and surfaces are not simulated"),
            std::string::npos)
      << built.err;
}

TEST_F(Tool, HasTheHeadersThatNvccBringsAlong) {
  std::ofstream(folder_ / "seed.cu") << R"(int main() {
  srand(static_cast<unsigned>(time(NULL)));
  return static_cast<int>(strlen("abc") - abs(-3));
}
)";
  const Outcome built = shell(program("simtcc") + " --frontend clang -c seed.cu");
  EXPECT_EQ(built.code, 0) << built.err;
}

TEST_F(Tool, TakesCallsAsOlderToolkitsHaveThem) {
  std::ofstream(folder_ / "older.cu") << R"(__global__ void twice(int* x) { *x *= 2; }
int main() {
  int* x = nullptr;
  if (cudaMallocManaged(&x, sizeof *x)) return 1;
  *x = 21;
  cudaStream_t stream;
  cudaGraph_t graph;
  cudaGraphExec_t ready;
  cudaStreamCreate(&stream);
  if (cudaMemAdvise(x, sizeof *x, cudaMemAdviseSetPreferredLocation, 0)) return 2;
  if (cudaMemAdvise(x, sizeof *x, cudaMemAdviseSetAccessedBy, cudaCpuDeviceId)) return 3;
  if (cudaMemPrefetchAsync(x, sizeof *x, 0, stream)) return 4;
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  twice<<<1, 1, 0, stream>>>(x);
  cudaStreamEndCapture(stream, &graph);
  if (cudaGraphInstantiate(&ready, graph, NULL, NULL, 0)) return 5;
  if (cudaGraphLaunch(ready, stream)) return 6;
  if (cudaMemPrefetchAsync(x, sizeof *x, cudaCpuDeviceId)) return 7;
  cudaStreamSynchronize(stream);
  if (cudaMemPrefetchAsync(x, sizeof *x, 99) != cudaErrorInvalidDevice) return 8;
  return *x;
}
)";
  const Outcome built = shell(program("simtcc") + " --frontend clang older.cu -o older");
  ASSERT_EQ(built.code, 0) << built.err;
  EXPECT_EQ(simt("run ./older").code, 42);
}

TEST_F(Tool, KernelsThatPrintWithoutEndKeepTheNewest) {
  std::ofstream(folder_ / "talk.cu") << R"(#include <cstdio>
__global__ void talk(int lines) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int l = 0; l < lines; ++l) printf("thread %d says %d\n", i, l);
}
int main(int argc, char** argv) {
  size_t bytes = 0;
  if (argc > 1 && cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 16 << 20)) return 1;
  if (cudaDeviceGetLimit(&bytes, cudaLimitPrintfFifoSize)) return 1;
  talk<<<100, 100>>>(argc > 1 ? 10 : 100);
  if (cudaDeviceSynchronize()) return 1;
  const cudaError_t late = cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 1 << 20);
  std::printf("%zu %s\n", bytes, cudaGetErrorName(late));
}
)";
  ASSERT_EQ(shell(program("simtcc") + " talk.cu -o talk").code, 0);
  const Outcome some = simt("check ./talk");
  EXPECT_LE(some.out.size(), (1u << 20) + 100);
  EXPECT_GT(some.out.size(), 1u << 19);
  EXPECT_TRUE(some.out.ends_with("thread 9999 says 99\n1048576 cudaErrorInvalidValue\n"))
      << some.out.substr(some.out.size() - 100);
  const auto kept = std::count(some.out.begin(), some.out.end(), '\n') - 1;
  EXPECT_TRUE(has(some.err, "what " + std::to_string(1'000'000 - kept) + " calls printed"))
      << some.err;
  const Outcome all = simt("check ./talk more");
  EXPECT_EQ(std::count(all.out.begin(), all.out.end(), '\n'), 100'001);
  EXPECT_TRUE(all.out.ends_with("16777216 cudaErrorInvalidValue\n"));
  EXPECT_FALSE(has(all.err, "dropped")) << all.err;
}

TEST_F(Tool, ALaunchForWantOfRegistersIsRefusedUnlessTheyAreLimited) {
  std::ofstream(folder_ / "fat.cu") << R"(#include <cstdio>
__global__ void fat(const float* in, float* out, int rounds) {
  float v[80], sum = 0;
#pragma unroll
  for (int k = 0; k < 80; ++k) v[k] = in[threadIdx.x + k];
  for (int r = 0; r < rounds; ++r)
#pragma unroll
    for (int k = 0; k < 80; ++k) v[k] = v[k] * v[(k + 1) % 80] + v[(k + 37) % 80];
#pragma unroll
  for (int k = 0; k < 80; ++k) sum += v[k];
  out[threadIdx.x] = sum;
}
int main() {
  float *in, *out;
  cudaFuncAttributes a;
  if (cudaMalloc(&in, 8192) || cudaMemset(in, 0, 8192) || cudaMalloc(&out, 4096)) return 1;
  if (cudaFuncGetAttributes(&a, fat)) return 1;
  fat<<<1, 1024>>>(in, out, 3);
  const cudaError_t error = cudaGetLastError();
  int blocks = 0;
  if (cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, fat, 1024, 0)) return 1;
  std::printf("%d %d %s\n", a.maxThreadsPerBlock, blocks, cudaGetErrorName(error));
}
)";
  ASSERT_EQ(shell(program("simtcc") + " fat.cu -o fat").code, 0);
  EXPECT_EQ(shell("./fat").out, "640 0 cudaErrorLaunchOutOfResources\n");
  for (const std::string limit : {"-maxrregcount=64", "-Xptxas -v,-maxrregcount=64"}) {
    ASSERT_EQ(shell(program("simtcc") + " " + limit + " fat.cu -o fat").code, 0);
    const Outcome limited = shell("./fat");
    EXPECT_EQ(limited.out, "1024 1 cudaSuccess\n") << limit;
    EXPECT_EQ(limited.err, "") << limit;
  }
}

TEST_F(Tool, CheckTellsWhatItFound) {
  const Outcome wrong = simt("check --json check.json -- ./twice beyond");
  EXPECT_EQ(wrong.code, 4) << "and the program fails itself";
  EXPECT_TRUE(wrong.err.starts_with("simt: out-of-bounds: twice.cu:9: ")) << wrong.err;
  EXPECT_TRUE(has(wrong.err, "\nsimt check: ")) << wrong.err;
  EXPECT_FALSE(has(wrong.err, "\033")) << "colours are for terminals";
  const auto result = json("check.json");
  ASSERT_FALSE(result["findings"].empty());
  EXPECT_EQ(result["findings"][0]["kind"], "out-of-bounds");
  EXPECT_EQ(result["findings"][0]["where"]["line"], 9);
  EXPECT_EQ(result["complete"], true);
}

TEST_F(Tool, CheckHasColoursOnATerminalThatShowsThem) {
  const std::string check =
      "script -qec \"" + program("simt") + " check ./twice beyond\" /dev/null </dev/null";
  EXPECT_TRUE(has(shell("env -u NO_COLOR TERM=xterm " + check).out, "\033[1m"));
  EXPECT_FALSE(has(shell("env -u NO_COLOR TERM=dumb " + check).out, "\033"));
  EXPECT_FALSE(has(shell("NO_COLOR=1 TERM=xterm " + check).out, "\033"));
}

TEST_F(Tool, CheckSaysWhereAProgramWasCutShort) {
  const Outcome killed = simt("check --json check.json ./twice die");
  EXPECT_EQ(killed.code, 128 + 9);
  EXPECT_TRUE(has(killed.err, "simt check: no findings, but")) << killed.err;
  EXPECT_EQ(json("check.json")["complete"], false);
  EXPECT_TRUE(has(simt("check ./twice vanish").err, "without exit()"));
}

TEST_F(Tool, ProfileCountsByKernelAndLine) {
  const Outcome outcome = simt("profile --json profile.json ./twice");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_TRUE(has(outcome.out, "twice(float*, int, int)")) << outcome.out;
  EXPECT_TRUE(has(outcome.out, "twice.cu:9")) << outcome.out;
  EXPECT_TRUE(has(outcome.out, " exact, 0 estimated; nothing was unsupported\n")) << outcome.out;
  EXPECT_EQ(json("profile.json")["fidelity"]["unsupported"], 0);
  const auto kernels = json("profile.json")["kernels"];
  ASSERT_EQ(kernels.size(), 1u);
  const auto& kernel = kernels[0];
  EXPECT_EQ(kernel["name"], "twice(float*, int, int)");
  EXPECT_EQ(kernel["grid"], nlohmann::json({4, 1, 1}));
  EXPECT_EQ(kernel["block"], nlohmann::json({32, 1, 1}));
  // Three full warps load four sectors each; the last four lanes load one.
  EXPECT_EQ(kernel["metrics"]["l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"], 13);
  EXPECT_EQ(kernel["metrics"]["l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"], 4);
  bool line_there = false;
  for (const auto& line : kernel["lines"]) line_there |= line["line"] == 9;
  EXPECT_TRUE(line_there);
}

TEST_F(Tool, AProfileIsComparedWithAnEarlierOne) {
  ASSERT_EQ(simt("profile --json base.json ./twice").code, 0);
  EXPECT_TRUE(has(simt("profile --base base.json ./twice").out,
                  "\nsimt profile: no counter differs from base.json\n"));
  auto base = json("base.json");
  const std::string sectors = "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum";
  const auto halve = [&](nlohmann::json& metrics) {
    if (metrics.contains(sectors)) metrics[sectors] = metrics[sectors].get<int>() / 2;
  };
  for (auto& kernel : base["kernels"]) {
    halve(kernel["metrics"]);
    for (auto& line : kernel["lines"]) halve(line["metrics"]);
  }
  std::ofstream(folder_ / "base.json") << base;
  const Outcome outcome = simt("profile --base base.json --json profile.json ./twice");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_TRUE(has(outcome.out, "\nsimt profile: 1 counter differs from base.json\n"))
      << outcome.out;
  EXPECT_TRUE(has(outcome.out, "  sectors per global load of twice(float*, int, int), "))
      << outcome.out;
  EXPECT_TRUE(has(outcome.out, "1.5 -> 3.2, ")) << outcome.out;
  EXPECT_TRUE(has(outcome.out, "twice.cu:9\n")) << outcome.out;
  const auto changes = json("profile.json")["changes"];
  ASSERT_EQ(changes.size(), 1u);
  EXPECT_EQ(changes[0]["counter"], "sectors per global load");
  EXPECT_EQ(changes[0]["line"], 9);

  std::ofstream(folder_ / "base.json") << "{}";
  const Outcome none = simt("profile --base base.json ./twice");
  EXPECT_EQ(none.code, 2);
  EXPECT_TRUE(has(none.err, "simt profile --json has written")) << none.err;
}

TEST_F(Tool, ProfileShowsAsManyLinesAsItIsAskedFor) {
  EXPECT_FALSE(has(simt("profile --lines 0 ./twice").out, "twice.cu:9"));
}

TEST_F(Tool, ProfileDrawsTheBanksOfALine) {
  std::ofstream(folder_ / "columns.cu") << R"(#include <cuda_runtime.h>
__global__ void columns(float* x) {
  __shared__ float tile[32 * 32];
  tile[threadIdx.x * 2] = x[threadIdx.x];  // line 4
  __syncthreads();
  x[threadIdx.x] = tile[threadIdx.x ^ 1];
}
int main() {
  float* x;
  cudaMalloc(&x, 128);
  columns<<<1, 32>>>(x);
  cudaFree(x);
}
)";
  ASSERT_EQ(shell(program("simtcc") + " columns.cu -o columns").code, 0);
  const Outcome outcome = simt("profile --bank-map columns.cu:4 --json banks.json ./columns");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_TRUE(has(outcome.out, "2 wavefronts")) << outcome.out;
  const auto maps = json("banks.json")["bank_maps"];
  ASSERT_EQ(maps.size(), 1u);
  EXPECT_EQ(maps[0]["access"], "4-byte write");
  EXPECT_EQ(maps[0]["wavefronts"][1][0],
            nlohmann::json::parse(R"({"lane": 16, "bank": 0, "word": 32})"));
  std::istringstream lines(outcome.out);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 80u) << line;

  const Outcome nothing = simt("profile --bank-map columns.cu:5 ./columns");
  EXPECT_TRUE(has(nothing.err, "no warp")) << nothing.err;
}

// What a page has in a line of the first of its files, with the findings below it.
std::string line_of_page(const std::string& page, int line) {
  const size_t begin = page.find("<tr id=\"file1-line" + std::to_string(line) + "\"");
  const size_t end = begin == std::string::npos ? begin : page.find("<tr id=", begin + 1);
  return begin == std::string::npos ? "" : page.substr(begin, end - begin);
}

TEST_F(Tool, CheckWritesAPageWithBothSidesOfARace) {
  std::ofstream(folder_ / "race.cu") << R"(#include <cuda_runtime.h>
__global__ void race(int* out) {
  __shared__ int tile[64];
  tile[threadIdx.x] = threadIdx.x;  // </style><img src=x onerror=alert(1)>
  out[threadIdx.x] = tile[63 - threadIdx.x];
}
int main() {
  int* out;
  cudaMalloc(&out, 256);
  race<<<1, 64>>>(out);
  cudaFree(out);
}
)";
  ASSERT_EQ(shell(program("simtcc") + " race.cu -o race").code, 0);
  const Outcome outcome = simt("check --html race.html ./race");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(outcome.err.ends_with("\nsimt check: page: race.html\n")) << outcome.err;
  const std::string page = read(folder_ / "race.html");
  warplab::expect_whole_page(page);
  EXPECT_FALSE(has(page, "<img"));
  const std::string written = line_of_page(page, 4), read = line_of_page(page, 5);
  EXPECT_TRUE(has(written, "&lt;/style&gt;&lt;img")) << written;
  for (const std::string& line : {written, read}) EXPECT_TRUE(has(line, "▲ shared-race: ")) << line;
  EXPECT_EQ(has(written, "class=\"note act\">"), !has(read, "class=\"note act\">"));
  EXPECT_TRUE(has(written + read, "Next step: put __syncthreads()"));
  EXPECT_TRUE(has(written, "<a href=\"#file1-line5\">the other side: line 5</a>")) << written;
  EXPECT_TRUE(has(read, "<a href=\"#file1-line4\">the other side: line 4</a>")) << read;
  EXPECT_FALSE(has(line_of_page(page, 3), "class=\"note"));
}

TEST_F(Tool, ProfileWritesAPageWithCountsBanksAndKernels) {
  std::ofstream(folder_ / "pairs.cu") << R"(#include <cuda_runtime.h>
__global__ void pairs(float* x) {
  __shared__ float tile[32 * 32];
  tile[threadIdx.x * 2] = x[threadIdx.x];
  __syncthreads();
  x[threadIdx.x] = tile[threadIdx.x ^ 1];
}
int main() {
  float* x;
  cudaMalloc(&x, 128);
  for (int i = 0; i < 2; ++i) pairs<<<1, 32>>>(x);
  cudaFree(x);
}
)";
  ASSERT_EQ(shell(program("simtcc") + " pairs.cu -o pairs").code, 0);
  const Outcome outcome = simt("profile --html pairs.html ./pairs");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.err, "simt profile: page: pairs.html\n");
  const std::string page = read(folder_ / "pairs.html");
  warplab::expect_whole_page(page);
  EXPECT_TRUE(has(line_of_page(page, 4), ">8<span> (50 %),</span><span> ideal 8</span></td>"))
      << "sectors of both launches";
  EXPECT_TRUE(has(page,
                  "<a href=\"#file1-line4\">line 4</a>: 4-byte write, warp 0 of block "
                  "(0,0,0), 2 wavefronts, banks 0 to 31 across</caption>"));
  EXPECT_TRUE(has(page, "<tr><th scope=\"row\">2</th><td>16</td><td></td><td>17</td>"));
  EXPECT_TRUE(has(page, "<caption>Occupancy of the program</caption>"));
  EXPECT_TRUE(has(page, "<code>pairs(float*)</code><br>blocks of 32 threads"));
  EXPECT_TRUE(has(page, "<caption>Roofline of the program</caption>"));

  fs::remove(folder_ / "pairs.cu");
  EXPECT_EQ(simt("profile --html pairs.html ./pairs").code, 0);
  const std::string without = read(folder_ / "pairs.html");
  warplab::expect_whole_page(without);
  EXPECT_TRUE(has(without, "This file cannot be shown")) << "nor is it an error";
  EXPECT_TRUE(has(without, "<caption>line 4: 4-byte write"));
}

TEST_F(Tool, WritesThePageOfAProgramThatIsCutShort) {
  EXPECT_EQ(simt("profile --html die.html ./twice die").code, 128 + 9);
  const std::string page = read(folder_ / "die.html");
  warplab::expect_whole_page(page);
  EXPECT_TRUE(has(page, "The program is not complete: it was ended by SIGKILL (Killed)."));
  EXPECT_TRUE(has(line_of_page(page, 9), "class=\"count k0"));
}

TEST_F(Tool, LinesOfOutputFitATerminal) {
  for (const char* arguments : {"profile ./twice", "devices", "trace --output t.json ./twice"}) {
    std::istringstream lines(simt(arguments).out);
    for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 80u) << line;
  }
}

TEST_F(Tool, TraceWritesWhatTheNameOfTheFileAsksFor) {
  const Outcome outcome = simt("trace --output t.json ./twice");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_TRUE(has(outcome.out, "total ")) << outcome.out;
  EXPECT_TRUE(has(outcome.out, "overlap ")) << outcome.out;
  EXPECT_FALSE(json("t.json")["traceEvents"].empty());
  EXPECT_EQ(simt("trace --output t.svg ./twice").code, 0);
  EXPECT_TRUE(has(read(folder_ / "t.svg"), "<svg"));
  EXPECT_EQ(simt("trace --output t.png ./twice").code, 0);
  EXPECT_TRUE(read(folder_ / "t.png").starts_with("\x89PNG"));
}

TEST_F(Tool, UsageErrorsSayWhatToDo) {
  const auto expect = [](const std::string& arguments, const std::string& part) {
    const Outcome outcome = simt(arguments);
    EXPECT_EQ(outcome.code, 2) << arguments;
    EXPECT_TRUE(has(outcome.out + outcome.err, part)) << arguments << ": " << outcome.err;
  };
  expect("", "subcommand");
  expect("run", "which program?");
  expect("run --", "which program?");
  expect("run --jsno x ./twice", "--jsno");
  expect("run --target K90 ./twice", "H200");
  expect("run --devices 17 ./twice", "16");
  expect("run ./missing", "No such file");
  expect("run twice", "./twice");
  expect("run twice.cu", "simtcc twice.cu -o twice");
  expect("check true", "not built with simtcc");
  expect("check --json missing/x ./twice", "no folder");
  expect("check --html missing/x ./twice", "no folder");
  expect("check --html . ./twice", "it is a folder");
  expect("check --sarif missing/x ./twice", "no folder");
  expect("check --junit missing/x ./twice", "no folder");
  expect("check --write-baseline missing/x ./twice", "no folder");
  expect("check --baseline missing.json ./twice", "missing.json");
  expect("profile --sarif x ./twice", "--sarif");
  expect("check --html x --html y ./twice", "--html");
  expect("profile --bank-map twice.cu ./twice", "x.cu:12");
  expect("profile --bank-map twice.cu:0 ./twice", "x.cu:12");
  expect("trace --output t.jpg ./twice", ".png");
  expect("trace ./twice", "--output");
}

TEST_F(Tool, ListsDevicesAndCoverage) {
  EXPECT_TRUE(has(simt("devices").out, "\nH200 "));
  EXPECT_EQ(simt("coverage").out, read(std::string(checkout::root) + "/docs/simt-coverage.md"));
  for (const char* command :
       {"", "run", "check", "profile", "cover", "trace", "devices", "coverage"})
    EXPECT_EQ(simt(std::string(command) + " --help").code, 0) << command;
}

}  // namespace
}  // namespace simt::tools
