// What a command line calls a shard: 7, 7/64, or auto for the task that an engine has begun.

package import FaultlineScenarios

/// Reads the shard that `--shard` names.
package enum ShardText {
  /// The word for what the environment says.
  package static let auto = "auto"
  /// What a script sets where its engine sets nothing: number and total, counted from 0.
  package static let variable = "FAULTLINE_SHARD"

  /// The shard that a text names, of a plan of so many.
  package static func parse(
    _ text: String, shards: Int, environment: [String: String]
  ) throws(Diagnostic) -> ShardChoice {
    if text == auto { return try named(by: environment, shards) }
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    let numbers = parts.map { digits(String($0)) }
    guard let number = numbers[0], !numbers.contains(nil) else {
      throw Diagnostic(
        "\(text.inQuotes) is no shard",
        notes: [
          "a shard is a number counted from 1, such as 7 or 7/64, or auto for the task that an engine has begun"
        ])
    }
    if numbers.count > 1, let total = numbers[1], total != shards {
      throw Diagnostic(
        "\(text.inQuotes) is a shard of \(total), and the plan has \(Engine.shards(shards))")
    }
    return try checked(number, shards)
  }

  private static func checked(_ number: Int, _ shards: Int) throws(Diagnostic) -> ShardChoice {
    guard number > 0 else {
      throw Diagnostic("there is no shard 0: shards are counted from 1 to \(shards)")
    }
    guard number <= shards else {
      throw Diagnostic("there is no shard \(number): the plan has \(Engine.shards(shards))")
    }
    return ShardChoice(number: number, of: shards)
  }

  /// What the script says goes first; two engines are one too many.
  private static func named(
    by environment: [String: String], _ shards: Int
  ) throws(Diagnostic) -> ShardChoice {
    if let text = environment[variable] { return try fromZero(text, shards) }
    let engines = Engine.all.filter { $0.isNamed(in: environment) }
    guard let engine = engines.first else { throw nothingNamed(environment) }
    guard engines.count == 1 else {
      let names = engines.map { "\($0.name) (\($0.index))" }.joined(separator: " and ")
      throw Diagnostic(
        "\(names) both number this task, so it is not known which shard is meant",
        notes: [
          "--shard NUMBER names it, counted from 1; so does \(variable)=NUMBER/TOTAL, counted from 0"
        ])
    }
    return try engine.shard(of: shards, in: environment)
  }

  private static func fromZero(_ text: String, _ shards: Int) throws(Diagnostic) -> ShardChoice {
    let numbers = text.split(separator: "/", omittingEmptySubsequences: false)
      .map { digits(String($0)) }
    guard numbers.count == 2, let index = numbers[0], let total = numbers[1] else {
      throw Diagnostic(
        "\(variable) is \(text.inQuotes), which is no number and total such as 0/\(shards), counted from 0"
      )
    }
    guard total == shards else {
      throw Diagnostic(
        "\(variable) is \(text.inQuotes), and the plan has \(Engine.shards(shards))",
        notes: [remedy(shards)])
    }
    guard index < shards else {
      throw Diagnostic(
        "\(variable) is \(text.inQuotes), which is counted from 0: the last shard is \(shards - 1)/\(shards)"
      )
    }
    return ShardChoice(number: index + 1, of: shards)
  }

  private static func nothingNamed(_ environment: [String: String]) -> Diagnostic {
    let empty = Engine.all.map(\.index).filter { environment[$0] == "" }
    let undefined = Engine.all.filter { engine in
      engine.absent.map { environment[engine.index] == $0 } == true
    }
    var notes = empty.map { "\($0) is set and empty" }
    notes += undefined.map { "\($0.index) is \(($0.absent ?? "").inQuotes): this is no array job" }
    notes += [
      "engines that are known: "
        + Engine.all.map { "\($0.name) (\($0.index))" }.joined(separator: ", "),
      "--shard NUMBER names the shard, counted from 1; so does \(variable)=NUMBER/TOTAL, counted from 0",
    ]
    return Diagnostic("no engine has numbered this task", notes: notes)
  }

  /// What helps where an engine has more or fewer tasks than the plan has shards.
  static func remedy(_ shards: Int) -> String {
    "run as many tasks as the plan has shards, \(shards), or name each one's shard: --shard NUMBER, counted from 1"
  }

  /// A whole number in plain digits, without sign, space or other scripts' digits.
  static func digits(_ text: String) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
    return Int(text)
  }
}
