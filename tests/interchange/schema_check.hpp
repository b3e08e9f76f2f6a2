// As much of JSON Schema as the schemas in grammars/ use, from its definition.
#pragma once

#include <algorithm>
#include <cmath>
#include <fstream>
#include <regex>
#include <set>
#include <stdexcept>
#include <string>

#include <nlohmann/json.hpp>

#include "ltlc/text/diagnostic.hpp"

namespace ltlc::support {

inline nlohmann::json json_file(std::string const& path) {
  std::ifstream file(path, std::ios::binary);
  return nlohmann::json::parse(file);
}

class schema_check {
public:
  explicit schema_check(std::string const& name)
      : root_(json_file(std::string(LTLC_SOURCE_DIR "/grammars/") + name)) {}

  // Where the document breaks the schema, as pointer and keyword, or empty.
  [[nodiscard]] std::string objection(nlohmann::json const& document) const {
    return check(root_, document, "");
  }

private:
  using json = nlohmann::json;

  static bool has_type(json const& value, std::string const& type) {
    if (type == "object") return value.is_object();
    if (type == "array") return value.is_array();
    if (type == "string") return value.is_string();
    if (type == "number") return value.is_number();
    if (type == "null") return value.is_null();
    if (type == "integer")
      return value.is_number_integer() ||
             (value.is_number() && value.get<double>() == std::floor(value.get<double>()));
    throw std::logic_error("a type that no schema here has: " + type);
  }

  static bool has_types(json const& value, json const& types) {
    if (types.is_string()) return has_type(value, types.get<std::string>());
    for (auto const& type : types)
      if (has_type(value, type.get<std::string>())) return true;
    return false;
  }

  [[nodiscard]] std::string check(json const& schema, json const& value,
                                  std::string const& at) const {
    for (auto const& [keyword, rule] : schema.items()) {
      auto const wrong = check_one(schema, keyword, rule, value, at);
      if (!wrong.empty()) return wrong;
    }
    return {};
  }

  [[nodiscard]] std::string check_one(json const& schema, std::string const& keyword,
                                      json const& rule, json const& value,
                                      std::string const& at) const {
    static std::set<std::string> const silent = {"$schema", "title", "description", "$defs"};
    if (silent.contains(keyword)) return {};
    if (keyword == "$ref")
      return check(root_.at(json::json_pointer(rule.get<std::string>().substr(1))), value, at);
    if (keyword == "properties" || keyword == "additionalProperties")
      return value.is_object() ? members(schema, keyword, value, at) : std::string();
    if (keyword == "items" || keyword == "prefixItems")
      return value.is_array() ? elements(schema, keyword, value, at) : std::string();
    return holds(keyword, rule, value, at) ? std::string() : at + ": " + keyword;
  }

  [[nodiscard]] std::string members(json const& schema, std::string const& keyword,
                                    json const& value, std::string const& at) const {
    for (auto const& [name, member] : value.items()) {
      bool const known = schema.at("properties").contains(name);
      if (keyword == "additionalProperties" && !known) return at + "/" + name + ": " + keyword;
      if (keyword != "properties" || !known) continue;
      auto const wrong = check(schema.at("properties").at(name), member, at + "/" + name);
      if (!wrong.empty()) return wrong;
    }
    return {};
  }

  [[nodiscard]] std::string elements(json const& schema, std::string const& keyword,
                                     json const& value, std::string const& at) const {
    for (std::size_t i = 0; i < value.size(); ++i) {
      if (keyword == "prefixItems" && i >= schema.at(keyword).size()) break;
      auto const& rule = keyword == "items" ? schema.at(keyword) : schema.at(keyword).at(i);
      auto const wrong = check(rule, value[i], at + "/" + std::to_string(i));
      if (!wrong.empty()) return wrong;
    }
    return {};
  }

  [[nodiscard]] bool holds(std::string const& keyword, json const& rule, json const& value,
                           std::string const& at) const {
    if (keyword == "type") return has_types(value, rule);
    if (keyword == "const") return value == rule;
    if (keyword == "enum") return std::find(rule.begin(), rule.end(), value) != rule.end();
    if (keyword == "minimum") return !value.is_number() || value >= rule;
    if (keyword == "maximum") return !value.is_number() || value <= rule;
    if (keyword == "minItems") return !value.is_array() || value.size() >= rule;
    if (keyword == "maxItems") return !value.is_array() || value.size() <= rule;
    if (keyword == "uniqueItems")
      return !value.is_array() || std::set<json>(value.begin(), value.end()).size() == value.size();
    if (keyword == "maxLength")
      return !value.is_string() || text::count_code_points(value.get<std::string>()) <= rule;
    if (keyword == "pattern")
      return !value.is_string() ||
             std::regex_search(value.get<std::string>(), std::regex(rule.get<std::string>()));
    if (keyword == "required") {
      for (auto const& name : rule)
        if (value.is_object() && !value.contains(name.get<std::string>())) return false;
      return true;
    }
    if (keyword == "oneOf") {
      std::size_t held = 0;
      for (auto const& one : rule)
        if (check(one, value, at).empty()) ++held;
      return held == 1;
    }
    throw std::logic_error("a keyword that no schema here has: " + keyword);
  }

  json root_;
};

} // namespace ltlc::support
