// What a worker in which ThreadSanitizer watches OpenMP threads is linked with besides: what Archer
// leaves out or gets wrong, and code that shows whether races are seen, and only those. Compiled as
// the student's file is, when that is linked.

extern "C" void __tsan_acquire(void* address);
extern "C" void __tsan_release(void* address);

// Of LLVM's OpenMP runtime and ThreadSanitizer. The linker's --wrap lets calls of x() come to
// __wrap_x().
struct ident;  // a place in the source
extern "C" void __real___kmpc_flush(ident* place);
extern "C" void __real___kmpc_doacross_post(ident* place, int thread, const long long* turn);
extern "C" void __real___kmpc_doacross_wait(ident* place, int thread, const long long* turn);
extern "C" void __real___tsan_atomic_thread_fence(int order);

namespace {

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

enum { THREADS = 2, NUMBERS = 64 };
int numbers[NUMBERS];
int sum;
int shared;

}  // namespace

// Archer notes each lock in a table that has a mutex. Taken for the program's, it would order all
// critical sections, also those of different names, and nothing would be found behind one.
extern "C" const char* __tsan_default_suppressions() { return "called_from_lib:libarcher.so\n"; }

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

extern "C" void warplab_probe_race() {
#pragma omp parallel num_threads(THREADS)
  for (int i = 0; i < NUMBERS; ++i) shared = i;
}
