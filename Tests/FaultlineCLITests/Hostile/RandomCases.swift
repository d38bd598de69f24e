// Cases that are made by chance: each is found again by its seed and its number.

import Dispatch
import FaultlineMeasures
import FaultlineTestSupport
import Foundation
import Synchronization
import Testing

/// The scalars of a text that a terminal would obey.
func harmfulScalars(in text: String) -> [Unicode.Scalar] {
  text.unicodeScalars.filter { scalar in
    scalar != "\n" && scalar != "\t"
      // What joins the parts of an emoji steers nothing.
      && !("\u{200C}"..."\u{200D}").contains(scalar)
      && [.control, .format].contains(scalar.properties.generalCategory)
  }
}

extension WholeProgram.Answer {
  /// The reason why no run may end like this one, or nil.
  var defect: String? {
    guard FaultlineMeasures.ExitStatus(rawValue: Int32(status)) != nil else {
      return "no documented status"
    }
    for said in [output, errors] {
      for sign in ["internal error", "Fatal error", "NSCocoaError", "was killed by signal"]
      where said.contains(sign) {
        return sign
      }
      // A page of JSON has carriage returns as escapes, and CSV has them at the ends of its lines.
      let harmful = harmfulScalars(in: said).filter { $0 != "\r" }
      if !harmful.isEmpty { return "prints \(harmful)" }
    }
    return nil
  }
}

/// Runs many cases beside each other, each group of them in a folder of its own.
enum RandomCases {
  /// `FAULTLINE_SEED`, or the same in every run.
  static let seed =
    ProcessInfo.processInfo.environment["FAULTLINE_SEED"].flatMap { UInt64($0) } ?? 20_261_129

  /// Records what is wrong with each of the cases, and prints how they ended.
  ///
  /// A case returns how it ended, in a word for the count of all cases. Returns that count.
  @discardableResult static func run(
    _ count: Int, of kind: String, files: [String: String] = [:], casesInAFolder: Int = 20,
    copying original: WholeProgram? = nil,
    _ body: @escaping @Sendable (Int, WholeProgram, inout SplitMix64) throws -> String
  ) -> [String: Int] {
    let endings = Mutex<[String: Int]>([:])
    let groups = (count + casesInAFolder - 1) / casesInAFolder
    DispatchQueue.concurrentPerform(iterations: groups) { group in
      guard let program = try? original?.copied() ?? WholeProgram(files) else {
        Issue.record("\(kind): no folder can be made")
        return
      }
      for number in group * casesInAFolder..<min(count, (group + 1) * casesInAFolder) {
        var dice = SplitMix64(seed: seed &+ UInt64(number) &* 0x1_0001)
        do {
          let ending = try body(number, program, &dice)
          endings.withLock { $0[ending, default: 0] += 1 }
        } catch {
          Issue.record("\(kind) \(number), FAULTLINE_SEED=\(seed): \(error)")
        }
      }
    }
    let counted = endings.withLock { $0 }.sorted { $0.key < $1.key }
      .map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    print("\(kind): \(count) cases, FAULTLINE_SEED=\(seed): \(counted)")
    return endings.withLock { $0 }
  }
}

/// What was wrong with a case, with the text that shows it.
struct BadCase: Error, CustomStringConvertible {
  let description: String

  init(_ reason: String, _ text: String, _ answer: WholeProgram.Answer?) {
    let said = answer.map {
      "status \($0.status)\n\($0.output.suffix(600))\n\($0.errors.suffix(900))"
    }
    description = "\(reason)\n\(text)\n\(said ?? "")"
  }
}

extension WholeProgram {
  /// The same files in a folder of their own.
  func copied() throws -> WholeProgram {
    let copy = try WholeProgram()
    try FileManager.default.removeItem(at: copy.folder)
    try FileManager.default.copyItem(at: folder, to: copy.folder)
    return copy
  }

  /// Runs a command line of a random case: with settings of its own, and no longer than a minute.
  func runCase(_ words: [String], showing text: String) throws -> Answer {
    let answer: Answer
    do {
      answer = try run(
        words,
        environment: [
          "FAULTLINE_CACHE": "\(folder.path)/cache", "XDG_CONFIG_HOME": "\(folder.path)/settings",
          "BROWSER": "true", "SWIFT_BACKTRACE": "enable=no",
        ],
        timeout: .seconds(120))
    } catch {
      throw BadCase("\(words): output that is no UTF-8: \(error)", text, nil)
    }
    if let defect = answer.defect { throw BadCase("\(words): \(defect)", text, answer) }
    return answer
  }
}
