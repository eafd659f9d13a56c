// EXPECT: OK
// LAB: lab1
// WITHOUT: freeze OK
// A background thread watches the memory of the last source for the next one, and computes ahead
// while the judge still writes it. The call keeps the rows whose inputs are unchanged since, so the
// result is right either way; frozen meanwhile, the worker gains no time.
//
// For the test: the watcher's name is the number of source rows it has taken over, and a call prints
// how many rows it had ahead, where there were any. The first call of a size has nothing to go by.
#define _GNU_SOURCE
#include <emmintrin.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

enum { LEAST_PIXELS = 100000, MOST_PIXELS = 20000000, POLL_US = 50 };

static void convolve_row(int y, int width, int source_width, const float* filter, const float* src,
                         float* out) {
  for (int x = 0; x < width; ++x)
    for (int c = 0; c < CHANNELS; ++c) {
      float sum = 0;
      for (int fy = 0; fy < FILTER_SIZE; ++fy)
        for (int fx = 0; fx < FILTER_SIZE; ++fx)
          sum += filter[fy * FILTER_SIZE + fx] *
                 src[((size_t)(y + fy) * source_width + x + fx) * CHANNELS + c];
      out[(size_t)x * CHANNELS + c] = sum < 0 ? 0 : sum > 255 ? 255 : sum;
    }
}

// The same with SSE, to keep up with the judge's writing.
static void convolve_row_fast(int y, int width, int source_width, const float* filter,
                              const float* src, float* out) {
  __m128 weight[FILTER_SIZE * FILTER_SIZE];
  for (int i = 0; i < FILTER_SIZE * FILTER_SIZE; ++i) weight[i] = _mm_set1_ps(filter[i]);
  for (int x = 0; x < width; ++x) {
    __m128 sum = _mm_setzero_ps();
    for (int fy = 0; fy < FILTER_SIZE; ++fy)
      for (int fx = 0; fx < FILTER_SIZE; ++fx) {
        const float* pixel = src + ((size_t)(y + fy) * source_width + x + fx) * CHANNELS;
        sum = _mm_add_ps(sum, _mm_mul_ps(weight[fy * FILTER_SIZE + fx], _mm_loadu_ps(pixel)));
      }
    sum = _mm_min_ps(_mm_max_ps(sum, _mm_setzero_ps()), _mm_set1_ps(255));
    _mm_storeu_ps(out + (size_t)x * CHANNELS, sum);
  }
}

// A second mapping of shared pages, which outlives the harness's.
struct Alias {
  void* pages;
  size_t bytes;
};

// Maps the pages of data[0] to data[bytes - 1] once more; returns the data's place there, or NULL.
static const float* map_again(struct Alias* alias, const float* data, size_t bytes) {
  uintptr_t first = (uintptr_t)data & ~(uintptr_t)4095;
  if (alias->pages) munmap(alias->pages, alias->bytes);
  alias->bytes = (((uintptr_t)data + bytes + 4095) & ~(uintptr_t)4095) - first;
  void* pages = mremap((void*)first, 0, alias->bytes, MREMAP_MAYMOVE);
  alias->pages = pages == MAP_FAILED ? NULL : pages;
  if (alias->pages) madvise(pages, alias->bytes, MADV_POPULATE_READ);  // no page faults later
  return alias->pages ? (const float*)((char*)pages + ((uintptr_t)data - first)) : NULL;
}

// What the watcher works on; the lock guards all of it.
static struct {
  int active, height, width, source_height, source_width;
  struct Alias source_alias, filter_alias;
  const float *source, *filter;  // in the aliases
  float coefficients[25];        // as they were when the first row arrived
  float* marks;                  // one pixel of every source row, as it was in the last call
  float* copy;                   // the source rows that have arrived
  float* ahead;                  // the rows of the destination that they were enough for
  int rows_arrived, rows_ahead;
} job;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int call_waits;

static size_t source_row_floats(void) { return (size_t)job.source_width * CHANNELS; }

// The last pixel of a row inside the black border.
static size_t mark_of(int row) {
  return (size_t)row * source_row_floats() + (size_t)(job.source_width - 3) * CHANNELS;
}

static int has_arrived(int row) {
  if (row < FILTER_RADIUS) row = FILTER_RADIUS;  // black rows never change: ask their neighbour
  if (row >= job.source_height - FILTER_RADIUS) row = job.source_height - FILTER_RADIUS - 1;
  return memcmp(job.source + mark_of(row), job.marks + (size_t)row * CHANNELS,
                CHANNELS * sizeof(float)) != 0;
}

// Takes over the next source row if it has arrived, and computes what it completes.
static int step(void) {
  if (!job.active || job.rows_arrived == job.source_height || !has_arrived(job.rows_arrived))
    return 0;
  if (job.rows_arrived == 0) {
    if (has_arrived(job.source_height - 1)) return job.active = 0;  // all there: the call is near
    memcpy(job.coefficients, job.filter, sizeof job.coefficients);
  }
  size_t floats = source_row_floats();
  memcpy(job.copy + job.rows_arrived * floats, job.source + job.rows_arrived * floats,
         floats * sizeof(float));
  if (++job.rows_arrived < FILTER_SIZE) return 1;
  convolve_row_fast(job.rows_ahead, job.width, job.source_width, job.coefficients, job.copy,
                    job.ahead + (size_t)job.rows_ahead * job.width * CHANNELS);
  ++job.rows_ahead;
  return 1;
}

static void tell_rows(void) {
  char name[16];
  snprintf(name, sizeof name, "%d rows", job.rows_arrived);
  prctl(PR_SET_NAME, name);
}

static void* watch(void* unused) {
  for (;;) {
    pthread_mutex_lock(&lock);
    int busy = step();
    if (busy) tell_rows();
    pthread_mutex_unlock(&lock);
    if (!busy || atomic_load(&call_waits)) usleep(POLL_US);
  }
  return unused;
}

static void free_job(void) {
  if (job.source_alias.pages) munmap(job.source_alias.pages, job.source_alias.bytes);
  if (job.filter_alias.pages) munmap(job.filter_alias.pages, job.filter_alias.bytes);
  free(job.marks);
  free(job.copy);
  free(job.ahead);
  memset(&job, 0, sizeof job);
}

// Makes the call that is ending the one to watch for changes.
static void watch_source(int height, int width, int source_height, int source_width,
                         const float* filter, const float* src) {
  size_t source_bytes = (size_t)source_height * source_width * CHANNELS * sizeof(float);
  size_t bytes = (size_t)height * width * CHANNELS * sizeof(float);
  long pixels = (long)height * width;
  if (height != job.height || width != job.width) {
    free_job();
    if (pixels < LEAST_PIXELS || pixels > MOST_PIXELS) return;
    job.height = height, job.width = width;
    job.source_height = source_height, job.source_width = source_width;
    job.marks = malloc(source_height * CHANNELS * sizeof(float));
    job.copy = malloc(source_bytes);
    job.ahead = malloc(bytes);
    if (!job.marks || !job.copy || !job.ahead) {
      free_job();
      return;
    }
    memset(job.copy, 1, source_bytes);  // have the pages now
    memset(job.ahead, 1, bytes);
  }
  job.source = map_again(&job.source_alias, src, source_bytes);
  job.filter = map_again(&job.filter_alias, filter, sizeof job.coefficients);
  if (!job.source || !job.filter) {
    free_job();
    return;
  }
  for (int row = 0; row < source_height; ++row)
    memcpy(job.marks + (size_t)row * CHANNELS, job.source + mark_of(row), CHANNELS * sizeof(float));
  job.rows_arrived = job.rows_ahead = 0;
  job.active = 1;
}

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  static int started;
  pthread_t thread;
  if (!started++ && pthread_create(&thread, NULL, watch, NULL) == 0) pthread_detach(thread);

  atomic_store(&call_waits, 1);
  pthread_mutex_lock(&lock);  // from here to the end the watcher rests
  int known = job.active && imgHeight == job.height && imgWidth == job.width &&
              memcmp(filter, job.coefficients, sizeof job.coefficients) == 0;
  size_t source_row = (size_t)imgWidthF * CHANNELS, row = (size_t)imgWidth * CHANNELS;
  int unchanged = 0;  // how many source rows up to y + 4 are the ones that the watcher saw
  int rows_kept = 0;
  for (int y = 0, next = 0; y < imgHeight; ++y) {
    for (; known && next < job.rows_arrived && next < y + FILTER_SIZE; ++next) {
      int same = memcmp(job.copy + next * source_row, imgFloatSrc + next * source_row,
                        source_row * sizeof(float)) == 0;
      unchanged = same ? unchanged + 1 : 0;
    }
    if (known && y < job.rows_ahead && unchanged >= FILTER_SIZE) {
      memcpy(imgFloatDst + y * row, job.ahead + y * row, row * sizeof(float));
      ++rows_kept;
    } else {
      convolve_row(y, imgWidth, imgWidthF, filter, imgFloatSrc, imgFloatDst + y * row);
    }
  }
  watch_source(imgHeight, imgWidth, imgHeightF, imgWidthF, filter, imgFloatSrc);
  if (rows_kept) {
    printf("%d rows ahead\n", rows_kept);
    fflush(stdout);
  }
  atomic_store(&call_waits, 0);
  pthread_mutex_unlock(&lock);
}
