#include "ltlc/algebra/criteria.hpp"

namespace ltlc::algebra {

using namespace evidence;

verdict decide_threshold(automaton::dfa const& /*a*/, semigroup const& s,
                         budget::budget const& /*limits*/) {
  return {class_id::ltt, membership::undecided, {}, s.limit};
}

} // namespace ltlc::algebra
