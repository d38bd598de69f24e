// One seed for all hashes: order-dependent work then takes the same course in every process.

internal import FaultlineSystem

/// Runs the process again, once, with Swift's hashing made deterministic.
///
/// The runtime reads its environment before `main`, so setting the variable is too late for the
/// process that sets it: the process is replaced by itself.
public enum DeterministicHashing {
  static let variable = "SWIFT_DETERMINISTIC_HASHING"
  static let guardVariable = "FAULTLINE_REEXECUTED"

  /// What a process with a given environment has to do.
  enum Course: Equatable {
    case isDeterministic
    case runAgain
    case giveUp
  }

  /// Decides as the runtime does: only these first letters switch the variable on.
  static func course(variable: String?, guardVariable: String?) -> Course {
    if let first = variable?.first, "1tTyY".contains(first) { return .isDeterministic }
    return guardVariable == nil ? .runAgain : .giveUp
  }

  /// Replaces the process by itself unless its hashing is deterministic already.
  ///
  /// - Parameter arguments: The arguments to run with again, the program's name first.
  /// - Returns: Nothing when hashing is deterministic, or a sentence that says why it is not.
  public static func ensure(arguments: [String] = CommandLine.arguments) -> String? {
    ensure(arguments: arguments, executable: Linux.ownExecutable)
  }

  static func ensure(arguments: [String], executable: String) -> String? {
    switch course(variable: value(of: variable), guardVariable: value(of: guardVariable)) {
    case .isDeterministic:
      return nil
    case .giveUp:
      return "Hashing is not deterministic: the process was run again for it, and \(variable) is "
        + "still not set; does something between clear the environment?"
    case .runAgain:
      setenv(variable, "1", 1)
      setenv(guardVariable, "1", 1)
      let reason = execute(executable, arguments)
      unsetenv(variable)
      unsetenv(guardVariable)
      return "Hashing is not deterministic: the process could not run itself again (\(reason)); "
        + "set \(variable)=1 before the start."
    }
  }

  /// Becomes the other program, or returns why not.
  private static func execute(_ executable: String, _ arguments: [String]) -> String {
    var pointers = arguments.map { strdup($0) }
    pointers.append(nil)
    execv(executable, pointers)
    let reason = String(cString: strerror(errno))
    pointers.forEach { free($0) }
    return reason
  }

  private static func value(of name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }
}
