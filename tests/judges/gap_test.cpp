// GAP enumerates the semigroup of the transformations that are written here: the sizes must agree.
#include <doctest/doctest.h>

#include "automaton/random_dfa.hpp"
#include "judges/program.hpp"
#include "ltlc/algebra/semigroup.hpp"
#include "ltlc/interchange/automaton_gap.hpp"

using namespace ltlc;
using namespace ltlc::support;
using namespace ltlc::judges;

TEST_SUITE("judge") {

  TEST_CASE("GAP and ltlc count the same elements of transition semigroups") {
    if (!installed("gap")) return;
    temporary_folder const folder;
    std::vector<std::size_t> sizes;
    std::vector<std::string> letters;
    std::string all;
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
      support::random source(seed);
      auto const sigma = alphabet_of(one_of<std::string>(source, {"a", "ab", "abc", "\"\\"}));
      auto const a = random_dfa(source, sigma, 1 + below(source, 4));
      letters.push_back(sigma.token(0));
      sizes.push_back(algebra::enumerate(a, {}).size());
      all += interchange::to_gap(a) + "Print( Size( S ), \" \", letters[1], \"\\n\" );\n";
    }
    write_file(folder.file("all.g"), all + "QUIT;\n");
    REQUIRE(std::system(
                ("gap -q -b -A " + folder.file("all.g") + " < /dev/null > " + folder.file("sizes"))
                    .c_str()) == 0);
    std::istringstream printed(read_file(folder.file("sizes")));
    std::size_t largest = 0;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      CAPTURE(i + 1); // the seed
      std::size_t size = 0;
      std::string letter;
      REQUIRE(static_cast<bool>(printed >> size >> letter));
      REQUIRE(size == sizes[i]);
      REQUIRE(letter == letters[i]);
      largest = std::max(largest, size);
    }
    MESSAGE(sizes.size() << " semigroups, the largest of " << largest);
    CHECK(largest > 30);
  }
}
