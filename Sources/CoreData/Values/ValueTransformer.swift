// Transformers between values and data, as classes that are registered by name.

import Faultline
public import Foundation

/// The name of a value transformer.
public struct NSValueTransformerName: RawRepresentable, Hashable, Sendable {
  /// The name as text.
  public var rawValue: String

  /// Makes a name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Makes a name.
  public init(_ rawValue: String) { self.rawValue = rawValue }

  /// The transformer for what a secure archive can hold.
  public static let secureUnarchiveFromDataTransformerName = Self(
    "NSSecureUnarchiveFromDataTransformer")
}

/// A way from values of some kind to others, and back.
open class ValueTransformer: NSObject {
  private static let lock = NSLock()
  nonisolated(unsafe) private static var registered: [NSValueTransformerName: ValueTransformer] = [
    .secureUnarchiveFromDataTransformerName: NSSecureUnarchiveFromDataTransformer()
  ]

  /// Makes a transformer.
  public override init() { super.init() }

  /// Registers a transformer under the name by which models know it.
  open class func setValueTransformer(
    _ transformer: ValueTransformer?, forName name: NSValueTransformerName
  ) {
    lock.withLock { registered[name] = transformer }
    guard let transformer else { return }
    ValueTransformers.register(RegisteredTransformer(transformer), forName: name.rawValue)
  }

  /// The names under which transformers are registered.
  open class func valueTransformerNames() -> [NSValueTransformerName] {
    lock.withLock { registered.keys.sorted { $0.rawValue < $1.rawValue } }
  }

  /// Returns the transformer of a name.
  public static func named(_ name: NSValueTransformerName) -> ValueTransformer? {
    lock.withLock { registered[name] }
  }

  /// The class of what a transformer makes.
  open class func transformedValueClass() -> AnyClass { NSData.self }

  /// Returns a Boolean value that indicates whether there is a way back.
  open class func allowsReverseTransformation() -> Bool { true }

  /// Returns a value in its other form.
  open func transformedValue(_ value: Any?) -> Any? { value }

  /// Returns a value in its first form.
  open func reverseTransformedValue(_ value: Any?) -> Any? { value }
}

/// A transformer from secure archives to the values in them.
open class NSSecureUnarchiveFromDataTransformer: ValueTransformer {
  /// The classes that an archive may have at its top.
  open class var allowedTopLevelClasses: [AnyClass] {
    [
      NSArray.self, NSDictionary.self, NSSet.self, NSString.self, NSNumber.self, NSDate.self,
      NSData.self, NSURL.self, NSUUID.self, NSNull.self,
    ]
  }

  open override func transformedValue(_ value: Any?) -> Any? {
    guard let data = value as? Data else { return nil }
    return try? NSKeyedUnarchiver.unarchivedObject(
      ofClasses: Self.allowedTopLevelClasses, from: data)
  }

  open override func reverseTransformedValue(_ value: Any?) -> Any? {
    guard let value else { return nil }
    return try? NSKeyedArchiver.archivedData(withRootObject: value, requiringSecureCoding: true)
  }
}

/// A registered transformer as the engine calls it.
///
/// A transformer that makes data is asked for data; one that unarchives is asked the other way round.
private struct RegisteredTransformer: DataTransformer, @unchecked Sendable {
  private let transformer: ValueTransformer
  private let unarchives: Bool

  init(_ transformer: ValueTransformer) {
    self.transformer = transformer
    unarchives = transformer is NSSecureUnarchiveFromDataTransformer
  }

  func data(from value: Any) throws -> Data {
    let made =
      unarchives
      ? transformer.reverseTransformedValue(value) : transformer.transformedValue(value)
    guard let data = made as? Data else {
      throw GraphError(.coreData, "\(type(of: transformer)) makes no data of a \(type(of: value)).")
    }
    return data
  }

  func value(from data: Data) throws -> Any {
    let made =
      unarchives
      ? transformer.transformedValue(data) : transformer.reverseTransformedValue(data)
    guard let value = made else {
      throw GraphError(.coreData, "\(type(of: transformer)) makes no value of the data.")
    }
    return value
  }
}
