// From what an engine says of a task to the shard that it runs.

import FaultlineScenarios

extension Engine {
  /// The shard of this task, of a plan of so many.
  func shard(of shards: Int, in environment: [String: String]) throws(Diagnostic) -> ShardChoice {
    let number = try Self.number(of: index, in: environment)
    let first = try first(in: environment)
    let step = try step(in: environment)
    try checkTotal(first: first, step: step, shards, environment)
    guard number >= first else {
      throw Diagnostic("\(index) is \(number), and the first task of \(name) is \(first)")
    }
    let distance = number - first
    guard distance % step == 0 else {
      throw Diagnostic(
        "\(index) is \(number), which is no task of an array from \(first) in steps of \(step)")
    }
    guard distance / step < shards else {
      throw Diagnostic(
        "\(index) is \(number), task \(Self.ordinal(distance / step)) of \(name), and the plan has "
          + Self.shards(shards),
        notes: [ShardText.remedy(shards)])
    }
    return ShardChoice(number: distance / step + 1, of: shards)
  }

  private func first(in environment: [String: String]) throws(Diagnostic) -> Int {
    switch first {
    case .zero: return 0
    case .one: return 1
    case .variable(let name):
      guard environment[name]?.isEmpty == false else {
        throw Diagnostic(
          "\(index) is set and \(name) is not, so it is not known which task is the first",
          notes: ["--shard NUMBER names the shard instead, counted from 1"])
      }
      return try Self.number(of: name, in: environment)
    }
  }

  private func step(in environment: [String: String]) throws(Diagnostic) -> Int {
    guard let step, environment[step]?.isEmpty == false else { return 1 }
    let number = try Self.number(of: step, in: environment)
    guard number > 0 else { throw Diagnostic("\(step) is 0; no array has such steps") }
    return number
  }

  /// An array of another size than the plan's would leave shards out, or have one run twice.
  private func checkTotal(
    first: Int, step: Int, _ shards: Int, _ environment: [String: String]
  ) throws(Diagnostic) {
    let variable: String
    let tasks: Int
    switch total {
    case .unknown: return
    case .count(let name):
      guard environment[name]?.isEmpty == false else { return }
      variable = name
      tasks = try Self.number(of: name, in: environment)
    case .last(let name):
      guard environment[name]?.isEmpty == false else { return }
      variable = name
      let last = try Self.number(of: name, in: environment)
      guard last >= first else {
        throw Diagnostic("\(name) is \(last), before the first task, \(first)")
      }
      // As far as it can be counted: more than any plan has.
      tasks = (last - first) / step == .max ? .max : (last - first) / step + 1
    }
    guard tasks != shards else { return }
    throw Diagnostic(
      "\(name) has \(tasks) \(tasks == 1 ? "task" : "tasks") (\(variable)), and the plan has "
        + Self.shards(shards),
      notes: [ShardText.remedy(shards)])
  }

  /// A whole number in a variable, in plain digits.
  static func number(
    of variable: String, in environment: [String: String]
  ) throws(Diagnostic) -> Int {
    let text = environment[variable] ?? ""
    guard let number = ShardText.digits(text) else {
      throw Diagnostic("\(variable) is \(text.inQuotes), which is not the number of a task")
    }
    return number
  }

  private static func ordinal(_ distance: Int) -> String {
    distance == .max ? "\(distance)" : "\(distance + 1)"
  }

  static func shards(_ count: Int) -> String { count == 1 ? "1 shard" : "\(count) shards" }
}
