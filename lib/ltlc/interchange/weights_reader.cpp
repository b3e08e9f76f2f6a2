// One reader for both forms of exported weights. Shapes are left to network::malformed, which sees
// them all; here are the numbers and the names.
#include <cmath>
#include <optional>

#include "ltlc/format/number_format.hpp"
#include "ltlc/interchange/json_reader.hpp"
#include "ltlc/interchange/model_documents.hpp"

namespace ltlc::interchange {

namespace {

// Bounds for files that somebody else wrote.
constexpr std::size_t most_numbers = 16'000'000; // of all tensors together
constexpr std::int64_t most_dimensions = 1'000'000;

class weights_reader {
public:
  explicit weights_reader(tensor_source& tensors) : tensors_(tensors) {}
  network::model read(json_reader const& at);

private:
  void format(json_reader const& at, network::model& m);
  [[nodiscard]] std::string objection_to(double x) const;
  tensor numbers(json_reader const& owner, char const* key, std::string const& path,
                 std::size_t rank, std::size_t cols);
  network::matrix matrix(json_reader const& owner, char const* key, std::string const& path,
                         std::size_t cols);
  network::vector vector(json_reader const& owner, char const* key, std::string const& path);
  std::vector<rotary::rotary_pair> pairs(json_reader const& at, std::string const& path);
  network::head head(json_reader const& at, std::string const& path);
  network::norm norm(json_reader const& at, std::string const& path);
  network::layer layer(json_reader const& at, std::string const& path);

  tensor_source& tensors_;
  std::optional<format::number_format> format_; // none for "exact"
  std::size_t width_ = 0;
  std::size_t numbers_ = 0; // so far, against most_numbers
};

// λ is 2^e, the least that is not below f_large.
void weights_reader::format(json_reader const& at, network::model& m) {
  m.format = at.string();
  m.scale = 1;
  if (m.format == "exact") return;
  format_ = format::find_format(m.format);
  if (!format_) at.fail("unknown number format");
  m.format = std::string(format_->name);
  int exponent = 0;
  double const large = format::f_large(*format_);
  bool const is_power = std::frexp(large, &exponent) == 0.5;
  double const scale = std::ldexp(1.0, is_power ? exponent - 1 : exponent);
  if (!std::isfinite(large) || !std::isfinite(scale))
    at.fail("exp(-x) is not 0 for any x of this format");
  m.scale = exact::rational(scale);
}

// Empty for a number of the format.
std::string weights_reader::objection_to(double x) const {
  if (!std::isfinite(x)) return "a weight is a finite number";
  if (!format_ || format::representable(*format_, x)) return {};
  double const nearest = format::round(*format_, x);
  std::string const rounded =
      std::isfinite(nearest) ? "round it, to " + format::shortest_decimal(nearest) + ", or " : "";
  return format::shortest_decimal(x) + " is not a number of " + std::string(format_->name) + "; " +
         rounded + "name a wider format";
}

tensor weights_reader::numbers(json_reader const& owner, char const* key, std::string const& path,
                               std::size_t rank, std::size_t cols) {
  auto t = tensors_.read(owner, key, tensor_name(path, key), rank, cols);
  numbers_ += t.values.size();
  if (numbers_ > most_numbers) owner.fail("the tensors pass 16,000,000 numbers");
  for (std::size_t i = 0; i < t.values.size(); ++i)
    if (auto const wrong = objection_to(t.values[i]); !wrong.empty())
      tensors_.object(owner, key, t, i, wrong);
  return t;
}

network::matrix weights_reader::matrix(json_reader const& owner, char const* key,
                                       std::string const& path, std::size_t cols) {
  auto const t = numbers(owner, key, path, 2, cols);
  network::matrix m(t.shape[0], t.shape[1]);
  for (std::size_t i = 0; i < t.values.size(); ++i)
    if (t.values[i] != 0) m.entries[i] = exact::rational(t.values[i]);
  return m;
}

network::vector weights_reader::vector(json_reader const& owner, char const* key,
                                       std::string const& path) {
  auto const t = numbers(owner, key, path, 1, 0);
  network::vector v(t.values.size());
  for (std::size_t i = 0; i < v.size(); ++i)
    if (t.values[i] != 0) v[i] = exact::rational(t.values[i]);
  return v;
}

std::vector<rotary::rotary_pair> weights_reader::pairs(json_reader const& at,
                                                       std::string const& path) {
  std::vector<rotary::rotary_pair> list;
  for (auto const& item : at.elements()) {
    item.key("dims").expect_size(2, "two dimensions");
    auto const dims = item.key("dims").elements();
    rotary::rotary_pair pair;
    pair.first = static_cast<std::uint32_t>(dims[0].integer(0, most_dimensions));
    pair.second = static_cast<std::uint32_t>(dims[1].integer(0, most_dimensions));
    if (item.contains("angle")) {
      if (item.contains("table")) item.fail("a pair has an angle or a table, not both");
      pair.step.radians = exact::rational(item.key("angle").number());
    } else {
      auto const t = numbers(item, "table", tensor_name(path, std::to_string(list.size())), 2, 2);
      if (t.shape[0] == 0 || t.shape[1] != 2)
        item.fail("a table is rows of two numbers, cosine and sine, and at least one");
      for (std::size_t i = 0; i < t.values.size(); i += 2)
        pair.table.push_back({exact::rational(t.values[i]), exact::rational(t.values[i + 1])});
    }
    list.push_back(std::move(pair));
  }
  return list;
}

network::head weights_reader::head(json_reader const& at, std::string const& path) {
  network::head h;
  h.note.kind = network::head_kind::given;
  if (at.has("attention")) {
    auto const attention = network::find_attention_kind(at.key("attention").string());
    if (!attention) at.key("attention").fail("expected soft, leftmost, rightmost or average");
    h.attention = *attention;
  }
  auto const d_head = static_cast<std::size_t>(at.key("d_head").integer(1, most_dimensions));
  h.W_Q = matrix(at, "W_Q", path, width_);
  h.b_Q = vector(at, "b_Q", path);
  h.W_K = matrix(at, "W_K", path, width_);
  h.b_K = vector(at, "b_K", path);
  h.W_V = matrix(at, "W_V", path, width_);
  h.b_V = vector(at, "b_V", path);
  h.W_O = matrix(at, "W_O", path, d_head);
  if (h.d_head() != d_head)
    at.key("d_head").fail("b_Q has " + std::to_string(h.d_head()) + " entries");
  h.rotary = pairs(at.key("rotary"), tensor_name(path, "rotary"));
  return h;
}

network::norm weights_reader::norm(json_reader const& at, std::string const& path) {
  auto const kind = network::find_norm_kind(at.key("kind").string());
  if (!kind) at.key("kind").fail("expected layer or rms");
  double const eps = at.key("eps").number();
  if (auto const wrong = objection_to(eps); !wrong.empty()) at.key("eps").fail(wrong);
  return {*kind, exact::rational(eps), vector(at, "gain", path), vector(at, "bias", path)};
}

network::layer weights_reader::layer(json_reader const& at, std::string const& path) {
  network::layer l;
  for (auto const& h : at.key("heads").elements())
    l.heads.push_back(head(h, path + ".heads." + std::to_string(l.heads.size())));
  auto const mlp = at.key("mlp");
  auto const place = tensor_name(path, "mlp");
  l.mlp.W_1 = matrix(mlp, "W_1", place, width_);
  l.mlp.b_1 = vector(mlp, "b_1", place);
  l.mlp.W_2 = matrix(mlp, "W_2", place, 0);
  l.mlp.b_2 = vector(mlp, "b_2", place);
  if (at.has("norm")) l.norm = norm(at.key("norm"), tensor_name(path, "norm"));
  return l;
}

// The letters: what stands after the two marks.
text::alphabet letters_after_marks(json_reader const& at) {
  std::vector<std::string> tokens;
  for (auto const& token : at.elements())
    tokens.push_back(token.string());
  if (tokens.size() < 2 || tokens[0] != "<bos>" || tokens[1] != "<eos>")
    at.fail("expected \"<bos>\" and \"<eos>\" before the letters");
  tokens.erase(tokens.begin(), tokens.begin() + 2);
  auto sigma = text::alphabet::make(std::move(tokens));
  if (!sigma) at.fail(sigma.error().message);
  return std::move(*sigma);
}

network::model weights_reader::read(json_reader const& at) {
  if (!at.has("format") || at.key("format").string() != "ltlc-weights")
    at.fail("expected \"format\": \"ltlc-weights\", as `ltlc export` writes it");
  if (at.key("version").integer(0, INT32_MAX) != 1)
    at.key("version").fail("this program reads version 1");
  network::model m;
  format(at.key("dtype"), m);
  m.sigma = letters_after_marks(at.key("tokens"));
  if (at.has("max_length"))
    m.max_length = static_cast<std::uint64_t>(at.key("max_length").integer(0, INT32_MAX));
  width_ = m.width = static_cast<std::size_t>(at.key("d_model").integer(1, most_dimensions));
  m.embedding = matrix(at, "embedding", "", width_);
  if (at.has("positions")) m.positions = pairs(at.key("positions"), "positions");
  for (auto const& l : at.key("layers").elements())
    m.layers.push_back(layer(l, "layers." + std::to_string(m.layers.size())));
  auto const readout = at.key("readout");
  m.readout = static_cast<std::uint32_t>(readout.key("dim").integer(0, most_dimensions));
  // A comparison with a number that is a double: exact.
  if (readout.key("threshold").number() != 0.5)
    readout.key("threshold").fail("the only threshold that this program reads is 0.5");
  if (auto const wrong = network::malformed(m); !wrong.empty()) at.fail(wrong);
  return m;
}

} // namespace

network::model weights_of(json_reader const& document, tensor_source& tensors) {
  return weights_reader(tensors).read(document);
}

} // namespace ltlc::interchange
