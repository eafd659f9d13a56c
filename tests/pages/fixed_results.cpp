#include "tests/pages/fixed_results.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <utility>

#include "autograder/items/items_page.h"
#include "autograder/page/course.h"
#include "autograder/page/page.h"
#include "autograder/questions/question_views.h"
#include "common/files.h"
#include "common/version.h"
#include "simt/events/finding.h"
#include "simt/model/occupancy_advice.h"
#include "simt/model/roofline.h"
#include "simt/model/target.h"
#include "simt/page/html.h"

namespace warplab::page {
namespace {

namespace fs = std::filesystem;
using simt::events::Finding;
using simt::events::FindingKind;
using simt::events::Site;
using simt::model::KernelOnGpu;
using simt::observe::BankConflict;

// Markup, and marks that turn the order of what follows.
const std::string hostile = "</script></style><img src=x onerror=alert(1)>\"'&\u202eright to left";

StepResult step_of(std::string name, Device device, std::string file, const fs::path& text) {
  StepResult step;
  step.step = 1;
  step.name = std::move(name);
  step.device = device;
  step.source = {std::move(file), read_file(text)};
  return step;
}

LabResult lab_of(std::string lab, std::string title, StepResult step) {
  Result result;
  result.labs = {{lab, std::move(title), "labs/" + lab, 0, 0, {std::move(step)}}};
  add_up(result);
  return result.labs[0];
}

Gate passed(GateKind kind, std::string name, double points, std::string message) {
  return {kind, std::move(name), true, {}, {}, points, points, std::move(message)};
}

Gate missed(GateKind kind, std::string name, double points, std::string message) {
  return {kind, std::move(name), false, {}, {}, 0, points, std::move(message)};
}

Gate not_tried(GateKind kind, std::string name, double points) {
  Gate gate = missed(kind, std::move(name), points, not_run);
  gate.is_run = false;
  return gate;
}

LoopCode loop_of(std::size_t line, int width, std::vector<LoopInstruction> instructions) {
  LoopCode loop = {.line = line, .width = width, .instructions = std::move(instructions)};
  for (const LoopInstruction& each : loop.instructions)
    if (each.width >= 128)
      ++loop.vectors;
    else if (each.width > 0)
      ++loop.scalar;
  return loop;
}

// One of each width, and what is left out.
InnerLoops loops_of_all_widths() {
  LoopCode wide = loop_of(15, 512,
                          {{0x1c0, 15, "vmovups (%rax),%zmm1", 0},
                           {0x1c6, 15, "vfmadd231ps (%rdx),%zmm1,%zmm0", 512},
                           {0x1cc, 14, "add    $0x40,%rax", 0},
                           {0x1d0, 14, "jne    1c0 <conv_filter._omp_fn.0+0x1c0>", 0}});
  wide.left_out = 12;
  return {{wide,
           loop_of(16, 256,
                   {{0x208, 15, "vmulps (%rdx),%ymm1,%ymm2", 256},
                    {0x20d, 15, "vaddps %ymm2,%ymm0,%ymm0", 256},
                    {0x212, 16, "jne    208 <conv_filter._omp_fn.0+0x208>", 0}}),
           loop_of(22, 128,
                   {{0x260, 20, "vmaxps %xmm3,%xmm0,%xmm0", 128},
                    {0x264, 21, "vminps %xmm4,%xmm0,%xmm0", 128},
                    {0x268, 22, "vmovaps %xmm0,(%rcx,%rax,1)", 0},
                    {0x26d, 0, "jne    260 <conv_filter._omp_fn.0+0x260>", 0}}),
           loop_of(23, 32,
                   {{0x280, 20, "vmaxss %xmm3,%xmm0,%xmm0", 32},
                    {0x284, 22, "jne    280 <conv_filter._omp_fn.0+0x280>", 0}})},
          1};
}

FixedResult full_marks(const fs::path& folder) {
  StepResult step =
      step_of("outer-loop", Device::cpu, "labs/lab2-openmp/outer_loop.c", folder / "outer_loop.c");
  step.gates = {
      passed(GateKind::builds, "builds", 0, "0.6 s"),
      passed(GateKind::correct, "correct", 6, "22 awkward cases, photograph of 2496x1872"),
      passed(GateKind::checkers, "checkers", 2, "no race"),
      {GateKind::threads, "threads", true, 1.98, 1.2, 2, 2,
       "1.98 threads at work on average, at least 1.2"},
      {GateKind::speed, "speed", true, 2, 1.4, 6, 6,
       "2.00x over lab1/1 [1.95, 2.05], full at 1.40x"}};
  step.time = Timing{0.0839, 2, 1.95, 2.05, "lab1-convolution-c/1", 1.79, 11.1, 11};
  step.inner_loops = loops_of_all_widths();
  FixedResult result = {"full-marks", lab_of("lab2-openmp", "Which loop to share out", step)};
  result.before = result.lab;
  Gate& speed = result.before->steps[0].gates.back();
  speed.passed = false;
  speed.points = 3.2;
  result.times[step.step] = {{"2026-01-30T18:03:12Z", 0.171, 0.98},
                             {"2026-01-31T09:41:00Z", 0.128, 1.31},
                             {"2026-01-31T09:55:47Z", 0.085, 1.97}};
  return result;
}

FixedResult wrong_picture(const fs::path& folder) {
  StepResult step = step_of("convolution", Device::cpu, "labs/lab1-convolution-c/convolution.c",
                            folder / "unclamped.c");
  step.verdict = {VerdictKind::wrong, ""};
  step.gates = {passed(GateKind::builds, "builds", 0, "0.4 s"),
                missed(GateKind::correct, "correct", 20, "29.8 % of the values, in 18 of 22 cases"),
                not_tried(GateKind::speed, "speed", 10)};
  step.diagnosis = {"unclamped",
                    {"44x30, bright specks, Laplace filter: 1,180 of 3,960 values are wrong",
                     "first at x=17 y=2 R: expected 255, got 291"},
                    "results below 0 and above 255 are stored as they are",
                    {"clamp each sum before it is stored"}};
  step.diagnosis.picture = (folder / "difference.png").string();
  step.diagnosis.crop = {0, 0, read_file(folder / "crop-expected.png"),
                         read_file(folder / "crop-got.png"), read_file(folder / "crop-got.png")};
  step.output = "row 0 done\nrow 1 done\n";
  return {"wrong-picture", lab_of("lab1-convolution-c", "A filter in C", step)};
}

FixedResult build_error(const fs::path& folder) {
  StepResult step = step_of("convolution", Device::cpu, "labs/lab1-convolution-c/convolution.c",
                            folder / "misspelt.c");
  const std::string error =
      "convolution.c:14:58: error: 'summ' undeclared (first use in this function); did you mean "
      "'sum'?";
  step.verdict = {VerdictKind::build_error, "compile"};
  step.gates = {missed(GateKind::builds, "builds", 0, error),
                not_tried(GateKind::correct, "correct", 20),
                not_tried(GateKind::speed, "speed", 10)};
  step.diagnosis = {"compile-error", {error}, {}};
  step.diagnosis.marks = {{14, error}};
  step.compiler = "convolution.c: In function 'conv_filter':\n" + error +
                  "\n"
                  "   14 |         imgFloatDst[(y * imgWidth + x) * CHANNELS + c] = summ;\n"
                  "      |                                                          ^~~~\n";
  return {"build-error", lab_of("lab1-convolution-c", "A filter in C", step)};
}

FixedResult race(const fs::path& folder) {
  const std::string file = "labs/lab5-shared-int/convolution.cu";
  StepResult step = step_of("shared-int", Device::gpu, file, folder / "no_barrier.cu");
  step.verdict = {VerdictKind::wrong, ""};
  step.gates = {passed(GateKind::builds, "builds", 0, "1.5 s, clang"),
                missed(GateKind::correct, "correct", 20, "51.6 % of the values, in 24 of 24 cases"),
                not_tried(GateKind::checkers, "checkers", 10),
                not_tried(GateKind::counter, "load-bytes", 13),
                not_tried(GateKind::counter, "requests", 9),
                not_tried(GateKind::speed, "speed", 0)};
  Finding finding;
  finding.kind = FindingKind::shared_race;
  finding.kernel = "convolve(int, int, int, int, Filter, unsigned char const*, unsigned char*)";
  finding.where = {file, 24, {}, {0, 2, 0}, "1-byte write"};
  finding.other = Site{file, 35, {}, {10, 0, 0}, "1-byte read"};
  finding.space = "shared";
  finding.what =
      "1-byte write of shared memory, 1-byte read in line 35: no barrier orders the two warps";
  finding.count = 14160;
  Finding unwritten = finding;
  unwritten.kind = FindingKind::uninitialised_shared;
  unwritten.where = *finding.other;
  unwritten.other.reset();
  unwritten.what = "1-byte read of shared memory that was never written";
  step.diagnosis = {"shared-race",
                    {"71x37, bright specks, random filter: 4,912 of 7,881 values are wrong",
                     "first at x=0 y=0 G: expected 45, got 255"},
                    "wrong only in rows 0 to 13 of every block of 16x16"};
  step.diagnosis.findings = {finding, unwritten};
  step.diagnosis.marks = {{35, "the first wrong value is computed here"},
                          {46, "launches the kernel that stores the first wrong value"}};
  step.counted = {{"global sectors", {{24, 1404, 1190}, {36, 642, 642}}},
                  {"shared wavefronts", {{24, 3380, 2990}, {35, 88400, 61100}}},
                  {"branches", {{22, 2210}, {33, 9620}}}};
  step.counted_case = "71x37, bright specks, random filter";
  step.cuda_compiler = "clang";
  return {"race", lab_of("lab5-shared-int", "A tile of bytes in shared memory", step)};
}

// The request of a warp that reads channel 0 of 16 pixels in each of two rows of a tile, whose rows are
// `pitch` words long.
BankConflict conflict_of(std::size_t line, int pitch) {
  BankConflict conflict = {line, "4-byte read, warp 0 of block (0,0,0)", {}};
  for (int lane = 0; lane < 32; ++lane) {
    const std::size_t bank = (lane / 16 * pitch + lane % 16 * 3) % 32;
    auto& wavefronts = conflict.wavefronts;
    auto free =
        std::ranges::find(wavefronts, -1, [bank](const auto& lanes) { return lanes[bank]; });
    if (free == wavefronts.end()) {
      wavefronts.emplace_back().fill(-1);
      free = wavefronts.end() - 1;
    }
    (*free)[bank] = lane;
  }
  return conflict;
}

KernelOnGpu kernel_of(std::string name) {
  KernelOnGpu kernel;
  kernel.kernel = std::move(name);
  kernel.block = {256, 40, 4800};
  kernel.launches = 1;
  kernel.seconds = 113e-6;
  kernel.occupancy =
      simt::model::advise_on_occupancy(*simt::model::find_target("H200"), kernel.block);
  kernel.point = simt::model::RooflinePoint{simt::model::MemoryLevel::memory, 21.4, 5.3e12, 3.3e13};
  kernel.bound = "shared memory";
  return kernel;
}

FixedResult bank_conflicts(const fs::path& folder) {
  const std::string float_kernel =
      "convolve(int, int, int, int, FloatFilter, unsigned char const*, unsigned char*)";
  StepResult step = step_of("float-tile", Device::gpu, "labs/lab7-bank-padding/float_tile.cu",
                            folder / "float_tile.cu");
  step.gates = {
      passed(GateKind::builds, "builds", 0, "2.0 s, clang"),
      passed(GateKind::correct, "correct", 10, "24 awkward cases, photograph of 4992x3744"),
      passed(GateKind::checkers, "checkers", 5, "races, bounds, uninitialised reads, barriers"),
      {GateKind::counter,
       "load-sectors",
       true,
       0.19,
       0.25,
       5,
       5,
       "0.19 global load sectors per pixel, at most 0.25",
       {{29, 892320, 876096}}},
      {GateKind::counter,
       "conversions",
       true,
       7.69,
       10,
       2,
       2,
       "7.69 conversions per pixel, at most 10 (78 in lab6/1)",
       {{29, 21902400}, {42, 14017536}}},
      {GateKind::counter,
       "read-banks",
       false,
       10951200,
       0,
       0,
       8,
       "10951200 bank conflicts of shared reads, at most 0 (0 in lab6/1)",
       {{41, 10951200}},
       SourcePlace{"float_tile.cu", 41},
       "sum += filter.tap[fy][fx] * tile[threadIdx.y + fy][...];",
       {"lanes whose words lie in one bank wait for each other"}},
      {GateKind::speed, "speed", false, 0.71, 1.2, 0, 5, "0.71x over lab6/1, full at 1.20x"}};
  step.time = Timing{113e-6, 0.71, 0.71, 0.71, "lab6-shared-float/1", 249, 6217, 1};
  step.time->modelled = "H200";
  step.timeline = (folder / "timeline.svg").string();
  step.timeline_bars = {
      {"copy engine in", "stream 1", "copy 21.5 MB to device (pinned)", 0, 0.8125e-3},
      {"SMs", "stream 1", float_kernel, 0.825e-3, 1.1063e-3},
      {"copy engine out", "stream 1", "copy 21.0 MB to host (pinned)", 1.1188e-3, 1.8688e-3}};
  step.bank_conflicts = {conflict_of(41, 60)};
  step.kernels = {"NVIDIA H200", {3.35e13, 5.5e12, 4.3e12}, {kernel_of(float_kernel)}};
  step.counted = {{"branches", {{27, 54000}, {39, 1296000}}}};
  step.counted_case = "2496x1872";
  step.cuda_compiler = "clang";
  FixedResult result = {"bank-conflicts",
                        lab_of("lab7-bank-padding", "A tile of floats, and its banks", step)};
  result.lab.seed = "5f0c6a1be2d94477";
  for (Gate& gate : result.lab.steps[0].gates)
    for (simt::observe::LineCount& line : gate.lines)
      line.code = fmt::format("the code of line {}", line.line);
  result.before = result.lab;
  result.before->steps[0].gates[5].lines[0].count = 21902400;
  return result;
}

// As bank conflicts, with a race, and hostile text wherever there is text.
FixedResult hostile_text(const fs::path& folder) {
  FixedResult result = {"hostile-text", bank_conflicts(folder).lab};
  StepResult& step = result.lab.steps[0];
  const StepResult racing = race(folder).lab.steps[0];
  result.lab.title = result.lab.submission = step.name = step.output = step.compiler = hostile;
  step.source = {"labs/" + hostile + "/float_tile.cu",
                 "// " + hostile + "\n" + step.source.text + std::string(2000, 'x') + "\n"};
  step.verdict = {VerdictKind::unsafe, hostile};
  step.timeline.clear();  // so that the page has no script
  step.timeline_bars.clear();
  step.diagnosis = racing.diagnosis;
  step.diagnosis.facts.push_back(hostile);
  Finding& finding = step.diagnosis.findings[0];
  finding.what = finding.where.access = hostile;
  finding.kernel = hostile + std::string(1920, 'k');
  finding.where.file = finding.other->file = step.source.file;
  for (Gate& gate : step.gates)
    for (std::string* text : {&gate.message, &gate.code, &gate.next}) *text += hostile;
  step.diagnosis.marks = {{2, hostile}};
  step.counted_case = step.cuda_compiler = result.lab.seed = hostile;
  step.inner_loops = {{loop_of(2, 128, {{0x10, 2, "mulps  (%rax),%xmm1 <" + hostile, 128}})}, 0};
  for (Gate& gate : step.gates)
    for (simt::observe::LineCount& line : gate.lines) line.code = hostile;
  result.before = result.lab;
  for (Gate& gate : result.before->steps[0].gates)
    for (simt::observe::LineCount& line : gate.lines) line.count *= 2;
  step.kernels.kernels[0].kernel = finding.kernel;
  step.kernels.gpu = step.kernels.kernels[0].bound = step.bank_conflicts[0].access = hostile;
  return result;
}

std::string with_all(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

}  // namespace

std::vector<FixedResult> fixed_results(const fs::path& folder) {
  return {full_marks(folder),     wrong_picture(folder), race(folder),
          bank_conflicts(folder), build_error(folder),   hostile_text(folder)};
}

std::string fixed_page(const FixedResult& result) {
  setenv("TERM_PROGRAM", "vscode", 1);  // so that each machine has an editor
  return in_every_checkout(
      lab_page(result.lab, "some-processor-2-cores", result.before, result.times), "warplab");
}

std::string fixed_course_page() {
  const std::vector<LabProgress> labs = {
      {"lab1-convolution-c",
       "A filter in C",
       {{1, "convolution", "memory layout, borders, clamping", 20, 30}},
       LabRun{"2026-01-29T08:15:00Z", "1", 0, 30},
       "wrong-picture.html"},
      {"lab2-openmp",
       "Which loop to share out",
       {{1, "outer-loop", "rows among threads", 14, 14},
        {2, "inner-loop", "what a region costs", 3.5, 7},
        {3, "window", "sums that threads share", {}, 9}},
       LabRun{"2026-01-31T09:55:47Z", "1,2", 17.5, 21},
       "full-marks.html"},
      {"lab3-sse", "Vectors", {{1, "sse", "registers of four floats", {}, 40}}, {}, ""}};
  return in_every_checkout(course_page(labs), "warplab");
}

std::string fixed_items_page() {
  setenv("TERM_PROGRAM", "vscode", 1);  // so that each machine has an editor
  const HandoutPlace races{"labs/lab5-shared-int/chapter.md", 128, "When it is not right"};
  StepItems step;
  step.step = 1;
  step.name = "shared-int";
  step.gates = {{"builds", 28, 0, 0, 0, 0},
                {"correct", 20, 8, 0, 14.3, 20},
                {"load-bytes", 12, 8, 8, 5.6, 13}};
  step.mistakes = {{"shared-race", 5, races}, {"TIME_LIMIT(wall)", 1, {}}};
  step.speeds = {{"lab4-global-memory/1",
                  "H200",
                  "",
                  0.945,
                  1.02,
                  1.24,
                  1.41,
                  {0.91, 0.94, 0.95, 0.99, 1.02, 1.02, 1.03, 1.18, 1.3, 1.41}},
                 {"lab4-global-memory/1", "", "NVIDIA H200", 2, 2, 2, 2, {2}}};
  const LabItems lab = {
      "lab5-shared-int", "A tile of bytes in shared memory", 28, 41.3, 60, {"ada", "bob"}, {step}};
  return in_every_checkout(items_page({{.class_name = "2026", .labs = {lab}}}, "."), "warplab");
}

namespace {

// Of one student there are questions about a short kernel, and of another none.
std::vector<QuestionSheet> fixed_sheets() {
  const std::string add =
      "__global__ void add(int n, const float* a, float* sum) {\n"
      "  const int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
      "  if (i >= n) return;\n"
      "  sum[i] += a[i];\n"
      "}\n";
  Question writer;
  writer.kind = "writer";
  writer.step = 1;
  writer.file = "add.cu";
  writer.text =
      "In the case 600, `add` runs as 3 blocks of 256 threads. Which thread writes sum[300]?";
  writer.options = {"thread 44 of block 1", "thread 300 of block 0", "thread 45 of block 1",
                    "thread 44 of block 2"};
  writer.because =
      "Of all stores of the launch, lane by lane, one reaches byte 1,200 of sum: that of thread 44 "
      "of block 1.";
  Question condition = writer;
  condition.kind = "condition";
  condition.line = 3;
  condition.text =
      "`if (i >= n) return;` in line 3 is deleted. For which of these sizes is the program wrong "
      "then, by its result "
      "or by what a checker finds?";
  condition.options = {"512", "1024", "600", "256"};
  condition.answer = 2;
  condition.because =
      "The changed program was run twice for each of 4 sizes, with other inputs each time. It is "
      "right for 512, 1024, "
      "256 and not for 600.";
  return {{"ada",
           "lab15-add",
           "A sum",
           {writer, condition},
           {{1, "add.cu", add}},
           {"add.cu: it gives 2 questions with an answer that is certain"}},
          {"bob " + hostile, "lab15-add", "A sum", {writer}, {{1, "add.cu", add}}, {}}};
}

}  // namespace

std::string fixed_questions_page() {
  return in_every_checkout(questions_page(fixed_sheets()), "warplab");
}

std::string fixed_answers_page() {
  return in_every_checkout(answers_page(fixed_sheets()), "warplab");
}

std::string in_every_checkout(std::string page, std::string_view program) {
  std::string here = simt::page::editor_link("x", 1);  // vscode://file/<the present folder>/x:1
  here.resize(here.size() - 3);
  return with_all(with_all(std::move(page), here, "vscode://file/home/ada/warplab/"),
                  fmt::format("<footer class=\"small\"><p>{} {}", program, version().number),
                  fmt::format("<footer class=\"small\"><p>{} 1.0.0", program));
}

}  // namespace warplab::page
