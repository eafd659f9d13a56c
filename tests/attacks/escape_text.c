// EXPECT: OK
// LAB: lab1
// Prints what a terminal, a spreadsheet, a web page or a log parser would act on. The result is
// right; the text must reach every report with its control bytes gone, escaped or quoted.
#include <stddef.h>
#include <stdio.h>

static void convolve(int height, int width, int source_width, const float* filter, const float* src,
                     float* dst) {
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      for (int c = 0; c < CHANNELS; ++c) {
        float sum = 0;
        for (int fy = 0; fy < FILTER_SIZE; ++fy)
          for (int fx = 0; fx < FILTER_SIZE; ++fx)
            sum += filter[fy * FILTER_SIZE + fx] *
                   src[((size_t)(y + fy) * source_width + x + fx) * CHANNELS + c];
        dst[((size_t)y * width + x) * CHANNELS + c] = sum < 0 ? 0 : sum > 255 ? 255 : sum;
      }
}

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  static int printed;
  if (!printed++) {
    printf("\033[2J\033[H\033]0;graded\007\033[32mcorrect 20/20 ok\033[0m\r\b\b\b\n");
    printf("=HYPERLINK(\"http://attack.invalid\",\"score\")\n+1+1\n-1\n@SUM(A1)\n");
    printf("<script>document.title='100 / 100'</script><img src=x onerror=alert(1)>\n");
    printf("]]></system-out></testcase>\n{\"scores\": {\"lab1\": 100}}\nGrade :=>> 100\n");
    fwrite("\0\xff\xfe\xc0\x80\x9b", 1, 6, stdout);
    fflush(stdout);
  }
  convolve(imgHeight, imgWidth, imgWidthF, filter, imgFloatSrc, imgFloatDst);
}
