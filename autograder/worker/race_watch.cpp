// What a worker in which ThreadSanitizer watches OpenMP threads is linked with besides: what Archer
// leaves out or gets wrong, which parallel regions several threads have run, and code that shows
// whether races are seen, and only those. Compiled as the student's file is, when that is linked.

#include <sched.h>

#include <cstdarg>
#include <cstddef>
#include <ctime>

extern "C" void __tsan_acquire(void* address);
extern "C" void __tsan_release(void* address);
extern "C" void __tsan_read_range(void* begin, unsigned long bytes);
extern "C" void __tsan_write_range(void* begin, unsigned long bytes);

// Of LLVM's OpenMP runtime and ThreadSanitizer. The linker's --wrap lets calls of x() come to
// __wrap_x().
struct ident;  // a place in the source
extern "C" void __real___kmpc_flush(ident* place);
extern "C" void __real___kmpc_doacross_post(ident* place, int thread, const long long* turn);
extern "C" void __real___kmpc_doacross_wait(ident* place, int thread, const long long* turn);
extern "C" void __real___tsan_atomic_thread_fence(int order);
extern "C" void* __real___tsan_memset(void* to, int value, std::size_t bytes);
extern "C" void* __real___tsan_memcpy(void* to, const void* from, std::size_t bytes);
extern "C" void* __real___tsan_memmove(void* to, const void* from, std::size_t bytes);
extern "C" void __real___kmpc_fork_call(ident* place, int count, void (*region)(int*, int*, ...),
                                        ...);
extern "C" void __real___kmpc_serialized_parallel(ident* place, int thread);
extern "C" int __kmp_invoke_microtask(void (*region)(int*, int*, ...), int thread, int own,
                                      int count, void** arguments, void** frame);
extern "C" int __real___kmpc_reduce(ident* place, int thread, int count, std::size_t bytes,
                                    void* data, void (*combine)(void*, void*), void* lock);
extern "C" int __real___kmpc_reduce_nowait(ident* place, int thread, int count, std::size_t bytes,
                                           void* data, void (*combine)(void*, void*), void* lock);
extern "C" void __real___kmpc_end_reduce(ident* place, int thread, void* lock);
extern "C" void __real___kmpc_end_reduce_nowait(ident* place, int thread, void* lock);
extern "C" int omp_get_active_level();
extern "C" int omp_get_num_threads();
extern "C" int omp_get_thread_num();

extern "C" void warplab_note_region(const void* call, bool is_shared);  // worker.cpp

namespace {

// A parallel region with what it is called with, and the call that begins it.
struct Fork {
  void (*region)(int*, int*, ...);
  int count;
  void** arguments;
  const void* call;
};

// Runs in place of the region, in each thread of its team. Level 1 is a region with several
// threads, in which one inside it is run by several as well.
__attribute__((no_sanitize("thread"))) void run_region(int* thread, int* own, Fork* fork) {
  if (*own == 0) warplab_note_region(fork->call, omp_get_active_level() > 0);
  void* frame = nullptr;
  __kmp_invoke_microtask(fork->region, *thread, *own, fork->count, fork->arguments, &frame);
}

// kmp.h, enum sched_type.
enum {
  STATIC_CHUNKED = 33,
  DYNAMIC_CHUNKED = 35,
  GUIDED_CHUNKED = 36,
  ORDERED = 32,        // is added to these
  MODIFIERS = 3 << 29  // monotonic, nonmonotonic
};

int in_turn(int schedule) {
  switch (schedule & ~MODIFIERS) {
    case DYNAMIC_CHUNKED:
    case GUIDED_CHUNKED:
      return STATIC_CHUNKED;
    case ORDERED + DYNAMIC_CHUNKED:
    case ORDERED + GUIDED_CHUNKED:
      return ORDERED + STATIC_CHUNKED;
  }
  return schedule;
}

char flushes;
char turns;

// Threads of a team combine what they reduced behind one lock, and what the first did before it took
// the lock is in order with what the second does behind it. So that a race with that is seen whoever
// races, thread 0 combines first in some reductions and last in others.
class CombiningOrder {
 public:
  // No thread of the region to come runs yet.
  __attribute__((no_sanitize("thread"))) void begin_region() {
    ++regions_;
    for (Progress& each : progress_) each = {};
  }

  // Ahead of a thread's next combination: waits for those that come first.
  __attribute__((no_sanitize("thread"))) void begin() {
    if (!is_kept()) return;
    const int self = omp_get_thread_num();
    const int turn = ++progress_[self].begun;
    const bool is_first = __builtin_parity(regions_ + turn) == 0;
    if (is_first == (self == 0)) return;
    for (int other = 0; other < (self == 0 ? omp_get_num_threads() : 1); ++other)
      if (other != self) wait_for(progress_[other], turn);
  }

  __attribute__((no_sanitize("thread"))) void end() {
    if (!is_kept()) return;
    Progress& own = progress_[omp_get_thread_num()];
    __atomic_store_n(&own.ended, own.begun, __ATOMIC_RELEASE);
  }

 private:
  struct Progress {
    int begun, ended;
  };

  // Larger teams combine along a tree, without a lock.
  enum { LARGEST_TEAM = 4 };
  static constexpr double patience_s = 1;

  static bool is_kept() {
    return omp_get_active_level() == 1 && omp_get_num_threads() <= LARGEST_TEAM;
  }

  // Who is waited for may itself wait for what this thread does later. Then nobody is waited for again.
  __attribute__((no_sanitize("thread"))) void wait_for(const Progress& other, int turn) {
    const double begin_s = now_s();
    while (__atomic_load_n(&other.ended, __ATOMIC_ACQUIRE) < turn) {
      if (!__atomic_load_n(&is_patient_, __ATOMIC_RELAXED)) return;
      if (now_s() - begin_s > patience_s) __atomic_store_n(&is_patient_, false, __ATOMIC_RELAXED);
      sched_yield();
    }
  }

  __attribute__((no_sanitize("thread"))) static double now_s() {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
  }

  unsigned regions_ = 0;
  bool is_patient_ = true;
  Progress progress_[LARGEST_TEAM] = {};
};

CombiningOrder combining_order;

enum { THREADS = 2, NUMBERS = 64 };
int numbers[NUMBERS];
int sum;
// Apart: of eight bytes ThreadSanitizer keeps the last four accesses, whoever made them.
alignas(64) int shared;
alignas(64) bool has_written;

}  // namespace

// Archer notes each lock in a table that has a mutex. Taken for the program's, it would order all
// critical sections, also those of different names, and nothing would be found behind one.
extern "C" const char* __tsan_default_suppressions() { return "called_from_lib:libarcher.so\n"; }

// How a region begins, and how one does whose `if` says that one thread is to run it.
extern "C" __attribute__((no_sanitize("thread"))) void __wrap___kmpc_fork_call(
    ident* place, int count, void (*region)(int*, int*, ...), ...) {
  auto** arguments = static_cast<void**>(__builtin_alloca(sizeof(void*) * (count + 1)));
  va_list rest;
  va_start(rest, region);
  for (int i = 0; i < count; ++i) arguments[i] = va_arg(rest, void*);
  va_end(rest);
  Fork fork{region, count, arguments, __builtin_return_address(0)};
  if (omp_get_active_level() == 0) combining_order.begin_region();
  __real___kmpc_fork_call(place, 1, reinterpret_cast<void (*)(int*, int*, ...)>(run_region), &fork);
}
extern "C" void __wrap___kmpc_serialized_parallel(ident* place, int thread) {
  warplab_note_region(__builtin_return_address(0), omp_get_active_level() > 0);
  __real___kmpc_serialized_parallel(place, thread);
}

// The runtime's lock is held from where 1 is returned to the end.
#define COMBINE_IN_ORDER(suffix)                                                           \
  extern "C" __attribute__((no_sanitize("thread"))) int __wrap___kmpc_reduce##suffix(      \
      ident* place, int thread, int count, std::size_t bytes, void* data,                  \
      void (*combine)(void*, void*), void* lock) {                                         \
    combining_order.begin();                                                               \
    const int way =                                                                        \
        __real___kmpc_reduce##suffix(place, thread, count, bytes, data, combine, lock);    \
    if (way != 1) combining_order.end();                                                   \
    return way;                                                                            \
  }                                                                                        \
  extern "C" __attribute__((no_sanitize("thread"))) void __wrap___kmpc_end_reduce##suffix( \
      ident* place, int thread, void* lock) {                                              \
    combining_order.end();                                                                 \
    __real___kmpc_end_reduce##suffix(place, thread, lock);                                 \
  }
COMBINE_IN_ORDER()
COMBINE_IN_ORDER(_nowait)
#undef COMBINE_IN_ORDER

// What a thread does ahead of a flush comes before what another does behind a later one: that is
// how a flag hands over data. ThreadSanitizer does not see fences.
extern "C" void __wrap___kmpc_flush(ident* place) {
  __tsan_release(&flushes);
  __real___kmpc_flush(place);
  __tsan_acquire(&flushes);
}

extern "C" void __wrap___tsan_atomic_thread_fence(int order) {
  __tsan_release(&flushes);
  __real___tsan_atomic_thread_fence(order);
  __tsan_acquire(&flushes);
}

// What watched code calls for memset(), memcpy() and memmove(), and where it copies a struct. With
// ignore_noninstrumented_modules ThreadSanitizer looks at no access of a library function, whoever
// calls it: on Linux it takes no module for an instrumented one.
extern "C" void* __wrap___tsan_memset(void* to, int value, std::size_t bytes) {
  if (bytes != 0) __tsan_write_range(to, bytes);
  return __real___tsan_memset(to, value, bytes);
}

extern "C" void* __wrap___tsan_memcpy(void* to, const void* from, std::size_t bytes) {
  if (bytes != 0) __tsan_read_range(const_cast<void*>(from), bytes);
  if (bytes != 0) __tsan_write_range(to, bytes);
  return __real___tsan_memcpy(to, from, bytes);
}

extern "C" void* __wrap___tsan_memmove(void* to, const void* from, std::size_t bytes) {
  if (bytes != 0) __tsan_read_range(const_cast<void*>(from), bytes);
  if (bytes != 0) __tsan_write_range(to, bytes);
  return __real___tsan_memmove(to, from, bytes);
}

// ordered(n) with depend(source) and depend(sink), of which Archer does not hear.
extern "C" void __wrap___kmpc_doacross_post(ident* place, int thread, const long long* turn) {
  __tsan_release(&turns);
  __real___kmpc_doacross_post(place, thread, turn);
}
extern "C" void __wrap___kmpc_doacross_wait(ident* place, int thread, const long long* turn) {
  __real___kmpc_doacross_wait(place, thread, turn);
  __tsan_acquire(&turns);
}

// Who gets a chunk of a dynamic loop is chance: on a busy machine one thread may take them all, and
// has nobody to race with. Here each gets its own in turn, which the schedule allows too.
#define DEAL_OUT_IN_TURN(suffix, number, step)                                                  \
  extern "C" void __real___kmpc_dispatch_init_##suffix(ident*, int, int, number, number, step,  \
                                                       step);                                   \
  extern "C" void __wrap___kmpc_dispatch_init_##suffix(ident* place, int thread, int schedule,  \
                                                       number first, number last, step stride,  \
                                                       step chunk) {                            \
    __real___kmpc_dispatch_init_##suffix(place, thread, in_turn(schedule), first, last, stride, \
                                         chunk);                                                \
  }
DEAL_OUT_IN_TURN(4, int, int)
DEAL_OUT_IN_TURN(4u, unsigned, int)
DEAL_OUT_IN_TURN(8, long long, long long)
DEAL_OUT_IN_TURN(8u, unsigned long long, long long)
#undef DEAL_OUT_IN_TURN

// In order, by what only Archer can tell: the fork, a barrier, a critical section, the join.
// Without it ThreadSanitizer takes this for a race.
extern "C" void warplab_probe_order() {
  for (int round = 0; round < 2; ++round) {
    sum = 0;
#pragma omp parallel num_threads(THREADS)
    {
#pragma omp for
      for (int i = 0; i < NUMBERS; ++i) numbers[i] = i;
#pragma omp for
      for (int i = 0; i < NUMBERS; ++i) {
#pragma omp critical
        sum += numbers[NUMBERS - 1 - i];
      }
    }
  }
}

// ThreadSanitizer looks who has been there, then notes who is: of two threads that come at the same
// moment each may find nobody (once in 3000 probes, with 64 writes of each). So one comes first, and
// says so in a way that puts nothing in order.
extern "C" void warplab_probe_race() {
  __atomic_store_n(&has_written, false, __ATOMIC_RELAXED);
#pragma omp parallel num_threads(THREADS)
  {
    const int self = omp_get_thread_num();
    while (self != 0 && !__atomic_load_n(&has_written, __ATOMIC_RELAXED)) sched_yield();
    shared = self;
    __atomic_store_n(&has_written, true, __ATOMIC_RELAXED);
  }
}
