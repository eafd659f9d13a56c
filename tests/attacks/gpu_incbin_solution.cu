// EXPECT: BUILD_ERROR(compile)
// LAB: lab5
// Lets the assembler copy files of the jail and of the system into the object, to find the course
// in them. The jail has the system's programs and the compiler, and nothing of the course or the
// judge.
#ifndef __CUDA_ARCH__
asm(".pushsection .rodata\n.global found\nfound: .incbin \"../../solutions/lab5-shared-int/"
    "convolution.cu\"\n.popsection");
#endif

void conv_filter_gpu(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                     int imgFOffsetW, Filter filter, const unsigned char* imgSrc,
                     unsigned char* imgDst) {}
