// Which calls of a program are ordered, and which touch the same memory without being so.
//
// The order is that of the CUDA runtime: a stream's work is done in turn; an event orders what
// comes behind a wait for it; the host's waits order all it asks for later; a device's default
// stream waits for all blocking streams, and they for it; steps of a graph wait for those that they
// depend on. Kept as vector clocks (Mattern, Virtual
// Time and Global States of Distributed Systems, 1989), one entry a stream.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "simt/memory/byte_ranges.h"
#include "simt/memory/layout.h"

namespace simt::session {

// Memory that a call touches.
struct MemoryUse {
  bool is_on_host = false;
  uint64_t buffer = 0;  // bytes of different buffers are different
  memory::ByteRanges bytes;
  bool is_written = false;
  bool is_atomic = false;  // by what needs no order among its like
};

struct StreamName {
  uint32_t device = 0;
  uint64_t number = 0;  // 0: the device's default stream
  auto operator<=>(const StreamName&) const = default;
};

// Work in a stream, as messages speak of it.
struct StreamCall {
  std::string what;   // "the copy to the device"
  uint64_t site = 0;  // of the call: whatever its user makes a line of
  StreamName stream;
};

struct StreamConflict {
  enum class Kind : uint8_t {
    streams,  // of two streams, in no order
    host,     // the host touches what `other` may still be using
    end,      // the program's function ends before `other` has
  };
  Kind kind{};
  StreamCall call;   // the later one; of the host, without a stream
  StreamCall other;  // the earlier one
  // The memory, and the first byte of it that both touch.
  bool is_on_host = false;
  memory::Address address = 0;
};

std::string name_of(StreamName stream);  // "stream 2", "the default stream"

class StreamOrder {
 public:
  // A piece of work, to be asked for later.
  struct Work {
    StreamName stream;
    uint64_t number = 0;
  };

  void create_stream(StreamName stream, bool is_non_blocking);
  void record(uint64_t event, StreamName stream);
  void wait_event(uint64_t event, StreamName stream);
  void synchronize_event(uint64_t event);
  void synchronize_stream(StreamName stream);
  void synchronize_device(uint32_t device);

  // As long as it lives, work in the stream is that of a graph, a step after begin_step(), which comes
  // behind the steps whose numbers it is told, and what it does in turn.
  class InGraph {
   public:
    InGraph(StreamOrder& order, StreamName stream) : order_(order), stream_(stream) {
      order_.begin_graph(stream_);
    }
    ~InGraph() { order_.end_graph(stream_); }
    InGraph(const InGraph&) = delete;

   private:
    StreamOrder& order_;
    StreamName stream_;
  };
  void begin_step(StreamName stream, const std::vector<size_t>& after);

  Work work(const StreamCall& call, bool host_waits, std::vector<MemoryUse> uses);
  // Of the host itself.
  void host_work(const std::string& what, uint64_t site, const std::vector<MemoryUse>& uses);
  // The program's function returns: what writes to a host buffer has to be done.
  void end();
  // Whether the host has waited for it, however.
  bool is_done(const Work& work) const { return is_before(work, host_); }

  // One for each two calls that conflict, up to a number.
  const std::vector<StreamConflict>& conflicts() const { return conflicts_; }

 private:
  using Clock = std::map<StreamName, uint64_t>;  // work of each stream that is done before
  struct Use {
    MemoryUse memory;
    Work work;
    StreamCall call;
  };

  // One that is being launched. Its branches are streams to clocks.
  struct Graph {
    Clock before;  // what its first steps come behind
    struct Step {
      Clock clock;
      size_t branch = 0;
    };
    std::vector<Step> steps;
    std::vector<size_t> last;  // the last step, by branch
  };

  static void join(Clock& clock, const Clock& other);
  void begin_graph(StreamName stream);
  void end_graph(StreamName stream);
  // The step that is work of the stream now; null where it is none of a graph.
  Graph::Step* step_of(StreamName stream);
  static bool is_before(const Work& work, const Clock& clock);
  Clock& clock_of(StreamName stream);
  void look_for_conflicts(StreamConflict::Kind kind, const StreamCall& call,
                          const std::vector<MemoryUse>& uses, const Clock& clock);
  void forget_what_is_done();
  void add(StreamConflict conflict);

  Clock host_;
  std::map<StreamName, Clock> streams_;
  std::map<StreamName, bool> non_blocking_;
  std::map<StreamName, Graph> graphs_;
  std::map<uint64_t, Clock> events_;
  std::vector<Use> uses_;  // that the host has not waited for
  std::vector<StreamConflict> conflicts_;
};

}  // namespace simt::session
