// Events.
#include <string>

#include "simt/runtime/calls.h"

using namespace simt::runtime;

namespace {

cudaError_t create(Context& context, cudaEvent_t* handle, unsigned flags) {
  require(handle);
  constexpr unsigned known = cudaEventBlockingSync | cudaEventDisableTiming | cudaEventInterprocess;
  require((flags & ~known) == 0, cudaErrorInvalidValue);
  auto event = std::make_shared<Event>();
  event->id = ++context.last_id;
  event->device = context.current().ordinal;
  event->flags = flags;
  *handle = context.events.add(event);
  return cudaSuccess;
}

cudaError_t record(Context& context, cudaEvent_t handle, cudaStream_t stream_handle) {
  Event& event = context.event(handle);
  Stream& stream = context.stream(stream_handle);
  require(event.device == stream.device, cudaErrorInvalidResourceHandle);
  event.capture = stream.capture;
  event.captured = stream.frontier;
  if (stream.capture) return cudaSuccess;
  forbid_implicit_wait(context, stream);
  return context.execute(stream, RecordOperation{handle});
}

// A stream that waits for an event of a capture takes part in it.
cudaError_t join_capture(Context& context, Stream& stream, const Event& event) {
  require(!stream.capture || stream.capture == event.capture, cudaErrorStreamCaptureMerge);
  require(stream.id != 0, cudaErrorStreamCaptureImplicit);
  if (!stream.capture) {
    stream.capture = event.capture;
    ++context.captures;
  }
  stream.frontier.insert(stream.frontier.end(), event.captured.begin(), event.captured.end());
  return cudaSuccess;
}

}  // namespace

extern "C" {

cudaError_t cudaEventCreate(cudaEvent_t* event) {
  return api("cudaEventCreate",
             [&](Context& context) { return create(context, event, cudaEventDefault); });
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned flags) {
  return api("cudaEventCreateWithFlags",
             [&](Context& context) { return create(context, event, flags); });
}

cudaError_t cudaEventDestroy(cudaEvent_t event) {
  return api("cudaEventDestroy", [&](Context& context) {
    require(context.events.erase(event), cudaErrorInvalidResourceHandle);
    return cudaSuccess;
  });
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  return api("cudaEventRecord", [&](Context& context) { return record(context, event, stream); });
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned) {
  return api("cudaEventRecordWithFlags",
             [&](Context& context) { return record(context, event, stream); });
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream_handle, cudaEvent_t handle, unsigned) {
  return api("cudaStreamWaitEvent", [&](Context& context) {
    Stream& stream = context.stream(stream_handle);
    const Event& event = context.event(handle);
    if (event.capture && !event.capture->invalidated && !event.capture->ended)
      return join_capture(context, stream, event);
    require(!stream.capture, cudaErrorStreamCaptureIsolation);
    return context.execute(stream, WaitOperation{handle});
  });
}

cudaError_t cudaEventQuery(cudaEvent_t handle) {
  return api("cudaEventQuery", [&](Context& context) {
    forbid_unsafe_call(context);
    const Event& event = context.event(handle);
    require(!event.capture, cudaErrorCapturedEvent);
    return context.backend().is_done(event) ? cudaSuccess : cudaErrorNotReady;
  });
}

cudaError_t cudaEventSynchronize(cudaEvent_t handle) {
  return api("cudaEventSynchronize", [&](Context& context) {
    forbid_unsafe_call(context);
    const Event& event = context.event(handle);
    require(!event.capture, cudaErrorCapturedEvent);
    context.backend().synchronize(event);
    return cudaSuccess;
  });
}

cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t end) {
  return api("cudaEventElapsedTime", [&](Context& context) {
    require(milliseconds);
    const Event &first = context.event(start), &last = context.event(end);
    for (const Event* event : {&first, &last})
      require((event->flags & cudaEventDisableTiming) == 0 && !event->capture &&
                  context.backend().is_recorded(*event),
              cudaErrorInvalidResourceHandle);
    if (first.device != last.device)
      throw ApiError{cudaErrorInvalidResourceHandle,
                     "the events belong to device " + std::to_string(first.device) +
                         " and device " + std::to_string(last.device) +
                         ", whose clocks are not one"};
    const auto seconds = context.backend().seconds_between(first, last);
    if (!seconds) return cudaErrorNotReady;
    *milliseconds = static_cast<float>(*seconds * 1e3);
    return cudaSuccess;
  });
}

}  // extern "C"
