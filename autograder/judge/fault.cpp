#include "autograder/judge/fault.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <iterator>
#include <string_view>
#include <utility>

#include "autograder/report/numbers.h"
#include "common/numbers.h"

namespace warplab {
namespace {

constexpr int raised_by_kernel = 128;  // SI_KERNEL: a general protection fault has no address

std::string at_line(const Death& death) {
  return death.source_line ? " at " + text_of(*death.source_line) : "";
}

// Of what happened at the line of death, which `fact` names where it is known.
Diagnosis seen_there(const Death& death, std::string cause, std::string fact,
                     std::vector<std::string> next = {}) {
  Diagnosis diagnosis{std::move(cause), {}, "", std::move(next)};
  add_fact(diagnosis, std::move(fact), death.source_line);
  return diagnosis;
}

// "2 rows and 2 pixels" for so many bytes of an image; "1152 bytes" of what is none, or of a part of a pixel.
std::string distance_text(std::int64_t bytes, const ImageLayout& image) {
  const auto pixel = static_cast<std::int64_t>(image.pixel_bytes);
  if (pixel == 0 || bytes % pixel != 0)
    return counted(static_cast<std::size_t>(bytes), "1 byte", "{} bytes");
  const auto row = static_cast<std::int64_t>(image.row_bytes);
  const std::string rows = counted(static_cast<std::size_t>(bytes / row), "1 row", "{} rows");
  const std::string pixels =
      counted(static_cast<std::size_t>(bytes % row / pixel), "1 pixel", "{} pixels");
  if (bytes < row) return pixels;
  return bytes % row == 0 ? rows : rows + " and " + pixels;
}

ImageLayout image_of(const Death& death, std::int32_t buffer) {
  const auto index = static_cast<std::size_t>(buffer);
  return index < death.images.size() ? death.images[index] : ImageLayout{};
}

std::string number_in_buffer(const Death& death, const Fault& fault) {
  return fmt::format("{} has {} of 4 bytes; this is number {} (counted from 0)",
                     death.names[fault.buffer],
                     counted(death.places[fault.buffer].bytes / 4, "1 number", "{} numbers"),
                     fault.byte / 4 - (fault.byte % 4 < 0));
}

// A vector that begins in a buffer and ends past it.
Diagnosis explain_overrun(const Death& death, const Fault& fault) {
  const auto bytes = static_cast<std::int64_t>(death.places[fault.buffer].bytes);
  const auto pixel = static_cast<std::int64_t>(image_of(death, fault.buffer).pixel_bytes);
  const std::string next =
      pixel > 0 && fault.vector_bytes > pixel
          ? fmt::format(
                "a register holds {} pixels here: if fewer are left in a row, handle them with "
                "narrower code, the last of them pixel by pixel",
                fault.vector_bytes / pixel)
          : fmt::format("a register holds {} numbers here: start it where that many are left",
                        fault.vector_bytes / 4);
  Diagnosis diagnosis =
      seen_there(death, "out-of-bounds",
                 fmt::format("{} {} bytes of {}{}, the last {} of them past its end",
                             fault.is_write ? "writes" : "reads", fault.vector_bytes,
                             death.names[fault.buffer], at_line(death),
                             fault.byte + fault.vector_bytes - bytes),
                 {next});
  diagnosis.facts.push_back(number_in_buffer(death, fault));
  return diagnosis;
}

Diagnosis explain_buffer(const Death& death, const Fault& fault) {
  const BufferPlace& place = death.places[fault.buffer];
  const std::string& name = death.names[fault.buffer];
  const char* verb = fault.is_write ? "writes" : "reads";
  const auto bytes = static_cast<std::int64_t>(place.bytes);
  if (fault.byte >= 0 && fault.byte < bytes && fault.byte + fault.vector_bytes > bytes)
    return explain_overrun(death, fault);
  if (fault.byte >= 0 && fault.byte < bytes) {
    Diagnosis diagnosis =
        seen_there(death, "write-to-input",
                   fmt::format("{} {}{}, which may only be read", verb, name, at_line(death)),
                   {"write results to the destination"});
    diagnosis.facts.push_back(fmt::format("it is element {} of it", fault.byte / 4));
    return diagnosis;
  }
  const std::int64_t beyond = fault.byte < 0 ? -fault.byte : fault.byte - bytes;
  const std::string distance = distance_text(beyond, image_of(death, fault.buffer));
  Diagnosis diagnosis = seen_there(
      death, "out-of-bounds",
      fault.byte < 0
          ? fmt::format("{} {} before the start of {}{}", verb, distance, name, at_line(death))
          : fmt::format("{} {}{}, {}", verb, name, at_line(death),
                        beyond == 0 ? "right past its end" : distance + " past its end"),
      {"check the loop bounds and the index on the smallest case by hand"});
  diagnosis.facts.push_back(number_in_buffer(death, fault));
  return diagnosis;
}

std::string kib_text(int kib) {
  return kib % 1024 == 0 ? fmt::format("{} MiB", kib / 1024) : fmt::format("{} KiB", kib);
}

// In what the grader has linked the submission with, which runs before it and behind it.
bool is_in_graders_code(const Death& death) {
  constexpr std::string_view files[] = {"worker.cpp", "driver.cpp", "stacks.cpp", "processes.cpp"};
  return death.source_line && std::ranges::find(files, death.source_line->file) != std::end(files);
}

bool is_in_buffer(const Death& death, const Fault& fault) {
  return std::abs(static_cast<double>(fault.byte)) < 1e15 && fault.buffer >= 0 &&
         fault.buffer < static_cast<int>(death.places.size()) &&
         fault.buffer < static_cast<int>(death.names.size());
}

// The processor names no address then. It refuses one that is none the same way, with more than 47 bits.
bool is_unaligned(const Fault& fault) {
  return fault.code == raised_by_kernel && fault.vector_bytes > 8 && fault.address >> 47 == 0 &&
         fault.address % static_cast<std::uint64_t>(fault.vector_bytes) != 0;
}

Diagnosis explain_unaligned(const Death& death, const Fault& fault) {
  Diagnosis diagnosis = seen_there(
      death, "unaligned-access",
      fmt::format("an aligned load or store hits an unaligned address{}", at_line(death)),
      {"_mm_load_ps and _mm_store_ps need a multiple of 16 bytes (four floats); wider vectors need "
       "32 or 64: use the loadu / storeu form, or start at one"});
  if (!is_in_buffer(death, fault)) return diagnosis;
  diagnosis.facts.push_back(number_in_buffer(death, fault));
  const std::string& name = death.names[fault.buffer];
  const auto numbers = static_cast<std::int64_t>(death.places[fault.buffer].bytes / 4);
  const std::int64_t lanes = fault.vector_bytes / 4;
  if (image_of(death, fault.buffer).pixel_bytes == 0 && numbers >= lanes && !fault.is_write) {
    diagnosis.facts.push_back(
        fmt::format("a vector has {0} numbers: one that begins after number {1} of {2} reads past "
                    "its end, aligned or not",
                    lanes, numbers - lanes, name));
    diagnosis.next.insert(
        diagnosis.next.begin(),
        fmt::format("for one number of {} in all lanes use _mm_set1_ps, which loads no others",
                    name));
  }
  return diagnosis;
}

Diagnosis explain_segfault(const Death& death, const Fault& fault) {
  const std::string where = at_line(death);
  if (is_unaligned(fault)) return explain_unaligned(death, fault);
  if (is_in_buffer(death, fault)) return explain_buffer(death, fault);
  if (fault.full_stack > 0)
    return seen_there(
        death, "stack-overflow",
        fmt::format("the stack of a thread is full{}: {}", where, kib_text(fault.full_stack)),
        {"look for recursion without end or a large local array"});
  if (is_in_graders_code(death))
    return {"overwritten-stack",
            {"the program crashed after your function had returned, in the grader's code: your "
             "function has overwritten memory past its local variables"},
            "",
            {"look for a local array that is written past its end: is it large enough for this "
             "case?"}};
  if (fault.address < 4096 && fault.code != raised_by_kernel)
    return seen_there(death, "null-pointer", fmt::format("uses a null pointer{}", where),
                      {"malloc returns one when memory runs out; otherwise look for a pointer that "
                       "was never set"});
  if (fault.behind_statics)
    return seen_there(
        death, "static-overflow",
        fmt::format("{} past the end of the program's static and global variables{}",
                    fault.is_write ? "writes" : "reads", where),
        {"one of its arrays is too small for this case: let the case decide its size"});
  Diagnosis wild = seen_there(death, "wild-pointer",
                              fmt::format("{} memory that was never allocated{}",
                                          fault.is_write ? "writes to" : "reads", where));
  wild.sentence = "an index far out of range, or a pointer that was never set";
  return wild;
}

Diagnosis explain_signal(const Death& death, const Fault& fault) {
  const std::string where = at_line(death);
  switch (fault.signal) {
    case SIGSEGV:
    case SIGBUS:
      return explain_segfault(death, fault);
    case SIGFPE:
      return seen_there(death, "divide-by-zero",
                        fmt::format("an integer is divided by zero{}", where));
    case SIGILL:
      return seen_there(death, "illegal-instruction",
                        fmt::format("an instruction that this processor does not have{}", where),
                        {"ask __builtin_cpu_supports before you use wider vectors"});
    case SIGABRT:
      return seen_there(
          death, "abort",
          fmt::format("the program aborted itself{}: a failed assert, a broken heap, free() of a "
                      "pointer that is not malloc()'s, or an uncaught exception; what it printed "
                      "is shown below",
                      where));
    default:
      return seen_there(death, "signal", fmt::format("ended by a signal{}", where));
  }
}

Diagnosis explain_cause(const Death& death) {
  switch (death.verdict.kind) {
    case VerdictKind::no_result:
      if (death.fault) return explain_signal(death, *death.fault);
      if (death.verdict.exit_code)
        return {"exit",
                {fmt::format("the program ended itself (exit {}) instead of returning",
                             *death.verdict.exit_code)},
                "",
                {"return from the function, without exit()"}};
      return {"died", {fmt::format("ended by {}", death.verdict.detail)}, ""};
    case VerdictKind::time_limit:
      return {"limit", {death.limit_message}, "", {"look for a loop that does not end"}};
    case VerdictKind::memory_limit:
      return {"limit",
              {death.limit_message},
              "",
              {"look for an array that grows, or is larger than the case asks for"}};
    case VerdictKind::output_limit:
      return {"limit", {death.limit_message}, "", {"remove the printf from the inner loops"}};
    case VerdictKind::forbidden_call:
      return seen_there(death, "forbidden-call",
                        fmt::format("called {}(){}, which the sandbox does not allow",
                                    death.verdict.detail, at_line(death)));
    default:
      return {"limit", {death.limit_message}, ""};
  }
}

}  // namespace

Diagnosis explain(const Death& death) {
  Diagnosis diagnosis = explain_cause(death);
  insert_fact(diagnosis, 0, fmt::format("in the case {}", death.case_name));
  return diagnosis;
}

}  // namespace warplab
