#include "ltlc/algebra/criteria.hpp"

namespace ltlc::algebra {

using namespace evidence;

verdict decide_regular(automaton::dfa const& /*a*/, semigroup const& s, class_id id,
                       budget::budget const& /*limits*/) {
  return {id, membership::undecided, {}, s.limit};
}

} // namespace ltlc::algebra
