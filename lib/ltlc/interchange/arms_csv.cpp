#include "ltlc/interchange/arms_csv.hpp"

#include <map>
#include <optional>
#include <set>
#include <string_view>

#include "ltlc/budget/budget.hpp"
#include "ltlc/exact/scalar.hpp"
#include "ltlc/interchange/json_reader.hpp"

namespace ltlc::interchange {

namespace {

struct csv_field {
  std::string content;
  text::span where;
};

tl::unexpected<text::diagnostic> csv_error(text::span where, std::string message,
                                           std::string way_out = {}) {
  return tl::unexpected(text::diagnostic{where, std::move(message), "", std::move(way_out)});
}

class csv_rows {
public:
  explicit csv_rows(std::string_view content) : content_(content) {
    if (content_.substr(0, 3) == "\xEF\xBB\xBF") at_ = 3;
  }

  // The next row that is not empty; no value at the end.
  text::result<std::optional<std::vector<csv_field>>> next() {
    while (at_ < content_.size()) {
      std::vector<csv_field> row;
      do {
        auto one = field();
        if (!one) return tl::unexpected(one.error());
        row.push_back(std::move(*one));
      } while (take(','));
      take('\r');
      take('\n');
      bool const empty = row.size() == 1 && row[0].where.begin == row[0].where.end;
      if (!empty) return std::optional(std::move(row));
    }
    return std::optional<std::vector<csv_field>>();
  }

private:
  [[nodiscard]] bool here(char c) const { return at_ < content_.size() && content_[at_] == c; }
  bool take(char c) {
    bool const found = here(c);
    if (found) ++at_;
    return found;
  }
  void skip_blanks() {
    while (here(' ') || here('\t'))
      ++at_;
  }
  [[nodiscard]] bool at_end_of_field() const {
    return at_ == content_.size() || here(',') || here('\r') || here('\n');
  }
  text::result<csv_field> field() {
    skip_blanks();
    std::size_t const begin = at_;
    if (here('"')) return quoted();
    std::size_t end = at_;
    for (; !at_end_of_field(); ++at_) {
      if (here('"'))
        return csv_error({at_, at_ + 1}, "a quote inside a field that does not begin with one",
                         "\"a \"\"quoted\"\" word\"");
      if (!here(' ') && !here('\t')) end = at_ + 1;
    }
    return csv_field{std::string(content_.substr(begin, end - begin)), {begin, end}};
  }
  text::result<csv_field> quoted() {
    std::size_t const begin = at_++;
    std::string inside;
    for (;; ++at_) {
      if (at_ == content_.size()) return csv_error({begin, begin + 1}, "this quote is not closed");
      if (here('"')) {
        ++at_;
        if (!here('"')) break;
      }
      inside += content_[at_];
    }
    std::size_t const end = at_;
    skip_blanks();
    if (!at_end_of_field())
      return csv_error({at_, at_ + 1}, "expected a comma or the end of the line after the quote");
    return csv_field{std::move(inside), {begin, end}};
  }

  std::string_view content_;
  std::size_t at_ = 0;
};

bool is_csv_header(std::vector<csv_field> const& row) {
  return row.size() == 3 && row[0].content == "arm" && row[1].content == "seed" &&
         row[2].content == "value";
}

// Powers of ten beyond ±30 would leave the range of the figures' squares.
text::result<statistics::value> csv_value(csv_field const& field) {
  constexpr std::size_t longest = 64;
  if (field.content.size() > longest)
    return csv_error(field.where, "a value of more than 64 characters");
  auto const q = exact::parse_rational(field.content);
  if (!q) return csv_error(field.where, "no number: " + one_line(q.error()));
  static exact::rational const most(exact::integer("1" + std::string(30, '0')));
  exact::rational const size = *q < 0 ? exact::rational(-*q) : *q;
  if (size > most || (size != 0 && size * most < 1))
    return csv_error(field.where, "a value outside 1e-30 to 1e30", "another unit");
  return *q;
}

// Where rows go: the arms so far, and where each began.
class csv_arms {
public:
  text::result<void> add(std::vector<csv_field> const& row) {
    if (row.size() != 3)
      return csv_error({row.front().where.begin, row.back().where.end},
                       "expected three fields arm,seed,value, found " + std::to_string(row.size()));
    for (std::size_t const i : {0u, 1u})
      if (row[i].content.empty())
        return csv_error(row[i].where, i == 0 ? "an arm without a name" : "a seed without a name");
    auto const value = csv_value(row[2]);
    if (!value) return tl::unexpected(value.error());
    // Sums of fractions would grow without end; decimals of 64 characters stay far below.
    denominator_ = lcm(denominator_, exact::integer(denominator(*value)));
    if (msb(denominator_) >= most_csv_denominator_bits)
      return csv_error(row[2].where, "the fractions have too great a common denominator",
                       "decimals");
    auto const [entry, is_new] = index_.emplace(row[0].content, arms_.size());
    if (is_new) {
      if (arms_.size() == most_csv_arms)
        return csv_error(row[0].where, "more than " + budget::grouped(most_csv_arms) + " arms");
      arms_.push_back({row[0].content, {}, {}});
      first_.push_back(row[0].where);
    }
    auto& arm = arms_[entry->second];
    if (!seen_.emplace(entry->second, row[1].content).second)
      return csv_error(row[1].where, "this seed has a value in this arm already");
    arm.seeds.push_back(row[1].content);
    arm.values.push_back(*value);
    return {};
  }
  text::result<std::vector<experiment_arm>> finish() {
    for (std::size_t i = 0; i < arms_.size(); ++i)
      if (arms_[i].values.size() < 2)
        return csv_error(first_[i], "this arm has one value, and a deviation needs two");
    return std::move(arms_);
  }
  [[nodiscard]] std::size_t rows() const { return seen_.size(); }

private:
  std::vector<experiment_arm> arms_;
  std::vector<text::span> first_;
  std::map<std::string, std::size_t> index_;
  std::set<std::pair<std::size_t, std::string>> seen_;
  exact::integer denominator_ = 1; // common to all values
};

} // namespace

text::result<std::vector<experiment_arm>> arms_from_csv(text::source const& text) {
  std::string_view const content = text.content;
  if (!text::is_utf8(content)) {
    std::size_t at = 0;
    while (text::is_utf8(content.substr(at, text::code_point_length(content, at))))
      at += text::code_point_length(content, at);
    return csv_error({at, at + 1}, "a byte that is no UTF-8");
  }
  csv_rows rows(content);
  csv_arms arms;
  for (bool first = true;; first = false) {
    auto const row = rows.next();
    if (!row) return tl::unexpected(row.error());
    if (!row->has_value()) break;
    if (first && is_csv_header(**row)) continue;
    if (arms.rows() == most_csv_rows)
      return csv_error((**row)[0].where, "more than " + budget::grouped(most_csv_rows) + " rows");
    if (auto const added = arms.add(**row); !added) {
      auto error = added.error();
      if (first && error.way_out.empty())
        error.way_out = "arm,seed,value, if this row is the header";
      return tl::unexpected(std::move(error));
    }
  }
  if (arms.rows() == 0)
    return csv_error({0, 0}, "no values", "rows such as hybrid,0,95.0 under arm,seed,value");
  return arms.finish();
}

} // namespace ltlc::interchange
