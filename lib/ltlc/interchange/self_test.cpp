#include "ltlc/interchange/self_test.hpp"

#include <cmath>
#include <cstdlib>
#include <optional>

#include <nlohmann/json.hpp>

#include "ltlc/execution/interpreter.hpp"
#include "ltlc/interchange/weights_writer.hpp"

namespace ltlc::interchange {

namespace {

class word_runner {
public:
  word_runner(network::model const& m, format::number_format const& f)
      : m_(m), run_(m, execution::regime(f)) {}

  std::optional<tested_word> operator()(text::word const& w) {
    if (m_.max_length && w.size() > *m_.max_length) return std::nullopt;
    run_.truncate(1);
    for (auto const a : w)
      if (!run_.push(a)) return std::nullopt;
    if (!run_.push_end()) return std::nullopt;
    // The text reads back as the number of the format or, of fp32, one that differs in the eighth
    // digit: a margin for people and for a tolerance. The verdict is the interpreter's.
    double const x =
        std::strtod(run_.value(m_.layers.size(), run_.rows() - 1, m_.readout).c_str(), nullptr);
    run_.truncate(w.size() + 1);
    auto const accepted = run_.accepts();
    if (!accepted || !std::isfinite(x)) return std::nullopt;
    return tested_word{m_.sigma.print(w), *accepted, std::fabs(x - 0.5)};
  }

private:
  network::model const& m_;
  execution::interpreter run_;
};

// The next word in the order of lengths, then of letters.
void advance(text::word& w, std::size_t letters) {
  for (std::size_t i = w.size(); i-- > 0; w[i] = 0)
    if (++w[i] < letters) return;
  w.insert(w.begin(), 0);
}

text::word scattered_word(std::size_t letters, std::size_t length) {
  std::uint64_t state = length;
  text::word w;
  for (std::size_t i = 0; i < length; ++i) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    w.push_back(static_cast<text::letter>((state >> 33) % letters));
  }
  return w;
}

} // namespace

std::vector<tested_word> self_test_of(network::model const& m, format::number_format const& f) {
  constexpr int tried = 100, most_of_a_kind = 3;
  word_runner run(m, f);
  std::vector<tested_word> result;
  int of_a_kind[2] = {0, 0};
  text::word w;
  for (int i = 0; i < tried; ++i, advance(w, m.sigma.size())) {
    auto const t = run(w);
    if (t && of_a_kind[t->accepted ? 1 : 0]++ < most_of_a_kind) result.push_back(*t);
    if (of_a_kind[0] >= most_of_a_kind && of_a_kind[1] >= most_of_a_kind) break;
  }
  for (std::size_t const length : {12u, 40u})
    if (auto const t = run(scattered_word(m.sigma.size(), length))) result.push_back(*t);
  return result;
}

std::string to_json(std::vector<tested_word> const& words) {
  auto list = nlohmann::ordered_json::array();
  for (auto const& t : words)
    list.push_back({t.word, t.accepted, t.margin});
  return document_text(list);
}

} // namespace ltlc::interchange
