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

// What clang 19 makes of C++.
const std::string terminate =
    "define linkonce_odr hidden void @__clang_call_terminate(ptr noundef %0) #1 comdat {\n"
    "  %2 = call ptr @llvm.returnaddress(i32 0)\n"
    "  call void @__tsan_func_entry(ptr %2)\n"
    "  %3 = call ptr @__cxa_begin_catch(ptr %0) #2\n"
    "  call void @_ZSt9terminatev() #14\n"
    "  unreachable\n}\n";
const std::string own_variable =
    "define weak_odr hidden noundef ptr @_ZTW4mine() #1 comdat personality ptr @__gcc {\n"
    "  %1 = call ptr @llvm.returnaddress(i32 0)\n"
    "  call void @__tsan_func_entry(ptr %1)\n"
    "  %2 = icmp ne ptr @_ZTH4mine, null\n"
    "  br i1 %2, label %3, label %5\n\n"
    "3:                                                ; preds = %0\n"
    "  invoke void @_ZTH4mine()\n"
    "          to label %4 unwind label %7\n\n"
    "4:                                                ; preds = %3\n"
    "  br label %5\n\n"
    "5:                                                ; preds = %4, %0\n"
    "  %6 = call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @mine)\n"
    "  call void @__tsan_func_exit()\n"
    "  ret ptr %6\n\n"
    "7:                                                ; preds = %3\n"
    "  %8 = landingpad { ptr, i32 }\n"
    "          cleanup\n"
    "  call void @__tsan_func_exit()\n"
    "  resume { ptr, i32 } %8\n}\n";

TEST(UnwatchedFunction, IsNoneThatAccessesNothing) {
  EXPECT_EQ(unwatched_function(watched + terminate + own_variable), "");
}

TEST(UnwatchedFunction, IsOneOfThoseNamesThatAccessesMemory) {
  for (const std::string access :
       {"  %9 = load i32, ptr @n, align 4\n", "  store i32 1, ptr @n, align 4\n",
        "  call void @llvm.memcpy.p0.p0.i64(ptr @a, ptr @b, i64 4, i1 false)\n",
        "  call void asm sideeffect \"incl n\", \"\"()\n",
        "  %9 = atomicrmw add ptr @n, i32 1 seq_cst, align 4\n",
        "  call void @_ZTH4mine(ptr byval(%struct.big) @n)\n"}) {
    const auto changed = [&access](std::string function) {
      return watched + function.insert(function.find('\n') + 1, access);
    };
    EXPECT_EQ(unwatched_function(changed(terminate)), "__clang_call_terminate") << access;
    EXPECT_EQ(unwatched_function(changed(own_variable)), "_ZTW4mine") << access;
  }
}

TEST(UnwatchedFunction, MayHaveALineOfAnyLength) {
  const std::string many(1 << 20, '1');
  const std::string unwatched = watched + "define void @long() #1 {\n  ";
  EXPECT_EQ(unwatched_function(unwatched + "%1 = load i32, ptr @a" + many + "\n}\n"), "long");
  EXPECT_EQ(unwatched_function(unwatched + "ret i32 " + many + "\n}\n"), "");
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

TEST(WatchedAtomics, AreThoseThatThreadSanitizerLeavesOut) {
  const std::string before =
      "define void @f(ptr %0) #0 !dbg !2 {\n  %1 = load double, ptr @x, align 8, !dbg !3\n";
  const std::string after = "  ret void, !dbg !5\n}\n";
  const auto watched_twice = [&](const std::string& operation, const std::string& twin) {
    EXPECT_EQ(with_all_atomics_watched(before + operation + after),
              before + "  %watched0 = " + twin + "\n" + operation + "  %watched1 = " + twin + "\n" +
                  after);
  };
  watched_twice("  %2 = atomicrmw fadd ptr %0, double %1 monotonic, align 8, !dbg !4\n",
                "call i64 @__tsan_atomic64_fetch_add(ptr %0, i64 0, i32 0), !dbg !4");
  watched_twice("  %2 = atomicrmw volatile fsub ptr @\"a, (b\", float 1.0e+00 seq_cst, align 4\n",
                "call i32 @__tsan_atomic32_fetch_add(ptr @\"a, (b\", i32 0, i32 5)");
  watched_twice(
      "  %2 = atomicrmw umax ptr getelementptr inbounds ([4 x i16], ptr @s, i64 0, i64 3), i16 %1 "
      "syncscope(\"one\") acq_rel, align 2, !dbg !4, !noalias !7\n",
      "call i16 @__tsan_atomic16_fetch_add(ptr getelementptr inbounds ([4 x i16], ptr @s, i64 0, "
      "i64 "
      "3), i16 0, i32 4), !dbg !4");
}

TEST(WatchedAtomics, AreOperationsAndNoText) {
  const std::string code =
      "@text = constant [9 x i8] c\"  %5 = atomicrmw fadd ptr @a, float %2 monotonic, align 4\"\n"
      "define void @f() {\n"
      "  call void asm sideeffect \" = atomicrmw fadd ptr @a, float %2 monotonic, align 4\", "
      "\"\"()\n"
      "  %5 = atomicrmw fadd ptr @a, <2 x half> %2 monotonic, align 4\n"
      "  %6 = atomicrmw\n  %7\n  %8 = atomicrmw fadd ptr @a\n"
      "  %9 = atomicrmw fadd ptr (@a, float %2 monotonic, align 4\n}\n";
  EXPECT_EQ(with_all_atomics_watched(code), code);
}

TEST(MeddlingSymbol, IsNotWhatInstrumentationCalls) {
  EXPECT_EQ(meddling_symbol("__kmpc_fork_call U         \n__tsan_atomic32_fetch_add U         \n"
                            "__tsan_func_entry U         \n__tsan_init U         \n"
                            "__tsan_memcpy U         \n__tsan_read4 U         \n"
                            "__tsan_unaligned_volatile_read2 U         \n"
                            "__tsan_unaligned_write8 U         \nf T 0 2f\nprintf U         \n"
                            "Annotate_rows t 30 8\n"),
            "");
}

TEST(MeddlingSymbol, BelongsToTheWatchOrFindsIt) {
  for (const std::string symbol : {"__tsan_ignore_thread_begin",
                                   "__tsan_acquire",
                                   "dlsym",
                                   "AnnotateIgnoreWritesBegin",
                                   "WTFAnnotateHappensBefore",
                                   "__sanitizer_set_death_callback",
                                   "ompt_start_tool",
                                   "__tsan_read4_more",
                                   "__interceptor_memcpy",
                                   "___interceptor_memcpy",
                                   "kmp_set_defaults",
                                   "__kmp_tool",
                                   "_ZN14__interception9real_readE",
                                   "RunningOnValgrind",
                                   "dl_iterate_phdr",
                                   "_r_debug",
                                   "warplab_probe_order",
                                   "warplab_run_case",
                                   "__wrap___kmpc_flush",
                                   "__real___kmpc_dispatch_init_4"})
    for (const char* type : {"U", "w", "v"})
      EXPECT_EQ(meddling_symbol(fmt::format("printf U         \n{} {}         \n", symbol, type)),
                symbol);
}

TEST(MeddlingSymbol, IsNotAStudentsOwnFunctionThatIsCalledLikeOneOfTheGrader) {
  EXPECT_EQ(meddling_symbol("warplab_filter t 30 8\n__wrap_row T 0 2f\n"), "");
}

TEST(MeddlingSymbol, MayBeBesideANameOfAnyLength) {
  const std::string symbols = "__kmpc_" + std::string(1 << 20, 'x') + " U         \n";
  EXPECT_EQ(meddling_symbol(symbols), "");
  EXPECT_EQ(meddling_symbol(symbols + "dlsym U         \n"), "dlsym");
}

TEST(MeddlingSymbol, StandsForWhatInstrumentationCallsOrLetsItBeMissing) {
  for (const std::string symbol : {"__tsan_write4", "__tsan_atomic32_fetch_add", "__kmpc_barrier"})
    for (const char* rest : {"T 0 a", "t 0 a", "W 0 a", "i 0 a", "w         "})
      EXPECT_EQ(meddling_symbol(fmt::format("f T 0 2f\n{} {}\n", symbol, rest)), symbol);
}

}  // namespace
}  // namespace warplab
