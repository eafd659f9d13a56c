// Bodies that attract each other: positions in shared tiles, two arrays in turn.
#include "check.h"

constexpr int tile = 64;

__host__ __device__ float3 pull(float3 force, float4 from, float4 body) {
  const float dx = from.x - body.x, dy = from.y - body.y, dz = from.z - body.z;
  const float d2 = dx * dx + dy * dy + dz * dz + 0.01f;
  const float strength = from.w / (d2 * sqrtf(d2));
  return {force.x + strength * dx, force.y + strength * dy, force.z + strength * dz};
}

__global__ void step(const float4* in, float4* out, int n, float dt) {
  __shared__ float4 bodies[tile];
  const int i = blockIdx.x * tile + threadIdx.x;
  const float4 body = in[i];
  float3 force = {0, 0, 0};
  for (int first = 0; first < n; first += tile) {
    bodies[threadIdx.x] = in[first + threadIdx.x];
    __syncthreads();
    for (int k = 0; k < tile; ++k) force = pull(force, bodies[k], body);
    __syncthreads();
  }
  out[i] = {body.x + force.x * dt, body.y + force.y * dt, body.z + force.z * dt, body.w};
}

int main() {
  const int n = 128, steps = 3;
  std::vector<float4> bodies(n), next(n);
  for (int i = 0; i < n; ++i)
    bodies[i] = {std::sin(i * 1.0f), std::cos(i * 2.0f), std::sin(i * 3.0f), 1 + i % 3 * 0.5f};
  DeviceArray<float4> a(bodies), b(n);
  for (int s = 0; s < steps; ++s) step<<<n / tile, tile>>>(s % 2 ? b : a, s % 2 ? a : b, n, 1e-4f);
  FINISH_KERNEL();
  for (int s = 0; s < steps; ++s) {
    for (int i = 0; i < n; ++i) {
      float3 force = {0, 0, 0};
      for (int k = 0; k < n; ++k) force = pull(force, bodies[k], bodies[i]);
      next[i] = {bodies[i].x + force.x * 1e-4f, bodies[i].y + force.y * 1e-4f,
                 bodies[i].z + force.z * 1e-4f, bodies[i].w};
    }
    bodies = next;
  }
  std::vector<float> got, expected;
  for (const float4 v : b.host()) got.insert(got.end(), {v.x, v.y, v.z});
  for (const float4 v : bodies) expected.insert(expected.end(), {v.x, v.y, v.z});
  return compare(got, expected, 1e-4);
}
