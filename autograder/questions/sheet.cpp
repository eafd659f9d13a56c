#include "autograder/questions/sheet.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <ranges>
#include <utility>

#include "autograder/build/intake.h"
#include "autograder/questions/asked_program.h"
#include "autograder/questions/draw.h"
#include "autograder/questions/question_kinds.h"
#include "common/numbers.h"

namespace warplab {
namespace {

// Of several blocks, the last of them cut, and if the log of that is too long of less.
std::vector<Size> asked_sizes(bool are_rows) {
  if (are_rows) return {{600, 0}, {150, 0}, {40, 0}};
  return {{40, 24}, {20, 12}};
}

// A kind and those of its candidates that have not been tried.
struct OpenKind {
  const QuestionKind* kind;
  std::vector<Candidate> left;
};

class FileOfSheet {
 public:
  FileOfSheet(const Workshop& workshop, const DeviceProgram& device, const AskedHandIn& hand_in,
              const Step& step, QuestionSheet& sheet)
      : text_(read_source(hand_in.folder / step.file, hand_in.folder)),
        seed_(seed_of_sheet(hand_in.student, hand_in.lab.name, text_)),
        asked_{workshop, device, hand_in.lab, step, *find_problem(hand_in.lab.problem, Device::gpu),
               seed_},
        sheet_(sheet) {}

  // Adds questions until there are enough. Returns why there are not: what to say of the file; empty if there are.
  std::string ask() {
    const std::vector<Size> sizes = asked_sizes(asked_.problem.has_rows());
    auto program = build(text_, sizes);
    if (!program) return "it does not compile here";
    for (const Size& size : sizes) {
      const auto run = program->run(size, Observed::accesses);
      if (!run) return fmt::format("its run for {} ended early", size.text());
      if (!run->is_right) return fmt::format("it is not right in the case {}", run->case_name);
      if (run->log().is_cut) continue;
      if (run->log().has_async_copies) return "it has asynchronous copies to shared memory";
      if (run->log().accesses.empty()) return "it has no kernel that accesses memory";
      return ask_about(*run, size);
    }
    return "its kernels access memory too often to list it all";
  }

 private:
  std::optional<AskedProgram> build(const std::string& text, std::vector<Size> sizes) {
    return AskedProgram::build(asked_,
                               fmt::format("questions-{}-{}", asked_.step.number, builds_++), text,
                               std::move(sizes));
  }

  std::string ask_about(const ObservedRun& run, const Size& size) {
    const QuestionSubject subject{asked_, text_, run, size,
                                  [this](const std::string& text, std::vector<Size> sizes) {
                                    return build(text, std::move(sizes));
                                  }};
    Draw draw(Seeds(seed_, "questions"));
    std::vector<OpenKind> open;
    for (const QuestionKind& kind : question_kinds()) {
      open.push_back({&kind, kind.candidates(subject)});
      draw.shuffle(open.back().left);
    }
    const std::size_t before = sheet_.questions.size();
    while (!open.empty() && sheet_.questions.size() < questions_of_a_sheet) {
      for (OpenKind& kind : open)
        if (sheet_.questions.size() < questions_of_a_sheet) take_one(kind, draw);
      std::erase_if(open, [](const OpenKind& kind) { return kind.left.empty(); });
    }
    const std::size_t added = sheet_.questions.size() - before;
    if (added > 0) sheet_.files.push_back({asked_.step.number, asked_.step.file, text_});
    if (sheet_.questions.size() == questions_of_a_sheet) return {};
    return fmt::format("{} with an answer that is certain",
                       counted(added, "it gives 1 question", "it gives {} questions"));
  }

  // The question of the first candidate that gives one.
  void take_one(OpenKind& kind, Draw& draw) {
    while (!kind.left.empty()) {
      const Candidate candidate = std::move(kind.left.back());
      kind.left.pop_back();
      if (auto question = candidate(draw)) {
        question->step = asked_.step.number;
        question->file = asked_.step.file;
        sheet_.questions.push_back(std::move(*question));
        return;
      }
    }
  }

  const std::string text_;
  const Seed seed_;
  const AskedStep asked_;
  QuestionSheet& sheet_;
  int builds_ = 0;
};

}  // namespace

QuestionSheet make_questions(const Workshop& workshop, const AskedHandIn& hand_in) {
  QuestionSheet sheet{hand_in.student, hand_in.lab.name, hand_in.lab.title, {}, {}, {}};
  std::optional<DeviceProgram> device;
  for (const Step* step : hand_in.steps | std::views::reverse) {
    if (sheet.questions.size() == questions_of_a_sheet) break;
    const auto note = [&](const std::string& why) {
      if (!why.empty()) sheet.missing.push_back(fmt::format("{}: {}", step->file, why));
    };
    if (step->device != Device::gpu) {
      note("it has no kernels, and nothing else is counted exactly");
      continue;
    }
    if (!device)
      device.emplace(workshop.sandbox, workshop.options.worker_objects,
                     workshop.options.simt_threads);
    try {
      note(FileOfSheet(workshop, *device, hand_in, *step, sheet).ask());
    } catch (const IntakeError& error) {
      note(error.what());
    }
  }
  if (sheet.questions.size() == questions_of_a_sheet) sheet.missing.clear();
  return sheet;
}

}  // namespace warplab
