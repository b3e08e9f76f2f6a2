#include "ltlc/regex/derivative.hpp"

namespace ltlc::regex {

namespace {

// Blocks of letters; cut() splits each block of which a set holds some letters but not all.
class letter_partition {
public:
  explicit letter_partition(std::size_t letters) : block_of_(letters, 0), size_{letters} {}

  void cut(std::vector<text::letter> const& members) {
    std::vector<std::uint32_t> touched;
    inside_.resize(size_.size(), 0);
    for (text::letter const x : members)
      if (inside_[block_of_[x]]++ == 0) touched.push_back(block_of_[x]);
    fresh_.resize(size_.size(), 0);
    for (std::uint32_t const b : touched) {
      fresh_[b] = b;
      if (inside_[b] < size_[b]) {
        fresh_[b] = static_cast<std::uint32_t>(size_.size());
        size_.push_back(inside_[b]);
        size_[b] -= inside_[b];
      }
      inside_[b] = 0;
    }
    for (text::letter const x : members)
      block_of_[x] = fresh_[block_of_[x]];
  }
  [[nodiscard]] std::vector<std::uint32_t> const& block_of() const { return block_of_; }

private:
  std::vector<std::uint32_t> block_of_;
  std::vector<std::size_t> size_;
  std::vector<std::size_t> inside_;
  std::vector<std::uint32_t> fresh_;
};

} // namespace

letter_classes classes_of(expression f, text::alphabet const& sigma) {
  letter_partition partition(sigma.size());
  std::vector<text::letter> members;
  for (term::id const i : subexpressions(f)) {
    node const& n = (*f.pool)[i];
    if (n.kind != op::letters) continue;
    members.clear();
    for (term::id const symbol : f.pool->set(n.a).symbols)
      if (auto const x = sigma.find(f.pool->symbols().name(symbol))) members.push_back(*x);
    partition.cut(members);
  }
  letter_classes result;
  boost::unordered_flat_map<std::uint32_t, std::uint32_t> number;
  for (text::letter x = 0; x < sigma.size(); ++x) {
    auto const [at, fresh] = number.try_emplace(
        partition.block_of()[x], static_cast<std::uint32_t>(result.representative.size()));
    if (fresh) result.representative.push_back(x);
    result.class_of.push_back(at->second);
  }
  return result;
}

} // namespace ltlc::regex
