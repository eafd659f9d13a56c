// EXPECT: WRONG
// LAB: lab5
// Prints terminal codes, bytes that are no text, and a pass, from the host and from a kernel. What
// is printed is cleaned before it is shown or stored, and never read.
__global__ void talk() { printf("\x1b[2J\x1b[32m60 / 60 OK\x1b[0m\xff\xfe\r\b\a<script>\n"); }

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {
  talk<<<1, 1>>>();
  printf("\x1b]0;60 / 60\a=HYPERLINK(\"x\")\n");
}
