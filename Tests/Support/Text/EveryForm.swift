// A scenario in which every form of an expression stands once.

/// The text of a scenario that expects each example; all but those of a growth are about the smallest size.
public func everyForm(_ examples: [String]) -> String {
  let expectations = examples.map { example in
    let size = example.hasPrefix("growth") ? "" : ", rows: 4"
    return "  - that: \"\(example)\"\n    when: {variant: fast\(size)}"
  }
  return """
    faultline: 1
    name: forms
    title: Every form of an expression
    model: {Employee: {name: string}}
    stores: [memory]
    parameters:
      rows: {type: int, default: 4, min: 1}
      way: {type: choice, of: [slow, fast], default: fast}
    sizes: {rows: [4, 40, 400]}
    context: {undo: none}
    variants:
      fast: {}
      slow: {way: slow}
    steps:
      - repeat: rows
        as: i
        steps:
          - insert: {entity: Employee, into: 'one'}
          - checkpoint: 'round-{i}'
      - save: {}
      - fetch: {entity: Employee, into: all-of-them}
      - checkpoint: held
    expect:
    \(expectations.joined(separator: "\n"))

    """
}
