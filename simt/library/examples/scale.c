/* Loads scale.ptx, runs its kernel over an array of this program, and prints what the launch did: results, sectors by
   line, and the finding that the kernel is written for.

     cc scale.c -I build/libsimt -L build/libsimt -lsimt -Wl,-rpath,$PWD/build/libsimt -o scale && ./scale scale.ptx */
#include <simt.h>
#include <stdio.h>
#include <stdlib.h>

static void check(simt_status status) {
  if (status == SIMT_OK) return;
  fprintf(stderr, "%s: %s\n", simt_status_name(status), simt_last_error());
  exit(1);
}

/* The text of a file. */
static char* read_text(const char* name) {
  FILE* file = fopen(name, "rb");
  char* text = calloc(1, 1 << 16);
  if (file == NULL || text == NULL || fread(text, 1, (1 << 16) - 1, file) == 0) {
    fprintf(stderr, "cannot read %s\n", name);
    exit(1);
  }
  fclose(file);
  return text;
}

enum { n = 1000 };
static _Alignas(256) float x[n]; /* as cudaMalloc aligns: sectors begin at multiples of 32 bytes */

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  for (int i = 0; i < n; ++i) x[i] = (float)i;

  simt_device* device;
  simt_module* module;
  simt_result* result;
  char* ptx = read_text(argv[1]);
  check(simt_device_create("H200", SIMT_CHECK | SIMT_COUNT, 1, &device));
  check(simt_memory_add(device, x, sizeof x));
  check(simt_module_load(device, ptx, &module));

  /* As the kernel takes them: a pointer, a float and an int, one behind the other. */
  struct {
    float* x;
    float factor;
    int n;
  } parameters = {x, 0.5f, n};
  const simt_dim3 grid = {(n + 255) / 256, 1, 1}, block = {256, 1, 1};
  const simt_status status =
      simt_launch(module, "scale", grid, block, 0, &parameters, sizeof parameters, &result);
  if (status != SIMT_KERNEL_FAULT) check(status); /* what it did wrong is in the result */

  const char* const sectors = "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum";
  double all, of_line;
  check(simt_result_counter(result, sectors, &all));
  check(simt_result_line_counter(result, "scale.cu", 4, sectors, &of_line));
  printf("x[999] = %g\n", x[999]);
  printf("sectors loaded: %g, in line 4: %g\n", all, of_line);
  for (size_t i = 0; i < simt_result_findings(result); ++i)
    fputs(simt_result_finding(result, i), stdout);

  simt_result_destroy(result);
  simt_device_destroy(device);
  free(ptx);
  return 0;
}
