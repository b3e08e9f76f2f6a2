// One reader for both forms of exported weights.
#include <cmath>
#include <optional>

#include "ltlc/format/number_format.hpp"
#include "ltlc/interchange/json_reader.hpp"
#include "ltlc/interchange/model_checks.hpp"
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
  void expect(json_reader const& at, std::vector<std::string_view> known,
              std::vector<std::string_view> const& of_tensors) const;
  tensor numbers(json_reader const& owner, char const* key, std::string const& path,
                 std::size_t rank, std::size_t cols);
  network::matrix matrix(json_reader const& owner, char const* key, std::string const& path,
                         std::size_t rows, std::size_t cols);
  network::vector any_vector(json_reader const& owner, char const* key, std::string const& path);
  network::vector vector(json_reader const& owner, char const* key, std::string const& path,
                         std::size_t size);
  std::vector<rotary::rotary_pair> pairs(json_reader const& at, std::string const& path,
                                         std::size_t dimensions);
  std::vector<rotary::table_entry> table(json_reader const& pair, std::string const& path);
  network::head head(json_reader const& at, std::string const& path);
  network::mlp mlp(json_reader const& at, std::string const& path);
  network::norm norm(json_reader const& at, std::string const& path);
  network::layer layer(json_reader const& at, std::string const& path);
  void header(json_reader const& at, network::model& m);

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

// What would say again what a file of tensors says, or say otherwise, has no place beside them.
void weights_reader::expect(json_reader const& at, std::vector<std::string_view> known,
                            std::vector<std::string_view> const& of_tensors) const {
  for (auto const name : of_tensors) {
    std::string const key(name);
    if (!tensors_.inside() && at.contains(key.c_str()))
      at.key(key).fail("this is a tensor of the file, and cannot stand in the document too");
  }
  if (tensors_.inside()) known.insert(known.end(), of_tensors.begin(), of_tensors.end());
  expect_model_keys(at, std::move(known));
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
                                       std::string const& path, std::size_t rows,
                                       std::size_t cols) {
  auto const t = numbers(owner, key, path, 2, cols);
  network::matrix m(t.shape[0], t.shape[1]);
  if (auto const wrong = misfit(key, m.rows, m.cols, rows, cols); !wrong.empty())
    tensors_.object(owner, key, t, wrong);
  for (std::size_t i = 0; i < t.values.size(); ++i)
    if (t.values[i] != 0) m.entries[i] = exact::rational(t.values[i]);
  return m;
}

network::vector weights_reader::any_vector(json_reader const& owner, char const* key,
                                           std::string const& path) {
  auto const t = numbers(owner, key, path, 1, 0);
  network::vector v(t.values.size());
  for (std::size_t i = 0; i < v.size(); ++i)
    if (t.values[i] != 0) v[i] = exact::rational(t.values[i]);
  return v;
}

network::vector weights_reader::vector(json_reader const& owner, char const* key,
                                       std::string const& path, std::size_t size) {
  auto v = any_vector(owner, key, path);
  if (auto const wrong = misfit(key, v.size(), size); !wrong.empty())
    tensors_.object(owner, key, {tensor_name(path, key), {v.size()}, {}}, wrong);
  return v;
}

std::vector<rotary::table_entry> weights_reader::table(json_reader const& pair,
                                                       std::string const& path) {
  auto const t = numbers(pair, "table", path, 2, 2);
  if (t.shape[0] == 0 || t.shape[1] != 2)
    tensors_.object(pair, "table", t,
                    "a table is rows of two numbers, cosine and sine, and at least one");
  std::vector<rotary::table_entry> entries;
  entries.reserve(t.shape[0]);
  for (std::size_t i = 0; i < t.values.size(); i += 2)
    entries.push_back({exact::rational(t.values[i]), exact::rational(t.values[i + 1])});
  return entries;
}

std::vector<rotary::rotary_pair>
weights_reader::pairs(json_reader const& at, std::string const& path, std::size_t dimensions) {
  std::vector<rotary::rotary_pair> list;
  std::vector<bool> taken(dimensions, false);
  for (auto const& item : at.elements()) {
    expect(item, {"dims", "angle"}, {"table"});
    auto const [first, second] = read_dimensions(item, taken);
    rotary::rotary_pair pair;
    pair.first = first;
    pair.second = second;
    if (item.contains("angle")) {
      if (item.contains("table")) item.fail("a pair has an angle or a table, not both");
      pair.step.radians = exact::rational(item.key("angle").number());
    } else {
      pair.table = table(item, tensor_name(path, std::to_string(list.size())));
    }
    list.push_back(std::move(pair));
  }
  return list;
}

network::head weights_reader::head(json_reader const& at, std::string const& path) {
  expect(at, {"attention", "d_head", "rotary"}, {"W_Q", "b_Q", "W_K", "b_K", "W_V", "b_V", "W_O"});
  network::head h;
  h.note.kind = network::head_kind::given;
  h.attention = read_attention(at);
  auto const d_head = static_cast<std::size_t>(at.key("d_head").integer(1, most_dimensions));
  h.b_Q = any_vector(at, "b_Q", path);
  if (h.d_head() != d_head)
    at.key("d_head").fail("b_Q has " + std::to_string(h.d_head()) + " entries");
  h.W_Q = matrix(at, "W_Q", path, d_head, width_);
  h.W_K = matrix(at, "W_K", path, d_head, width_);
  h.b_K = vector(at, "b_K", path, d_head);
  h.W_V = matrix(at, "W_V", path, d_head, width_);
  h.b_V = vector(at, "b_V", path, d_head);
  h.W_O = matrix(at, "W_O", path, width_, d_head);
  h.rotary = pairs(at.key("rotary"), tensor_name(path, "rotary"), d_head);
  return h;
}

network::mlp weights_reader::mlp(json_reader const& at, std::string const& path) {
  expect(at, {}, {"W_1", "b_1", "W_2", "b_2"});
  network::mlp p;
  p.b_1 = any_vector(at, "b_1", path);
  p.W_1 = matrix(at, "W_1", path, p.hidden(), width_);
  p.W_2 = matrix(at, "W_2", path, width_, p.hidden());
  p.b_2 = vector(at, "b_2", path, width_);
  return p;
}

network::norm weights_reader::norm(json_reader const& at, std::string const& path) {
  expect(at, {"kind", "eps"}, {"gain", "bias"});
  auto const kind = read_norm_kind(at);
  double const eps = at.key("eps").number();
  if (auto const wrong = objection_to(eps); !wrong.empty()) at.key("eps").fail(wrong);
  if (eps < 0) at.key("eps").fail("the norm's eps is negative");
  return {kind, exact::rational(eps), vector(at, "gain", path, width_),
          vector(at, "bias", path, width_)};
}

network::layer weights_reader::layer(json_reader const& at, std::string const& path) {
  expect(at, {"heads", "mlp", "norm"}, {});
  network::layer l;
  for (auto const& h : at.key("heads").elements())
    l.heads.push_back(head(h, path + ".heads." + std::to_string(l.heads.size())));
  l.mlp = mlp(at.key("mlp"), tensor_name(path, "mlp"));
  if (at.has("norm")) l.norm = norm(at.key("norm"), tensor_name(path, "norm"));
  return l;
}

// The letters: what stands after the two marks.
text::alphabet letters_after_marks(json_reader const& at) {
  auto const tokens = at.elements();
  if (tokens.size() < 2 || tokens[0].string() != "<bos>" || tokens[1].string() != "<eos>")
    at.fail("expected \"<bos>\" and \"<eos>\" before the letters");
  return read_letters(at, 2);
}

void weights_reader::header(json_reader const& at, network::model& m) {
  expect_format(at, "ltlc-weights", "export");
  expect(at,
         {"format", "version", "dtype", "formula", "max_length", "tokens", "d_model", "positions",
          "layers", "readout"},
         {"embedding"});
  format(at.key("dtype"), m);
  m.formula = read_text(at, "formula");
  m.sigma = letters_after_marks(at.key("tokens"));
  m.max_length = read_length(at, "max_length");
}

network::model weights_reader::read(json_reader const& at) {
  network::model m;
  header(at, m);
  width_ = m.width = static_cast<std::size_t>(at.key("d_model").integer(1, most_dimensions));
  m.embedding = matrix(at, "embedding", "", 2 + m.sigma.size(), width_);
  if (at.contains("positions")) m.positions = pairs(at.key("positions"), "positions", width_);
  for (auto const& l : at.key("layers").elements())
    m.layers.push_back(layer(l, "layers." + std::to_string(m.layers.size())));
  auto const readout = at.key("readout");
  expect(readout, {"dim", "threshold"}, {});
  m.readout = static_cast<std::uint32_t>(
      readout.key("dim").integer(0, static_cast<std::int64_t>(width_) - 1));
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
