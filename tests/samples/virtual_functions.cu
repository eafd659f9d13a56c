// Objects made on the device, and virtual calls that differ by lane.
#include "check.h"

struct Shape {
  __device__ virtual int area() const = 0;
  __device__ virtual ~Shape() {}
};
struct Square : Shape {
  int side;
  __device__ explicit Square(int s) : side(s) {}
  __device__ int area() const override { return side * side; }
};
struct Rectangle : Shape {
  int width, height;
  __device__ Rectangle(int w, int h) : width(w), height(h) {}
  __device__ int area() const override { return width * height; }
};

__global__ void measure(int* out) {
  const int i = threadIdx.x;
  Square square(i);
  Rectangle rectangle(i, 3);
  const Shape* shape = i % 2 ? static_cast<const Shape*>(&square) : &rectangle;
  out[i] = shape->area();
}

int main() {
  DeviceArray<int> out(64);
  measure<<<1, 64>>>(out);
  FINISH_KERNEL();
  std::vector<int> expected(64);
  for (int i = 0; i < 64; ++i) expected[i] = i % 2 ? i * i : 3 * i;
  return compare(out.host(), expected);
}
