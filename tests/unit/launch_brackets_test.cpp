// Launches whose brackets stand apart, as nvcc takes them.
#include "common/launch_brackets.h"

#include <gtest/gtest.h>

#include <string>

namespace warplab {
namespace {

TEST(LaunchBrackets, AreJoined) {
  EXPECT_EQ(with_joined_brackets("k << <1, 32>> >(x);"), "k <<< 1, 32>>> (x);");
  EXPECT_EQ(with_joined_brackets("k<<<1, 32>> >(x);"), "k<<<1, 32>>> (x);");
  EXPECT_EQ(with_joined_brackets("k<<\t<1, 32>>>(x);"), "k<<<\t1, 32>>>(x);");
  EXPECT_EQ(with_joined_brackets("k<T><< <1, 32>>  >(x); g << <2, 1 >> > ();"),
            "k<T><<< 1, 32>>>  (x); g <<< 2, 1 >>>  ();");
  EXPECT_EQ(with_joined_brackets("#define GO k << < 1, 1 >> >\nGO(x);"),
            "#define GO k <<<  1, 1 >>> \nGO(x);");
}

TEST(LaunchBrackets, MayHoldAnythingBetweenThem) {
  EXPECT_EQ(with_joined_brackets("k << <dim3(n >> 1, f<A<B>> >(2)), 1 /* >> > */>> >(x);"),
            "k <<< dim3(n >> 1, f<A<B>> >(2)), 1 /* >> > */>>> (x);");
  EXPECT_EQ(with_joined_brackets("k << <dim3{1, a[n >> 2]},\n    1>> >\n(x >> 1 > 2);"),
            "k <<< dim3{1, a[n >> 2]},\n    1>>> \n(x >> 1 > 2);");
}

TEST(LaunchBrackets, AreLeftAloneElsewhere) {
  for (const std::string text :
       {"k<<<1, 32>>>(x);", "// k << <1, 1>> >(x);", "const char* s = \"k << <1, 1>> >(x)\";",
        "std::cout << \"a\" < b;", "A<B<C<D>> > x;", "int a = b >> 1 > 2;",
        "std::ostream& operator<< <>(std::ostream&, const A<B<C<T>> >&);",
        "operator << <A<B<C>> >(out, x);", "k < <<1, 1>>>(x);", "k <<\n<1, 1>>>(x);", "<<", "<< ",
        "k<<<1, 1; A<B<C<D>> > x;", "f(k<<<1, 1), A<B<C<D>> >();"})
    EXPECT_EQ(with_joined_brackets(text), text);
  EXPECT_EQ(with_joined_brackets("my_operator << <1, 1>> >(x);"), "my_operator <<< 1, 1>>> (x);");
  EXPECT_EQ(with_joined_brackets("<< <1, 1>> >"), "<<< 1, 1>>> ");
}

// The time grows with the text, not with its square.
TEST(LaunchBrackets, AreFoundInLongTexts) {
  std::string text, joined;
  for (int i = 0; i < 20000; ++i) text += "k<< <(", joined += "k<<< (";
  EXPECT_EQ(with_joined_brackets(text), joined);
}

}  // namespace
}  // namespace warplab
