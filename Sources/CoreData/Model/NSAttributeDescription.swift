// Attributes as a program describes them.

import Foundation
import Faultline

/// The type of an attribute's values, under its number in Core Data.
public enum NSAttributeType: UInt, Sendable {
  case undefinedAttributeType = 0
  case integer16AttributeType = 100
  case integer32AttributeType = 200
  case integer64AttributeType = 300
  case decimalAttributeType = 400
  case doubleAttributeType = 500
  case floatAttributeType = 600
  case stringAttributeType = 700
  case booleanAttributeType = 800
  case dateAttributeType = 900
  case binaryDataAttributeType = 1000
  case UUIDAttributeType = 1100
  case URIAttributeType = 1200
  case transformableAttributeType = 1800
  case objectIDAttributeType = 2000

  var engineType: AttributeType {
    switch self {
    case .undefinedAttributeType: .undefined
    case .integer16AttributeType: .integer16
    case .integer32AttributeType: .integer32
    case .integer64AttributeType: .integer64
    case .decimalAttributeType: .decimal
    case .doubleAttributeType: .double
    case .floatAttributeType: .float
    case .stringAttributeType: .string
    case .booleanAttributeType: .boolean
    case .dateAttributeType: .date
    case .binaryDataAttributeType: .binary
    case .UUIDAttributeType: .uuid
    case .URIAttributeType: .uri
    case .transformableAttributeType: .transformable
    case .objectIDAttributeType: .objectID
    }
  }

  init(_ type: AttributeType) {
    self =
      switch type {
      case .undefined: .undefinedAttributeType
      case .integer16: .integer16AttributeType
      case .integer32: .integer32AttributeType
      case .integer64: .integer64AttributeType
      case .decimal: .decimalAttributeType
      case .double: .doubleAttributeType
      case .float: .floatAttributeType
      case .string: .stringAttributeType
      case .boolean: .booleanAttributeType
      case .date: .dateAttributeType
      case .binary: .binaryDataAttributeType
      case .uuid: .UUIDAttributeType
      case .uri: .URIAttributeType
      case .transformable: .transformableAttributeType
      case .objectID: .objectIDAttributeType
      }
  }
}

/// An attribute of an entity.
open class NSAttributeDescription: NSPropertyDescription {
  /// The type of an attribute's values, by its short name.
  public struct AttributeType: RawRepresentable, Hashable, Sendable {
    /// The number of the type in Core Data.
    public let rawValue: UInt

    /// Makes a type of its number.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    private init(_ type: NSAttributeType) { rawValue = type.rawValue }

    /// No type.
    public static let undefined = Self(.undefinedAttributeType)
    /// Integers of 16 bits.
    public static let integer16 = Self(.integer16AttributeType)
    /// Integers of 32 bits.
    public static let integer32 = Self(.integer32AttributeType)
    /// Integers of 64 bits.
    public static let integer64 = Self(.integer64AttributeType)
    /// Decimal numbers.
    public static let decimal = Self(.decimalAttributeType)
    /// Numbers of double precision.
    public static let double = Self(.doubleAttributeType)
    /// Numbers of single precision.
    public static let float = Self(.floatAttributeType)
    /// Text.
    public static let string = Self(.stringAttributeType)
    /// True or false.
    public static let boolean = Self(.booleanAttributeType)
    /// Dates.
    public static let date = Self(.dateAttributeType)
    /// Data.
    public static let binaryData = Self(.binaryDataAttributeType)
    /// UUIDs.
    public static let uuid = Self(.UUIDAttributeType)
    /// URLs.
    public static let uri = Self(.URIAttributeType)
    /// Values that a transformer turns into data.
    public static let transformable = Self(.transformableAttributeType)
    /// Identities of objects.
    public static let objectID = Self(.objectIDAttributeType)
  }

  private var storedType = NSAttributeType.undefinedAttributeType
  private var storedDefault: Any?
  private var storedTransformer: String?
  private var storedClassName: String?
  private var storedIsExternal = false
  private var storedIsPreserved = false
  private var storedIsEncrypted = false
  var validation = AttributeValidation()

  /// Makes an attribute without a name.
  public override init() { super.init() }

  /// Makes a copy of another attribute.
  public required init(copying other: NSPropertyDescription) {
    super.init(copying: other)
    guard let other = other as? NSAttributeDescription else { return }
    storedType = other.storedType
    storedDefault = other.storedDefault
    storedTransformer = other.storedTransformer
    storedClassName = other.storedClassName
    storedIsExternal = other.storedIsExternal
    storedIsPreserved = other.storedIsPreserved
    storedIsEncrypted = other.storedIsEncrypted
    validation = other.validation
  }

  /// The type of the values.
  open var attributeType: NSAttributeType {
    get { storedType }
    set {
      willChange()
      storedType = newValue
    }
  }

  /// The type of the values, by its short name.
  public var type: AttributeType {
    get { AttributeType(rawValue: attributeType.rawValue) }
    set { attributeType = NSAttributeType(rawValue: newValue.rawValue) ?? .undefinedAttributeType }
  }

  /// The value that a new object starts with.
  open var defaultValue: Any? {
    get { storedDefault }
    set {
      willChange()
      storedDefault = newValue
    }
  }

  /// The name of the transformer between a transformable value and its data.
  open var valueTransformerName: String? {
    get { storedTransformer }
    set {
      willChange()
      storedTransformer = newValue
    }
  }

  /// The name of the class of a transformable attribute's values.
  open var attributeValueClassName: String? {
    get { storedClassName ?? Self.classNames[storedType] }
    set {
      willChange()
      storedClassName = newValue
    }
  }

  /// The class name as it was given.
  var statedClassName: String? { storedClassName }

  /// A Boolean value that indicates whether a store may put large data into files of their own.
  open var allowsExternalBinaryDataStorage: Bool {
    get { storedIsExternal }
    set {
      willChange()
      storedIsExternal = newValue
    }
  }

  /// A Boolean value that indicates whether the history keeps the value of a deleted object.
  open var preservesValueInHistoryOnDeletion: Bool {
    get { storedIsPreserved }
    set {
      willChange()
      storedIsPreserved = newValue
    }
  }

  private static let classNames: [NSAttributeType: String] = [
    .integer16AttributeType: "NSNumber", .integer32AttributeType: "NSNumber",
    .integer64AttributeType: "NSNumber", .decimalAttributeType: "NSDecimalNumber",
    .doubleAttributeType: "NSNumber", .floatAttributeType: "NSNumber",
    .stringAttributeType: "NSString", .booleanAttributeType: "NSNumber",
    .dateAttributeType: "NSDate", .binaryDataAttributeType: "NSData",
    .UUIDAttributeType: "NSUUID", .URIAttributeType: "NSURL",
  ]
}

/// An attribute that a save computes.
public final class NSDerivedAttributeDescription: NSAttributeDescription {
  /// The expression that the value is computed from.
  public var derivationExpression: NSExpression? {
    didSet { willChange() }
  }

  /// Makes an attribute without a name.
  public override init() { super.init() }

  /// Makes a copy of another attribute.
  public required init(copying other: NSPropertyDescription) {
    super.init(copying: other)
    derivationExpression = (other as? NSDerivedAttributeDescription)?.derivationExpression
  }
}
