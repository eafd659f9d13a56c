// What is said of code that hides from ThreadSanitizer: attributes of functions, symbols of
// objects.
#include "autograder/build/watched_code.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace warplab {
namespace {

const std::string watched =
    "define dso_local void @f(ptr noundef %0) #0 !dbg !29 {\n"
    "  call void @g() #7\n}\n"
    "define internal void @tsan.module_ctor() #2 {\n  call void @__tsan_init()\n  ret void\n}\n"
    "declare void @__tsan_init()\n"
    "attributes #0 = { noinline nounwind sanitize_thread uwtable }\n"
    "attributes #1 = { noinline nounwind uwtable \"no_sanitize_thread\" }\n"
    "attributes #2 = { nounwind uwtable }\n";

TEST(UnwatchedFunction, IsNoneWhereAllAreWatched) { EXPECT_EQ(unwatched_function(watched), ""); }

TEST(UnwatchedFunction, HasNoAttributeOfItsOwn) {
  EXPECT_EQ(unwatched_function(watched + "define internal i32 @hidden(i32 %0) #1 !dbg !3 {\n}\n"),
            "hidden");
  EXPECT_EQ(unwatched_function(watched + "define void @\"a (b\"(ptr %0) #1 {\n}\n"), "a (b");
  EXPECT_EQ(unwatched_function(watched + "define void @bare() {\n}\n"), "bare");
  EXPECT_EQ(unwatched_function(watched + "define void @later() #9 {\n}\n"
                                         "attributes #9 = { nounwind }\n"),
            "later");
  EXPECT_EQ(unwatched_function(watched + "define void @far() #1 section \"a #0 \" {\n}\n"), "far");
  EXPECT_EQ(unwatched_function(watched + "define void @odd() #8 {\n}\nattributes #8 = { nounwind "
                                         "\"target-features\"=\"+x sanitize_thread \" }\n"),
            "odd");
}

TEST(UnwatchedFunction, MayBeNamedLikeOneOfThreadSanitizer) {
  EXPECT_EQ(unwatched_function(watched + "define void @tsan.count() #1 {\n}\n"), "tsan.count");
  EXPECT_EQ(unwatched_function(watched + "define internal void @tsan.module_ctor() #0 {\n}\n"),
            "tsan.module_ctor");
}

TEST(UnwatchedFunction, HasAnAttributeThatOutdoesTheOne) {
  for (const char* attribute : {"disable_sanitizer_instrumentation", "naked"}) {
    const std::string ahead = fmt::format("{} noinline sanitize_thread", attribute);
    const std::string last = fmt::format("sanitize_thread {}", attribute);
    for (const std::string& both : {ahead, last})
      EXPECT_EQ(unwatched_function(watched +
                                   "define void @hidden() #7 !dbg !3 {\n}\nattributes "
                                   "#7 = { " +
                                   both + " }\n"),
                "hidden");
  }
}

TEST(UnwatchedFunction, MayBeAVariableAmongCountersOfProfiles) {
  EXPECT_EQ(unwatched_function("@n = internal global i32 0, section \"own\", align 4\n"), "");
  EXPECT_EQ(unwatched_function("@n = internal global i32 0, section \"__llvm_prf_cnts\"\n"), "n");
}

TEST(MeddlingSymbol, IsNotWhatInstrumentationCalls) {
  EXPECT_EQ(meddling_symbol({"__tsan_init", "__tsan_func_entry", "__tsan_read4", "__tsan_memcpy",
                             "__tsan_unaligned_write8", "__tsan_atomic32_fetch_add", "printf",
                             "__tsan_unaligned_volatile_read2", "__kmpc_fork_call"}),
            "");
}

TEST(MeddlingSymbol, BelongsToTheWatchOrFindsIt) {
  for (const char* symbol :
       {"__tsan_ignore_thread_begin", "__tsan_acquire", "dlsym", "AnnotateIgnoreWritesBegin",
        "__sanitizer_set_death_callback", "ompt_start_tool", "__tsan_read4_more"})
    EXPECT_EQ(meddling_symbol({"printf", symbol}), symbol);
}

}  // namespace
}  // namespace warplab
