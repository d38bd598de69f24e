// Variants for what was seen: each a change that a rule of tuning suggests, and none that nothing calls for.

/// The parameters and variants of a scenario that was made of a recording.
package struct ObservedVariants {
  package let text: String
  /// The variant that plays what was observed.
  package static let reference = "as observed"

  package init(_ steps: any ReplaySteps) {
    var parameters: [String] = []
    var variants: [(name: String, settings: String, why: String)] = []
    if steps.hasLookups {
      parameters.append("  lookups: {type: choice, of: [apart, together], default: apart}")
      variants.append(
        ("looked up together", "lookups: together", "one request in place of one for each object"))
    }
    var paths: [String] = []
    for path in steps.prefetchable where !paths.contains(path) { paths.append(path) }
    if !paths.isEmpty {
      variants.append(
        (
          "prefetched", "prefetches: [\(paths.joined(separator: ", "))]",
          "what was asked for one by one comes along"
        ))
    }
    if steps.saveCount > 0 {
      parameters.append("  saving: {type: choice, of: [each, once], default: each}")
      if steps.saveCount > 1 {
        variants.append(
          ("saved at the end", "saving: once", "one save in place of \(steps.saveCount)"))
      }
    }
    if steps.largestFetch >= 100 {
      variants.append(
        (
          "in batches", "fetchBatchSize: 50",
          "no more rows than are looked at, where a fetch had \(steps.largestFetch)"
        ))
    }
    // Two ways to compare with, where nothing stood out.
    if variants.count < 2 {
      variants.append(("realized", "fetchesAs: realized", "objects with their values at once"))
    }
    if variants.count < 2, !variants.contains(where: { $0.name == "in batches" }) {
      variants.append(("in batches", "fetchBatchSize: 20", "rows as they are looked at"))
    }
    var lines: [String] = []
    if !parameters.isEmpty { lines += ["", "parameters:"] + parameters }
    lines += ["", "variants:", "  as observed: {}"]
    lines += variants.prefix(4).map { "  \($0.name): {\($0.settings)}  # \($0.why)" }
    lines.append("reference: as observed")
    text = lines.joined(separator: "\n")
  }
}
