// What data layers use of Foundation and Dispatch, and what those have on Apple's platforms alone.

public import Dispatch
public import Foundation

extension URL {
  /// The folder of what can be made again.
  public static var cachesDirectory: URL { folder(.cachesDirectory) }
  /// The folder of a person's documents.
  public static var documentsDirectory: URL { folder(.documentDirectory) }
  /// The folder of what a program keeps for itself.
  public static var applicationSupportDirectory: URL { folder(.applicationSupportDirectory) }
  /// The folder of what may be gone tomorrow.
  public static var temporaryDirectory: URL { FileManager.default.temporaryDirectory }

  private static func folder(_ directory: FileManager.SearchPathDirectory) -> URL {
    FileManager.default.urls(for: directory, in: .userDomainMask).first
      ?? FileManager.default.temporaryDirectory
  }
}

/// Nanoseconds in a second.
public let NSEC_PER_SEC: UInt64 = 1_000_000_000
/// Nanoseconds in a millisecond.
public let NSEC_PER_MSEC: UInt64 = 1_000_000

extension DispatchQueue: @retroactive Equatable {
  /// Whether the two are one queue.
  public static func == (one: DispatchQueue, other: DispatchQueue) -> Bool { one === other }
}
