// EXPECT: BUILD_LIMIT(time) | BUILD_LIMIT(memory)
// LAB: lab1
// Forty macros that double each other: 2^40 terms of one expression. Which limit of the compile
// jail comes first depends on the machine.
#define TERMS_0 +imgHeight
#define TERMS_1 TERMS_0 TERMS_0
#define TERMS_2 TERMS_1 TERMS_1
#define TERMS_3 TERMS_2 TERMS_2
#define TERMS_4 TERMS_3 TERMS_3
#define TERMS_5 TERMS_4 TERMS_4
#define TERMS_6 TERMS_5 TERMS_5
#define TERMS_7 TERMS_6 TERMS_6
#define TERMS_8 TERMS_7 TERMS_7
#define TERMS_9 TERMS_8 TERMS_8
#define TERMS_10 TERMS_9 TERMS_9
#define TERMS_11 TERMS_10 TERMS_10
#define TERMS_12 TERMS_11 TERMS_11
#define TERMS_13 TERMS_12 TERMS_12
#define TERMS_14 TERMS_13 TERMS_13
#define TERMS_15 TERMS_14 TERMS_14
#define TERMS_16 TERMS_15 TERMS_15
#define TERMS_17 TERMS_16 TERMS_16
#define TERMS_18 TERMS_17 TERMS_17
#define TERMS_19 TERMS_18 TERMS_18
#define TERMS_20 TERMS_19 TERMS_19
#define TERMS_21 TERMS_20 TERMS_20
#define TERMS_22 TERMS_21 TERMS_21
#define TERMS_23 TERMS_22 TERMS_22
#define TERMS_24 TERMS_23 TERMS_23
#define TERMS_25 TERMS_24 TERMS_24
#define TERMS_26 TERMS_25 TERMS_25
#define TERMS_27 TERMS_26 TERMS_26
#define TERMS_28 TERMS_27 TERMS_27
#define TERMS_29 TERMS_28 TERMS_28
#define TERMS_30 TERMS_29 TERMS_29
#define TERMS_31 TERMS_30 TERMS_30
#define TERMS_32 TERMS_31 TERMS_31
#define TERMS_33 TERMS_32 TERMS_32
#define TERMS_34 TERMS_33 TERMS_33
#define TERMS_35 TERMS_34 TERMS_34
#define TERMS_36 TERMS_35 TERMS_35
#define TERMS_37 TERMS_36 TERMS_36
#define TERMS_38 TERMS_37 TERMS_37
#define TERMS_39 TERMS_38 TERMS_38
#define TERMS_40 TERMS_39 TERMS_39

void conv_filter(int imgHeight, int imgWidth, int imgHeightF, int imgWidthF, int imgFOffsetH,
                 int imgFOffsetW, float* filter, float* imgFloatSrc, float* imgFloatDst) {
  imgFloatDst[0] = 0 TERMS_40;
}
