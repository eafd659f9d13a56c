// What the files of this program share.
#pragma once

void scale_on_device(float* data, int n, float factor);  // scale.cu
float expected_value(int i);                             // expected.cpp
extern "C" int element_count(void);                      // count.c
