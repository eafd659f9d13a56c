// What is said of a worker's death: each cause by its pattern, with buffer, distance and line.
#include "autograder/judge/fault.h"

#include <gtest/gtest.h>

#include <csignal>

namespace warplab {
namespace {

// A worker that had a source of 10 floats and a destination of 4, and died of a signal.
Death death_of(Fault fault) {
  Death death;
  death.verdict = {VerdictKind::no_result, "SIGSEGV"};
  death.fault = fault;
  death.case_name = "5x2, random";
  death.places = {{0, 40, 4096, 0, 1}, {0, 16, 4096, 1, 1}};
  death.names = {"src", "dst"};
  death.source_line = {"filter.c", 7};
  return death;
}

Fault segfault() {
  Fault fault{};
  fault.signal = SIGSEGV;
  fault.buffer = -1;
  fault.address = 0x123456789000;
  return fault;
}

Fault in_buffer(int buffer, std::int64_t byte, bool is_write) {
  Fault fault = segfault();
  fault.buffer = buffer;
  fault.byte = byte;
  fault.is_write = is_write;
  return fault;
}

std::string sentences(const Diagnosis& diagnosis) {
  std::string text;
  for (const std::string& line : explanation_of(diagnosis)) text += line + "\n";
  return text;
}

TEST(Fault, NamesTheBufferTheDistanceAndTheLine) {
  const Diagnosis past = explain(death_of(in_buffer(0, 44, false)));
  EXPECT_EQ(past.cause, "out-of-bounds");
  EXPECT_EQ(past.facts[0], "in the case 5x2, random");
  EXPECT_EQ(past.facts[1], "reads src at filter.c:7, 4 bytes past its end");
  EXPECT_EQ(explanation_of(past)[2],
            "src has 10 numbers of 4 bytes; this is number 11 (counted from 0)");
  const Diagnosis before = explain(death_of(in_buffer(1, -4, true)));
  EXPECT_EQ(before.facts[1], "writes 4 bytes before the start of dst at filter.c:7");
}

TEST(Fault, HasThePlaceThatItNames) {
  const Diagnosis named = explain(death_of(in_buffer(0, 44, false)));
  ASSERT_EQ(named.places.size(), 1u);
  EXPECT_EQ(named.places[0].place, (SourcePlace{"filter.c", 7}));
  EXPECT_EQ(named.places[0].sentence, named.facts[1]);
  Death death = death_of(segfault());
  death.source_line.reset();
  EXPECT_TRUE(explain(death).places.empty());
}

TEST(Fault, CountsRowsAndPixelsOfAnImage) {
  const auto first_line = [](std::int64_t byte) {
    Death death = death_of(in_buffer(0, byte, false));
    death.images = {{16, 35 * 16}, {}};
    return explain(death).facts[1];
  };
  EXPECT_EQ(first_line(-1152), "reads 2 rows and 2 pixels before the start of src at filter.c:7");
  EXPECT_EQ(first_line(-560), "reads 1 row before the start of src at filter.c:7");
  EXPECT_EQ(first_line(40 + 16), "reads src at filter.c:7, 1 pixel past its end");
  EXPECT_EQ(first_line(-1156), "reads 1156 bytes before the start of src at filter.c:7");
}

TEST(Fault, TellsAVectorThatRunsOverTheEnd) {
  Fault fault = in_buffer(1, 0, true);
  fault.vector_bytes = 32;
  Death death = death_of(fault);
  const Diagnosis plain = explain(death);
  EXPECT_EQ(plain.cause, "out-of-bounds");
  EXPECT_EQ(plain.facts[1],
            "writes 32 bytes of dst at filter.c:7, the last 16 of them past its end");
  EXPECT_NE(sentences(plain).find("holds 8 numbers here"), std::string::npos);
  death.images = {{}, {16, 16}};
  EXPECT_NE(sentences(explain(death)).find("a register holds 2 pixels here"), std::string::npos);
}

TEST(Fault, TellsWhatAnUnalignedVectorWouldReadBesides) {
  Fault fault = in_buffer(0, 4, false);
  fault.code = 128;
  fault.vector_bytes = 16;
  fault.address = 0x7f0000000004;
  Death death = death_of(fault);
  const std::string text = sentences(explain(death));
  EXPECT_NE(text.find("src has 10 numbers of 4 bytes; this is number 1"), std::string::npos);
  EXPECT_NE(text.find("begins after number 6 of src reads past its end"), std::string::npos);
  EXPECT_NE(text.find("next: for one number of src in all lanes use _mm_set1_ps"),
            std::string::npos);
  death.images = {{16, 40}};
  EXPECT_EQ(sentences(explain(death)).find("_mm_set1_ps"), std::string::npos);
}

TEST(Fault, TellsAWriteToAnInput) {
  const Diagnosis diagnosis = explain(death_of(in_buffer(0, 8, true)));
  EXPECT_EQ(diagnosis.cause, "write-to-input");
  EXPECT_NE(sentences(diagnosis).find("element 2"), std::string::npos);
}

TEST(Fault, BelievesNoBufferThatDoesNotExist) {
  EXPECT_EQ(explain(death_of(in_buffer(2, 0, true))).cause, "wild-pointer");
  EXPECT_EQ(explain(death_of(in_buffer(-7, 0, true))).cause, "wild-pointer");
  EXPECT_EQ(explain(death_of(in_buffer(0, INT64_MIN, true))).cause, "wild-pointer");
  EXPECT_EQ(explain(death_of(in_buffer(0, INT64_MAX, true))).cause, "wild-pointer");
}

TEST(Fault, TellsCausesApart) {
  Fault fault = segfault();
  EXPECT_EQ(explain(death_of(fault)).cause, "wild-pointer");
  EXPECT_EQ(sentences(explain(death_of(fault))).find("0x"), std::string::npos);
  fault.behind_statics = 1;
  EXPECT_EQ(explain(death_of(fault)).cause, "static-overflow");
  fault.behind_statics = 0;
  fault.address = 8;
  EXPECT_EQ(explain(death_of(fault)).cause, "null-pointer");
  fault.full_stack = 8192;
  EXPECT_EQ(explain(death_of(fault)).cause, "stack-overflow");
  fault.code = 128;
  fault.vector_bytes = 16;
  EXPECT_EQ(explain(death_of(fault)).cause, "unaligned-access");
  fault.full_stack = 0;
  fault.address =
      0x7fc1234500000000;  // too large for an address, which the processor refuses the same way
  EXPECT_EQ(explain(death_of(fault)).cause, "wild-pointer");
  fault.vector_bytes = 0;
  fault.address = 0;
  EXPECT_EQ(explain(death_of(fault)).cause, "wild-pointer");
  fault.signal = SIGFPE;
  EXPECT_EQ(explain(death_of(fault)).cause, "divide-by-zero");
  fault.signal = SIGILL;
  EXPECT_EQ(explain(death_of(fault)).cause, "illegal-instruction");
  fault.signal = SIGABRT;
  EXPECT_EQ(explain(death_of(fault)).cause, "abort");
  fault.signal = SIGTRAP;
  EXPECT_EQ(explain(death_of(fault)).cause, "signal");
}

// What a function leaves of its caller's frame is read once it has returned.
TEST(Fault, SaysNoLineOfTheGradersOwn) {
  Death death = death_of(segfault());
  death.fault->address = 8;
  death.fault->buffer = -1;
  EXPECT_EQ(explain(death).cause, "null-pointer");
  death.source_line = {"worker.cpp", 67};
  const Diagnosis diagnosis = explain(death);
  EXPECT_EQ(diagnosis.cause, "overwritten-stack");
  for (const std::string& line : explanation_of(diagnosis))
    EXPECT_EQ(line.find("worker.cpp"), line.npos);
}

TEST(Fault, TellsAnExitFromADeath) {
  Death death = death_of(segfault());
  death.fault.reset();
  death.verdict = {VerdictKind::no_result, "", 0};
  EXPECT_EQ(explain(death).cause, "exit");
  death.verdict = {VerdictKind::no_result, "SIGKILL"};
  EXPECT_EQ(explain(death).cause, "died");
}

TEST(Fault, RepeatsTheLimitThatEndedIt) {
  Death death = death_of(segfault());
  death.fault.reset();
  death.limit_message = "used 2100 MiB";
  for (const VerdictKind kind : {VerdictKind::time_limit, VerdictKind::memory_limit,
                                 VerdictKind::output_limit, VerdictKind::process_limit}) {
    death.verdict = {kind, ""};
    const Diagnosis diagnosis = explain(death);
    EXPECT_EQ(diagnosis.cause, "limit");
    EXPECT_EQ(diagnosis.facts[1], "used 2100 MiB");
  }
  death.verdict = {VerdictKind::forbidden_call, "socket"};
  EXPECT_EQ(explain(death).facts[1],
            "called socket() at filter.c:7, which the sandbox does not allow");
}

}  // namespace
}  // namespace warplab
