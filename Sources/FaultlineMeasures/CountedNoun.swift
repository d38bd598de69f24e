// A number with its noun, in the form that the number asks for.

/// `1 row`, `2,000 rows`; words that take more than an s are given in both forms.
package func counted(_ number: Int, _ one: String, _ many: String? = nil) -> String {
  "\(NumberText.grouped(number)) \(number == 1 ? one : many ?? one + "s")"
}
