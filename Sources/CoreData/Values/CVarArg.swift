// Values that predicates take as arguments: on Apple's platforms they are all objects, which `CVarArg` has.

public import Foundation
public import Faultline

// A predicate takes its arguments as they are. The encoding for C's functions has no words, and none is asked for it.

extension NSObject: @retroactive CVarArg {
  /// No words: a predicate takes the value itself.
  public var _cVarArgEncoding: [Int] { [] }
}

extension ManagedObject: CVarArg {
  /// No words: a predicate takes the value itself.
  public var _cVarArgEncoding: [Int] { [] }
}

extension ManagedObjectID: CVarArg {
  /// No words: a predicate takes the value itself.
  public var _cVarArgEncoding: [Int] { [] }
}

extension Date: @retroactive CVarArg {
  /// No words: a predicate takes the value itself.
  public var _cVarArgEncoding: [Int] { [] }
}

extension Data: @retroactive CVarArg {
  /// No words: a predicate takes the value itself.
  public var _cVarArgEncoding: [Int] { [] }
}

extension UUID: @retroactive CVarArg {
  /// No words: a predicate takes the value itself.
  public var _cVarArgEncoding: [Int] { [] }
}

extension URL: @retroactive CVarArg {
  /// No words: a predicate takes the value itself.
  public var _cVarArgEncoding: [Int] { [] }
}

extension Decimal: @retroactive CVarArg {
  /// No words: a predicate takes the value itself.
  public var _cVarArgEncoding: [Int] { [] }
}

extension Array: @retroactive CVarArg {
  /// No words: a predicate takes the value itself.
  public var _cVarArgEncoding: [Int] { [] }
}

extension Set: @retroactive CVarArg {
  /// No words: a predicate takes the value itself.
  public var _cVarArgEncoding: [Int] { [] }
}

extension Dictionary: @retroactive CVarArg {
  /// No words: a predicate takes the value itself.
  public var _cVarArgEncoding: [Int] { [] }
}
