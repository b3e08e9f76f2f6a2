# What Doxygen reads instead of a header: its comments are plain ones, and say <bos>, a\b or #a
# without meaning any command. The comment a file begins with is about the file; one behind a
# declaration is about that, with the lines that go on below it.
#   awk -f api_comments.awk HEADER
function as_text(line) {
  gsub(/\\/, "&&", line)
  gsub(/&/, "\\&amp;", line)
  gsub(/</, "\\&lt;", line)
  gsub(/>/, "\\&gt;", line)
  gsub(/[@#%"$]/, "\\\\&", line)
  return line
}
/^ *\/\/( |$)/ {
  at = index($0, "//")
  if (NR == 1) print "/// \\file"
  print substr($0, 1, at - 1) (at == behind ? "///<" : "///") as_text(substr($0, at + 2))
  next
}
{ behind = 0 }
match($0, /[;,{] +\/\/ /) {
  at = behind = index($0, "// ")
  print substr($0, 1, at - 1) "///<" as_text(substr($0, at + 2))
  next
}
{ print }
