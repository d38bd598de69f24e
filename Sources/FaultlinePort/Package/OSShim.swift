// The module `os` of a ported package: locks that lock, and logs that print errors.

enum OSShim {
  static let text = #"""
    // Written by `faultline port`: the part of the module `os` that data layers use.

    import Foundation

    public struct OSLogType: Equatable, Sendable {
      public let rawValue: UInt8
      public static let `default` = OSLogType(rawValue: 0)
      public static let info = OSLogType(rawValue: 1)
      public static let debug = OSLogType(rawValue: 2)
      public static let error = OSLogType(rawValue: 16)
      public static let fault = OSLogType(rawValue: 17)
    }

    public final class OSLog: Sendable {
      public static let `default` = OSLog(subsystem: "", category: "")
      public static let disabled = OSLog(subsystem: "", category: "", isEnabled: false)
      private let prefix: String
      private let isEnabled: Bool

      public convenience init(subsystem: String, category: String) {
        self.init(subsystem: subsystem, category: category, isEnabled: true)
      }

      private init(subsystem: String, category: String, isEnabled: Bool) {
        prefix = [subsystem, category].filter { !$0.isEmpty }.joined(separator: " ")
        self.isEnabled = isEnabled
      }

      // Errors are printed; everything below would hide the output of tests.
      func write(_ type: OSLogType, _ message: String) {
        guard isEnabled, type == .error || type == .fault else { return }
        FileHandle.standardError.write(Data("\(prefix): \(message)\n".utf8))
      }
    }

    public func os_log(
      _ message: StaticString, dso: UnsafeRawPointer? = nil, log: OSLog = .default,
      type: OSLogType = .default, _ arguments: any CVarArg...
    ) {
      let format = message.description.replacingOccurrences(of: "{public}", with: "")
        .replacingOccurrences(of: "{private}", with: "")
      log.write(type, String(format: format, arguments: arguments))
    }

    public func os_log(
      _ type: OSLogType, dso: UnsafeRawPointer? = nil, log: OSLog = .default,
      _ message: StaticString, _ arguments: any CVarArg...
    ) {
      let format = message.description.replacingOccurrences(of: "{public}", with: "")
        .replacingOccurrences(of: "{private}", with: "")
      log.write(type, String(format: format, arguments: arguments))
    }

    public struct OSLogPrivacy: Sendable {
      public static let `public` = OSLogPrivacy()
      public static let `private` = OSLogPrivacy()
      public static let sensitive = OSLogPrivacy()
      public static let auto = OSLogPrivacy()
    }

    public struct OSLogMessage: ExpressibleByStringInterpolation {
      public struct StringInterpolation: StringInterpolationProtocol {
        var text = ""
        public init(literalCapacity: Int, interpolationCount: Int) {}
        public mutating func appendLiteral(_ literal: String) { text += literal }
        public mutating func appendInterpolation<Value>(
          _ value: @autoclosure () -> Value, privacy: OSLogPrivacy = .auto
        ) {
          text += "\(value())"
        }
      }

      let text: String
      public init(stringLiteral value: String) { text = value }
      public init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }
    }

    public struct Logger: Sendable {
      private let destination: OSLog
      public init() { destination = .default }
      public init(_ log: OSLog) { destination = log }
      public init(subsystem: String, category: String) {
        destination = OSLog(subsystem: subsystem, category: category)
      }
      public func log(_ message: OSLogMessage) { destination.write(.default, message.text) }
      public func log(level: OSLogType, _ message: OSLogMessage) { destination.write(level, message.text) }
      public func trace(_ message: OSLogMessage) { destination.write(.debug, message.text) }
      public func debug(_ message: OSLogMessage) { destination.write(.debug, message.text) }
      public func info(_ message: OSLogMessage) { destination.write(.info, message.text) }
      public func notice(_ message: OSLogMessage) { destination.write(.default, message.text) }
      public func warning(_ message: OSLogMessage) { destination.write(.error, message.text) }
      public func error(_ message: OSLogMessage) { destination.write(.error, message.text) }
      public func critical(_ message: OSLogMessage) { destination.write(.fault, message.text) }
      public func fault(_ message: OSLogMessage) { destination.write(.fault, message.text) }
    }

    public struct OSAllocatedUnfairLock<State>: @unchecked Sendable {
      private final class Storage {
        let lock = NSLock()
        var state: State
        init(_ state: State) { self.state = state }
      }

      private let storage: Storage

      public init(initialState: State) { storage = Storage(initialState) }
      public init(uncheckedState: State) { storage = Storage(uncheckedState) }

      public func withLock<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
        storage.lock.lock()
        defer { storage.lock.unlock() }
        return try body(&storage.state)
      }

      public func withLockUnchecked<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
        try withLock(body)
      }

      public func withLockIfAvailable<Result>(
        _ body: (inout State) throws -> Result
      ) rethrows -> Result? {
        guard storage.lock.try() else { return nil }
        defer { storage.lock.unlock() }
        return try body(&storage.state)
      }
    }

    extension OSAllocatedUnfairLock where State == Void {
      public init() { self.init(initialState: ()) }
      public func lock() { storage.lock.lock() }
      public func unlock() { storage.lock.unlock() }
      public func lockIfAvailable() -> Bool { storage.lock.try() }
      public func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
        storage.lock.lock()
        defer { storage.lock.unlock() }
        return try body()
      }
    }

    """#
}
